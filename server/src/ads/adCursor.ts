import { decodeCursor, encodeCursor, type ListKey } from '../rpc/cursor.ts';

/**
 * A page of a list over the index: how many entries are before it, and as of which recording it is read. Ads that are
 * recorded between two pages are not part of the list, so that they push no entry from one page to another.
 */
export interface AdCursor {
  readonly list: ListKey;
  /** The last recording whose new ads are part of it. */
  readonly asOf: number;
  readonly offset: number;
}

const offsets = 2 ** 22;
/** A cursor holds the number of its recording modulo this, and its checksum the whole: an older one is refused. */
const recordings = 2 ** 15;

/** The page of a cursor; that of 0 is the first one, as of the newest recording. */
export function decodeAdCursor(list: ListKey, cursor: number, newest: number): AdCursor {
  const asOfAt = (position: number): number => {
    const before = (newest - Math.floor(position / offsets)) % recordings;
    return newest - (before < 0 ? before + recordings : before);
  };
  const position = decodeCursor(list, cursor, asOfAt);
  return { list, asOf: position === 0 ? newest : asOfAt(position), offset: position % offsets };
}

/** What a page of so many entries of so many says of the pages after it. */
export function pageAfter(
  { list, asOf, offset }: AdCursor,
  entries: number,
  total: number,
): { total: number; hasMore: boolean; nextCursor: number | null } {
  const end = offset + entries;
  const hasMore = entries > 0 && end < total && end < offsets;
  const position = (asOf % recordings) * offsets + end;
  return { total, hasMore, nextCursor: hasMore ? encodeCursor(list, position, asOf) : null };
}
