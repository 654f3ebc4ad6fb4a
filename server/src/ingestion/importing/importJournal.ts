import {
  chainDigest,
  type ImportFiles,
  importFiles,
  readCheckpoint,
  removeCheckpoint,
  type SavedImport,
  type Tally,
  writeCheckpoint,
} from './checkpoint.ts';
import type { Input } from '../reading/files.ts';
import type { ImportCursor } from './batchRecorder.ts';
import { lockImport } from './importLock.ts';
import { countRejects, type Rejects, writeRejects } from './rejects.ts';

/** The persistent state of an import: its progress and its rejects. */
export interface ImportJournal {
  /** Where to start. */
  readonly cursor: ImportCursor;
  /** Counts from before an interruption. */
  readonly tally: Tally;
  readonly seenAt: Date;
  readonly rejects: Rejects;
  readonly save: (cursor: ImportCursor, tally: Tally, rejectsBytes: number) => void;
  /** Removes the checkpoint after a complete import. */
  finish(): void;
  /** Releases the lock on the path. */
  close(): void;
}

export interface JournalOptions {
  readonly dataFolder: string;
  /** The absolute imported path, or `-`. */
  readonly path: string;
  /** All options that affect the result. */
  readonly options: string;
  readonly inputs: readonly Input[];
  /** Whether to start over instead of resuming an interrupted import. */
  readonly fresh: boolean;
}

const beginning: ImportCursor = { finished: { inputs: 0, digest: '' }, current: null };
const emptyTally: Tally = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0 };

const noop = (): void => undefined;

/** For a dry run, which writes nothing. */
export function noJournal(): ImportJournal {
  return {
    cursor: beginning,
    tally: emptyTally,
    seenAt: new Date(),
    rejects: countRejects(),
    save: noop,
    finish: noop,
    close: noop,
  };
}

/** Throws when the same path is already being imported. */
export async function openJournal(journal: JournalOptions): Promise<ImportJournal> {
  const { dataFolder, path } = journal;
  const files = importFiles(dataFolder, path === '-' ? `stdin-${process.pid}-${Date.now()}` : path);
  const unlock = lockImport(files.lock, path);
  try {
    return await lockedJournal(journal, files, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function lockedJournal(
  { path, options, inputs, fresh }: JournalOptions,
  files: ImportFiles,
  unlock: () => void,
): Promise<ImportJournal> {
  // Piped data cannot be read again, so it cannot be resumed.
  const isStream = path === '-';
  const saved = fresh || isStream ? null : resumable(readCheckpoint(files.checkpoint, options), inputs);
  const seenAt = saved?.seenAt ?? new Date().toISOString();
  const rejects = await writeRejects(files.rejects, saved?.rejectsBytes ?? 0);
  return {
    cursor: saved ?? beginning,
    tally: saved?.tally ?? emptyTally,
    seenAt: new Date(seenAt),
    rejects,
    save: ({ finished, current }, tally, rejectsBytes) => {
      if (isStream) return;
      writeCheckpoint(files.checkpoint, { options, seenAt, finished, current, tally, rejectsBytes });
    },
    finish: () => removeCheckpoint(files.checkpoint),
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
