import type { Readable } from 'node:stream';
import { MagpieError } from '@magpie/contract/errors';
import type { ByteRange } from '../byteRange.ts';

/** The body must be read to its end or destroyed. */
export interface OpenFile {
  readonly bytes: number;
  readonly body: Readable;
}

/** Files by keys such as `media/ab/abcd`: letters, digits, `_` and `-`, separated by slashes. */
export interface FileStore {
  /** Atomic; resolves when the file would survive a power failure. */
  write(key: string, bytes: Buffer): Promise<void>;
  read(key: string): Promise<Buffer | null>;
  /** With a range, only that part, whose size is `bytes`. */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>;
  /** Succeeds if the file does not exist. */
  remove(key: string): Promise<void>;
  /** Throws one sentence for the operator if files cannot be stored. */
  check(): Promise<void>;
}

/** Prevents path traversal and access to unfinished files. */
export function assertFileKey(key: string): string {
  if (/^[\w-]+(\/[\w-]+)*$/.test(key)) return key;
  throw new Error(`${JSON.stringify(key)} is not a valid file key.`);
}

export class StorageUnavailable extends MagpieError {
  constructor(cause: Error) {
    const sentence = 'The file storage is not reachable right now; try again in a moment.';
    super('SERVICE_UNAVAILABLE', sentence, { retryAfter: 5, cause });
  }
}

/** The storage rejected a request; a retry does not help. The cause is logged. */
export class StorageRejected extends MagpieError {
  constructor(cause: Error) {
    const sentence = 'The file storage rejected the request; see the server log for the reason.';
    super('INTERNAL_SERVER_ERROR', sentence, { cause });
  }
}
