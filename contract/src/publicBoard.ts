import { z } from 'zod';
import { isoTime } from './dates.ts';
import { Ad, count, recordId } from './records.ts';

/**
 * A published board at `/b/<slug>.json`, readable by everyone. It must not contain the author, the team or the notes.
 */

const boardAddress = z.url({ protocol: /^https?$/ });

export const PublicBoardLink = z.strictObject({
  id: recordId,
  name: z.string(),
  slug: z.string().nullable(),
  url: boardAddress,
  adCount: count,
});
export type PublicBoardLink = z.infer<typeof PublicBoardLink>;

export const PublicBoard = PublicBoardLink.extend({
  description: z.string().nullable(),
  updatedAt: isoTime.describe('When the board was last changed or an ad was added.'),
  parent: PublicBoardLink.nullable().describe('The parent board, if it is published too.'),
  boards: z.array(PublicBoardLink).describe('The published child boards.'),
});
export type PublicBoard = z.infer<typeof PublicBoard>;

export const PublicAd = Ad.extend({ savedAt: isoTime });
export type PublicAd = z.infer<typeof PublicAd>;

/** One page of a published board, most recently added ads first. */
export const PublicBoardPage = z.strictObject({
  board: PublicBoard,
  ads: z.array(PublicAd),
  hasMore: z.boolean(),
  nextCursor: count.nullable(),
});
export type PublicBoardPage = z.infer<typeof PublicBoardPage>;
