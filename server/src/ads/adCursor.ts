import { decodeCursor, encodeCursor, type ListKey } from '../rpc/cursor.ts';

/** All pages read the index as of the same recording, so new ads do not shift entries between pages. */
export interface AdCursor {
  readonly list: ListKey;
  readonly asOf: number;
  readonly offset: number;
}

const offsets = 2 ** 22;
/** A cursor holds the recording number modulo this; its checksum covers the full number, so older cursors are rejected. */
const recordings = 2 ** 15;

/** Cursor 0 is the first page, as of the newest recording. */
export function decodeAdCursor(list: ListKey, cursor: number, newest: number): AdCursor {
  const asOfAt = (position: number): number => {
    const before = (newest - Math.floor(position / offsets)) % recordings;
    return newest - (before < 0 ? before + recordings : before);
  };
  const position = decodeCursor(list, cursor, asOfAt);
  return { list, asOf: position === 0 ? newest : asOfAt(position), offset: position % offsets };
}

export function pageInfo({ list, asOf, offset }: AdCursor, entries: number, total: number) {
  const end = offset + entries;
  const hasMore = entries > 0 && end < total && end < offsets;
  const position = (asOf % recordings) * offsets + end;
  return { total, hasMore, nextCursor: hasMore ? encodeCursor(list, position, asOf) : null };
}
