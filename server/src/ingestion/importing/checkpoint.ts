import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Input } from '../reading/files.ts';

/** How far an import has come: everything up to here is in the index. */
const savedImport = z.strictObject({
  /** What was asked for, besides the path: a run with other options is another import. */
  options: z.string(),
  /** When the interrupted run began. It is used again, so that what it had sent already is the same once more. */
  seenAt: z.iso.datetime(),
  /** Inputs that were read to their end, and a digest of which ones they were. */
  finished: z.strictObject({ inputs: z.int().min(0), digest: z.string() }),
  /** The input that was being read, and how many of its records are in the index. */
  current: z.strictObject({ digest: z.string(), records: z.int().min(0) }).nullable(),
  tally: z.strictObject({
    read: z.int().min(0),
    created: z.int().min(0),
    updated: z.int().min(0),
    unchanged: z.int().min(0),
    rejected: z.int().min(0),
  }),
  /** How much of the file of rejects belongs to what is in the index. */
  rejectsBytes: z.int().min(0),
});

export type SavedImport = z.output<typeof savedImport>;
export type Tally = SavedImport['tally'];

/** An input as far as a change of it shows: a digest of it, chained to that of the inputs before it. */
export function chainDigest(before: string, { name, size, modifiedAt }: Omit<Input, 'open'>): string {
  const identity = JSON.stringify([before, name, size, modifiedAt?.getTime() ?? null]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}

/** Where an import notes how far it has come, and where its rejects go. */
export interface ImportFiles {
  readonly checkpoint: string;
  readonly rejects: string;
  /** Held while the import runs. */
  readonly lock: string;
}

/** Files in the data folder, named after the path that is imported. */
export function importFiles(dataFolder: string, importedPath: string): ImportFiles {
  const folder = path.join(dataFolder, 'imports');
  makeFolder(folder);
  const digest = createHash('sha256').update(importedPath).digest('hex').slice(0, 12);
  const name = `${path.basename(importedPath).slice(0, 60)}-${digest}`;
  return {
    checkpoint: path.join(folder, `${name}.json`),
    rejects: path.join(folder, `${name}.rejects.jsonl`),
    lock: path.join(folder, `${name}.lock`),
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Error(`The folder ${folder}, where imports note how far they are, cannot be made.`, { cause });
  }
}

/** What an interrupted import of the same path with the same options left; null when there is none. */
export function readCheckpoint(file: string, options: string): SavedImport | null {
  const saved = savedImport.safeParse(readJson(file));
  return saved.success && saved.data.options === options ? saved.data : null;
}

/** One that cannot be read means that the import starts again, which loses nothing. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Whoever is killed meanwhile finds the one before or this one, whole. */
export function writeCheckpoint(file: string, saved: SavedImport): void {
  const draft = `${file}.new`;
  const fd = openSync(draft, 'w', 0o600);
  try {
    writeSync(fd, JSON.stringify(saved));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(draft, file);
  syncFolder(path.dirname(file));
}

export function removeCheckpoint(file: string): void {
  rmSync(file, { force: true });
}

/** The new name, too, has to reach the disk. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
