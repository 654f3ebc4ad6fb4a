import { z } from 'zod';
import { isoTime } from '../values/dates.ts';
import { Ad } from './ad.ts';
import { count, nullableText, recordId } from './common.ts';

export const Board = z.strictObject({
  id: recordId,
  name: z.string(),
  slug: nullableText,
  description: nullableText,
  order: count,
  published: z.boolean(),
  views: count,
  adCount: count,
  authorId: z.string(),
  parentBoardId: recordId.nullable(),
  teamId: recordId.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Board = z.infer<typeof Board>;

/** A published board at `/b/<slug>.json`, for everyone: without notes, members, and who saved an ad. */

const boardUrl = z.url({ protocol: /^https?$/ });

export const PublicBoardLink = z.strictObject({
  id: recordId,
  name: z.string(),
  slug: z.string().nullable(),
  url: boardUrl,
  adCount: count,
});
export type PublicBoardLink = z.infer<typeof PublicBoardLink>;

export const PublicBoard = PublicBoardLink.extend({
  description: z.string().nullable(),
  by: z.string().nullable().describe('The team of the board, else the name that its author has set.'),
  updatedAt: isoTime.describe('When the board was last changed or an ad was added.'),
  parent: PublicBoardLink.nullable().describe('The parent board, if it is published too.'),
  boards: z.array(PublicBoardLink).describe('The published child boards.'),
});
export type PublicBoard = z.infer<typeof PublicBoard>;

export const PublicAd = Ad.extend({ savedAt: isoTime });
export type PublicAd = z.infer<typeof PublicAd>;

export const PublicBoardPage = z.strictObject({
  board: PublicBoard,
  ads: z.array(PublicAd),
  hasMore: z.boolean(),
  nextCursor: count.nullable(),
});
export type PublicBoardPage = z.infer<typeof PublicBoardPage>;
