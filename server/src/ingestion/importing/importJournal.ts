import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import nativeFs from 'fs-native-extensions';
import { z } from 'zod';
import type { Input } from '../reading/files.ts';
import { createRejects, type Rejects } from './rejects.ts';

const savedImport = z.strictObject({
  /** The options of the run: the same path with other options is another import. */
  options: z.string(),
  /** Start of the interrupted run. Reused on resume, so that repeated writes are identical. */
  seenAt: z.iso.datetime(),
  finished: z.strictObject({ inputs: z.int().min(0), digest: z.string() }),
  current: z.strictObject({ digest: z.string(), records: z.int().min(0) }).nullable(),
  tally: z.strictObject({
    read: z.int().min(0),
    created: z.int().min(0),
    updated: z.int().min(0),
    unchanged: z.int().min(0),
    rejected: z.int().min(0),
  }),
  rejectsBytes: z.int().min(0),
});

type SavedImport = z.output<typeof savedImport>;
export type ImportCursor = Pick<SavedImport, 'finished' | 'current'>;
export type Tally = SavedImport['tally'];

export interface ImportJournal {
  readonly cursor: ImportCursor;
  readonly tally: Tally;
  readonly seenAt: Date;
  readonly rejects: Rejects;
  readonly save: (cursor: ImportCursor, tally: Tally, rejectsBytes: number) => void;
  finish(): void;
  close(): void;
}

export interface ResumableImport {
  /** An absolute path, or `-` for standard input. */
  readonly path: string;
  readonly inputs: readonly Input[];
  /** All options that affect the result; identifies the import for resuming. */
  readonly options: string;
  /** Whether to start over instead of resuming an interrupted import. */
  readonly fresh: boolean;
}

const beginning: ImportCursor = { finished: { inputs: 0, digest: '' }, current: null };
const emptyTally: Tally = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0 };

const noop = (): void => undefined;

/** Writes nothing. */
export async function noJournal(): Promise<ImportJournal> {
  return {
    cursor: beginning,
    tally: emptyTally,
    seenAt: new Date(),
    rejects: await createRejects(null),
    save: noop,
    finish: noop,
    close: noop,
  };
}

/** Throws when the same path is already being imported. */
export async function openJournal(request: ResumableImport, dataFolder: string): Promise<ImportJournal> {
  const { path: imported } = request;
  const files = importFiles(dataFolder, imported === '-' ? `stdin-${process.pid}-${Date.now()}` : imported);
  const unlock = lockImport(files.lock, imported);
  try {
    return await lockedJournal(request, files, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function lockedJournal(
  { path: imported, options, inputs, fresh }: ResumableImport,
  files: ReturnType<typeof importFiles>,
  unlock: () => void,
): Promise<ImportJournal> {
  // Piped data cannot be read again, so it cannot be resumed.
  const isStream = imported === '-';
  const saved = fresh || isStream ? null : resumable(readCheckpoint(files.checkpoint, options), inputs);
  const seenAt = saved?.seenAt ?? new Date().toISOString();
  const rejects = await createRejects(files.rejects, saved?.rejectsBytes);
  return {
    cursor: saved ?? beginning,
    tally: saved?.tally ?? emptyTally,
    seenAt: new Date(seenAt),
    rejects,
    save: ({ finished, current }, tally, rejectsBytes) => {
      if (isStream) return;
      writeCheckpoint(files.checkpoint, { options, seenAt, finished, current, tally, rejectsBytes });
    },
    finish: () => rmSync(files.checkpoint, { force: true }),
    close: () => {
      rejects.close();
      unlock();
    },
  };
}

/** A checkpoint is valid only while its inputs are unchanged. */
function resumable(saved: SavedImport | null, inputs: readonly Input[]): SavedImport | null {
  if (saved === null) return null;
  const { finished, current } = saved;
  const digest = inputs.slice(0, finished.inputs).reduce(chainDigest, '');
  const next = inputs[finished.inputs];
  const isCurrentSame =
    current === null || (next !== undefined && chainDigest(digest, next) === current.digest);
  return digest === finished.digest && isCurrentSame ? saved : null;
}

/** A digest of an input's name, size and time, chained to the inputs before it; detects changed inputs. */
export function chainDigest(before: string, { name, size, modifiedAt }: Omit<Input, 'open'>): string {
  const identity = JSON.stringify([before, name, size, modifiedAt?.getTime() ?? null]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}

function importFiles(dataFolder: string, importedPath: string) {
  const folder = path.join(dataFolder, 'imports');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Error(`The folder ${folder} for import checkpoints cannot be created.`, { cause });
  }
  const digest = createHash('sha256').update(importedPath).digest('hex').slice(0, 12);
  const name = `${path.basename(importedPath).slice(0, 60)}-${digest}`;
  return {
    checkpoint: path.join(folder, `${name}.json`),
    rejects: path.join(folder, `${name}.rejects.jsonl`),
    lock: path.join(folder, `${name}.lock`),
  };
}

/** An unreadable checkpoint only makes the import start over. */
function readCheckpoint(file: string, options: string): SavedImport | null {
  try {
    const saved = savedImport.parse(JSON.parse(readFileSync(file, 'utf8')));
    return saved.options === options ? saved : null;
  } catch {
    return null;
  }
}

/** Atomic: a crash leaves either the old or the new checkpoint. */
function writeCheckpoint(file: string, saved: SavedImport): void {
  const draft = `${file}.new`;
  writeFileSync(draft, JSON.stringify(saved), { mode: 0o600, flush: true });
  renameSync(draft, file);
  // Makes the rename durable.
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Throws if the path is being imported. A kernel lock: it is released when the process ends, SIGKILL included. */
function lockImport(file: string, importedPath: string): () => void {
  for (;;) {
    const fd = openSync(file, 'a', 0o600);
    if (!nativeFs.tryLock(fd)) {
      closeSync(fd);
      throw new Error(`Another import of ${importedPath} is running; wait until it finishes.`);
    }
    if (statSync(file, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino) {
      return () => {
        rmSync(file, { force: true });
        closeSync(fd);
      };
    }
    // The previous holder deleted the file between our open and our lock, so this lock is on a deleted file.
    closeSync(fd);
  }
}
