import { MagpieError } from '../kernel/errors.ts';

/**
 * Where a walk over pages stands, in one number: how many entries are behind it, and as of which recording it reads.
 * Ads that are added to the index on the way are not part of it, so that they push no entry from one page to another.
 */
export interface Walk {
  /** The last recording whose new ads are part of it. */
  readonly asOf: number;
  readonly offset: number;
}

const offsets = 2 ** 22;

/** The beginning of a walk is 0; any other cursor was the `nextCursor` of a page. */
export function walkAt(cursor: number, newest: number): Walk {
  const asOf = Math.floor(cursor / offsets);
  if (asOf > newest) {
    const message = 'cursor must be the nextCursor of an earlier answer; this one was never given out.';
    throw new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'cursor', message }] });
  }
  return { asOf: asOf === 0 ? newest : asOf, offset: cursor % offsets };
}

/** What the page of this walk says of the ones after it, when it has so many entries of so many. */
export function pageAfter(
  { asOf, offset }: Walk,
  entries: number,
  total: number,
): { total: number; hasMore: boolean; nextCursor: number | null } {
  const end = offset + entries;
  const hasMore = entries > 0 && end < total && end < offsets;
  return { total, hasMore, nextCursor: hasMore ? asOf * offsets + end : null };
}
