import { z } from 'zod';
import { isoTime } from './dates.ts';
import { Ad, count, recordId } from './records.ts';

/**
 * What everybody may read of a published board, at `/b/<slug>.json`. Who made it, for which team, and what was noted
 * on its ads is nobody's business and has no place here.
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
  updatedAt: isoTime.describe('When the board was changed last, or an ad put on it.'),
  parent: PublicBoardLink.nullable().describe('The board that holds this one, where it is published too.'),
  boards: z.array(PublicBoardLink).describe('The published boards below this one.'),
});
export type PublicBoard = z.infer<typeof PublicBoard>;

export const PublicAd = Ad.extend({ savedAt: isoTime });
export type PublicAd = z.infer<typeof PublicAd>;

/** One page of a published board; the ads put on it last come first. */
export const PublicBoardPage = z.strictObject({
  board: PublicBoard,
  ads: z.array(PublicAd),
  hasMore: z.boolean(),
  nextCursor: count.nullable(),
});
export type PublicBoardPage = z.infer<typeof PublicBoardPage>;
