/** One value of a file: a line of JSON Lines, an element of a list, a row of a table. */
export interface ReadableDocument {
  /** Where it stands, as a person would say it: `line 7`, `row 12`, `element 3`. */
  readonly position: string;
  readonly value: unknown;
}

/** A place of a file that could not be read. */
export interface UnreadableDocument {
  readonly position: string;
  /** What is wrong, in one sentence. */
  readonly problem: string;
  /** The beginning of what stands there. */
  readonly raw: string;
}

/** Where a problem stands that makes the whole input unreadable, such as its kind. */
export const beginning = 'the beginning';

export type Document = ReadableDocument | UnreadableDocument;

/** A file that can no longer be read, or never could; the message is one sentence. */
export class InputUnreadable extends Error {
  override readonly name = 'InputUnreadable';
}

/** Documents in the lots in which they arrive: to wait for each of a million would take longer than to read them. */
export type Batches = AsyncGenerator<Iterable<Document>>;

/** How much memory reading may take, in bytes. */
export interface ReadingLimits {
  /** An object up to here is read in one piece; a larger one is split at its lists. */
  readonly whole: number;
  /** An element above is skipped: no ad is as large. */
  readonly element: number;
  /** So is a line of JSON Lines, which is known to be one ad. */
  readonly line: number;
  /** How much of a list goes into one of the pieces that a large object is split into. */
  readonly piece: number;
}

const megabyte = 1024 * 1024;

export const usualLimits: ReadingLimits = {
  whole: 16 * megabyte,
  element: 16 * megabyte,
  line: 64 * megabyte,
  piece: megabyte,
};

/** Enough to see what was meant, little enough to keep thousands of them. */
const longestRaw = 2000;

export function unreadable(position: string, problem: string, raw: string | Uint8Array): UnreadableDocument {
  // A character takes at most four bytes.
  const text = typeof raw === 'string' ? raw : Buffer.from(raw.subarray(0, 4 * longestRaw)).toString();
  return { position, problem, raw: text.slice(0, longestRaw) };
}

export const tooLarge = 'It is too large to be one ad.';
export const emptyList = 'It is an empty list.';
