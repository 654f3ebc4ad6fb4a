import { createHash } from 'node:crypto';
import { MagpieError } from '@magpie/contract/errors';

/**
 * A cursor is one number of 53 bits: 37 bits of position in a list, and 16 bits of a checksum over the list and the
 * position. A cursor of another list, and a number that nobody gave out, are refused instead of read as a position; one
 * in 65,536 of them passes by chance.
 */
const positions = 2 ** 37;

/** Identifies a list: what was called, with everything but the place and size of the page. */
export type ListKey = string;

/** The caller belongs to the key where two callers have different lists. */
export function listKey(
  procedure: string,
  input: Readonly<Record<string, unknown>>,
  userId: string | null = null,
): ListKey {
  const filters = Object.entries(input)
    .filter(([field, value]) => field !== 'cursor' && field !== 'limit' && value !== undefined)
    .map(([field, value]) => [field, alike(value)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([procedure, userId, filters]);
}

/** The same for what is the same filter: texts are compared without case, lists in any order. */
function alike(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((each) => JSON.stringify(alike(each))))].toSorted();
  return typeof value === 'string' ? value.trim().replace(/\s+/g, ' ').toLowerCase() : value;
}

function checksum(list: ListKey, position: number, version: number): number {
  return createHash('sha256').update(`${list} ${position} ${version}`).digest().readUInt16BE(0);
}

/**
 * @param version of the list, where the position holds it in part only
 */
export function encodeCursor(list: ListKey, position: number, version = 0): number {
  if (position >= positions) throw new RangeError(`The position ${position} does not fit into a cursor.`);
  return checksum(list, position, version) * positions + position;
}

/** The position that a cursor holds, if anybody gave it out. */
export function uncheckedPosition(cursor: number): number {
  return cursor % positions;
}

/** The position of a cursor, or 0 where the list begins. */
export function decodeCursor(
  list: ListKey,
  cursor: number,
  versionAt: (position: number) => number = () => 0,
): number {
  if (cursor === 0) return 0;
  const position = uncheckedPosition(cursor);
  if (encodeCursor(list, position, versionAt(position)) === cursor) return position;
  throw refusedCursor();
}

export function refusedCursor(): MagpieError {
  const message =
    'cursor must be the nextCursor of a recent answer to the same request, with the same filters and order; leave it out to get the first page.';
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'cursor', message }] });
}

interface Page<Row> {
  readonly shown: Row[];
  readonly hasMore: boolean;
  /** Leads to the rows after the last one shown; null where there are none. */
  readonly nextCursor: number | null;
}

/** The page that rows are the beginning of. One more than is shown was asked for, which tells whether there is a next. */
export function pageFrom<Row extends { readonly id: number }>(
  list: ListKey,
  rows: readonly Row[],
  limit: number,
): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { shown, hasMore, nextCursor: hasMore ? encodeCursor(list, last.id) : null };
}
