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

/** The progress of an import: everything up to here is stored. */
const savedImport = z.strictObject({
  /** The options of the run: the same path with other options is another import. */
  options: z.string(),
  /** Start of the interrupted run. Reused on resume, so that repeated writes are identical. */
  seenAt: z.iso.datetime(),
  /** Completely read inputs, with a digest of their identities. */
  finished: z.strictObject({ inputs: z.int().min(0), digest: z.string() }),
  /** The input in progress, and how many of its records are stored. */
  current: z.strictObject({ digest: z.string(), records: z.int().min(0) }).nullable(),
  tally: z.strictObject({
    read: z.int().min(0),
    created: z.int().min(0),
    updated: z.int().min(0),
    unchanged: z.int().min(0),
    rejected: z.int().min(0),
  }),
  /** Length of the rejects file at this point. */
  rejectsBytes: z.int().min(0),
});

export type SavedImport = z.output<typeof savedImport>;
export type Tally = SavedImport['tally'];

/** A digest of an input's name, size and time, chained to the inputs before it; detects changed inputs. */
export function chainDigest(before: string, { name, size, modifiedAt }: Omit<Input, 'open'>): string {
  const identity = JSON.stringify([before, name, size, modifiedAt?.getTime() ?? null]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}

/** The files that an import keeps about itself. */
export interface ImportFiles {
  readonly checkpoint: string;
  readonly rejects: string;
  /** Locked while the import runs. */
  readonly lock: string;
}

/** Files in the data folder, named after the imported path. */
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
    throw new Error(`The folder ${folder} for import checkpoints cannot be created.`, { cause });
  }
}

/** The checkpoint of an interrupted import with the same path and options; null if none exists. */
export function readCheckpoint(file: string, options: string): SavedImport | null {
  const saved = savedImport.safeParse(readJson(file));
  return saved.success && saved.data.options === options ? saved.data : null;
}

/** An unreadable checkpoint only makes the import start over. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Atomic: a crash leaves either the old or the new checkpoint. */
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

/** Makes the rename durable. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
