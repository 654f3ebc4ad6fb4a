/** One value of a file: a line of JSON Lines, an element of a list, a row of a table. */
export type Document =
  /** Readable position: `line 7`, `row 12`, `element 3`. */
  | { readonly position: string; readonly value: unknown }
  | { readonly position: string; readonly problem: string; readonly raw: string };

/** Position of a problem that makes the whole input unreadable, such as its format. */
export const beginning = 'the beginning';

/** A file that cannot be read, or not any further. */
export class InputUnreadable extends Error {
  override readonly name = 'InputUnreadable';
}

/** Lines of JSON Lines that can be parsed on their own: every value starts and ends in them. */
export interface LinesSegment {
  readonly lines: Uint8Array;
  /** Counted from 1. */
  readonly firstLine: number;
}

/** A part of an input: awaiting each document of a million would take longer than reading them. */
export type Segment = readonly Document[] | LinesSegment;

/** Documents are to be listed before the next batch is requested. */
export type Batches = AsyncGenerator<Iterable<Document> | LinesSegment>;

/** Memory limits, in bytes. */
export interface ReadingLimits {
  /** Objects up to this size are read as a whole; larger ones are split at their lists. */
  readonly whole: number;
  /** Larger elements are skipped: no ad is that large. */
  readonly element: number;
  /** Larger lines of JSON Lines are skipped. */
  readonly line: number;
  readonly piece: number;
}

const megabyte = 1024 * 1024;

export const usualLimits: ReadingLimits = {
  whole: 16 * megabyte,
  element: 16 * megabyte,
  line: 64 * megabyte,
  piece: megabyte,
};

/** Enough to identify the record, small enough to store thousands. */
const maxRawLength = 2000;

export function unreadable(position: string, problem: string, raw: string | Uint8Array) {
  // A character takes at most four bytes.
  const text = typeof raw === 'string' ? raw : Buffer.from(raw.subarray(0, 4 * maxRawLength)).toString();
  return { position, problem, raw: text.slice(0, maxRawLength) };
}

export const recordTooLarge = 'It is too large to be one ad.';
export const emptyList = 'It is an empty list.';
