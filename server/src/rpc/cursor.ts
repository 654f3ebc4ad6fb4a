import { createHash } from 'node:crypto';
import type { MagpieError } from '@magpie/contract/errors';
import { invalidField } from './invalidField.ts';

/**
 * A cursor is one number of 53 bits: a position in a list (37 bits) and a checksum of the list and the position
 * (16 bits). Cursors of other lists and invented numbers are rejected; one in 65,536 passes by chance.
 */
const positionCount = 2 ** 37;

export type ListKey = string;

/** The key includes the caller if two callers have different lists. */
export function listKey(
  procedure: string,
  input: Readonly<Record<string, unknown>>,
  userId: string | null = null,
): ListKey {
  const filters = Object.entries(input)
    .filter(([field, value]) => field !== 'cursor' && field !== 'limit' && value !== undefined)
    .map(([field, value]) => [field, normalizeValue(value)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([procedure, userId, filters]);
}

/** Equal for equivalent filters: texts ignore case and spaces, lists ignore order. */
function normalizeValue(value: unknown): unknown {
  if (Array.isArray(value))
    return [...new Set(value.map((each) => JSON.stringify(normalizeValue(each))))].toSorted();
  return typeof value === 'string' ? value.trim().replace(/\s+/g, ' ').toLowerCase() : value;
}

function checksum(list: ListKey, position: number, version: number): number {
  return createHash('sha256').update(`${list} ${position} ${version}`).digest().readUInt16BE(0);
}

/** @param version of the list, if the position contains only a part of it */
export function encodeCursor(list: ListKey, position: number, version = 0): number {
  if (position >= positionCount) throw new RangeError(`The position ${position} does not fit into a cursor.`);
  return checksum(list, position, version) * positionCount + position;
}

export function uncheckedPosition(cursor: number): number {
  return cursor % positionCount;
}

export function decodeCursor(
  list: ListKey,
  cursor: number,
  versionAt: (position: number) => number = () => 0,
): number {
  if (cursor === 0) return 0;
  const position = uncheckedPosition(cursor);
  if (encodeCursor(list, position, versionAt(position)) === cursor) return position;
  throw invalidCursor();
}

export function invalidCursor(): MagpieError {
  const expected = 'the nextCursor of a recent response to the same request, with the same filters and order';
  return invalidField('cursor', `must be ${expected}; leave it out to get the first page`);
}

interface Page<Row> {
  readonly shown: Row[];
  readonly hasMore: boolean;
  readonly nextCursor: number | null;
}

/** Builds a page from `limit + 1` fetched rows: the extra row shows whether there is a next page. */
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
