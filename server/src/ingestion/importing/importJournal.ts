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
import type { Place } from './batchRecorder.ts';
import { lockImport } from './importLock.ts';
import { countRejects, type Rejects, writeRejects } from './rejects.ts';

/** What an import keeps on disk about itself: how far it has come, and what it rejected. */
export interface ImportJournal {
  /** Where to begin. */
  readonly place: Place;
  /** What was done before an interruption. */
  readonly tally: Tally;
  readonly seenAt: Date;
  readonly rejects: Rejects;
  readonly save: (place: Place, tally: Tally, rejectsBytes: number) => void;
  /** After the end: there is nothing to resume. */
  finish(): void;
  /** Lets others import the same path. */
  close(): void;
}

export interface JournalOptions {
  readonly dataFolder: string;
  /** The absolute path that is imported, or `-`. */
  readonly path: string;
  /** Everything that decides what becomes of a record. */
  readonly options: string;
  readonly inputs: readonly Input[];
  /** Whether to begin again where an earlier import was interrupted. */
  readonly fresh: boolean;
}

const beginning: Place = { finished: { inputs: 0, digest: '' }, current: null };
const emptyTally: Tally = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0 };

const nothing = (): void => undefined;

/** For a dry run, which leaves nothing behind. */
export function noJournal(): ImportJournal {
  return {
    place: beginning,
    tally: emptyTally,
    seenAt: new Date(),
    rejects: countRejects(),
    save: nothing,
    finish: nothing,
    close: nothing,
  };
}

/** Throws when the same path is being imported. */
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
  // What came through a pipe is gone, so there is nothing to resume.
  const isStream = path === '-';
  const saved = fresh || isStream ? null : resumable(readCheckpoint(files.checkpoint, options), inputs);
  const seenAt = saved?.seenAt ?? new Date().toISOString();
  const rejects = await writeRejects(files.rejects, saved?.rejectsBytes ?? 0);
  return {
    place: saved ?? beginning,
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

/** A checkpoint is of use while the inputs that it speaks of are the same as then. */
function resumable(saved: SavedImport | null, inputs: readonly Input[]): SavedImport | null {
  if (saved === null) return null;
  const { finished, current } = saved;
  const digest = inputs.slice(0, finished.inputs).reduce(chainDigest, '');
  const next = inputs[finished.inputs];
  const isCurrentSame =
    current === null || (next !== undefined && chainDigest(digest, next) === current.digest);
  return digest === finished.digest && isCurrentSame ? saved : null;
}
