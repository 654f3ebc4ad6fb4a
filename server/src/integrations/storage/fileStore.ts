import type { Readable } from 'node:stream';
import { MagpieError } from '@magpie/contract/errors';

/** A file that is about to be sent: either read to its end or destroyed. */
export interface OpenFile {
  readonly bytes: number;
  readonly body: Readable;
}

/** Where files are, by keys such as `media/ab/abcd`: words of letters, digits, `_` and `-` between slashes. */
export interface FileStore {
  /** Returns when the file would outlive a power cut; until then the key has what it had. */
  write(key: string, bytes: Buffer): Promise<void>;
  read(key: string): Promise<Buffer | null>;
  open(key: string): Promise<OpenFile | null>;
  /** It may be gone already. */
  remove(key: string): Promise<void>;
  /** Tries whether files can be kept here; throws one sentence for the operator when they cannot. */
  check(): Promise<void>;
}

/** No key leads out of where the files are, or to what is being written. */
export function checkedKey(key: string): string {
  if (/^[\w-]+(\/[\w-]+)*$/.test(key)) return key;
  throw new Error(`${JSON.stringify(key)} is no key of a file.`);
}

/** The files cannot be reached for now: nobody's mistake who asks for one. The cause says why, to the log. */
export class StorageAway extends MagpieError {
  constructor(cause: Error) {
    const sentence = 'The storage of files does not answer right now; try again in a moment.';
    super('SERVICE_UNAVAILABLE', sentence, { retryAfter: 5, cause });
  }
}

/** The files can be reached, and what was asked for is refused: asking again helps nobody. The cause says why, to the log. */
export class StorageRefused extends MagpieError {
  constructor(cause: Error) {
    const sentence = 'The storage of files refused this, and the log of this service says why.';
    super('INTERNAL_SERVER_ERROR', sentence, { cause });
  }
}
