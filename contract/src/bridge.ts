import type { ProcedureName } from './index.ts';

/** Procedures are at addresses that begin so and end with their name. */
export const procedureBase = '/api/v1/trpc';

/** Addresses at which a procedure is asked with plain query parameters and answers without an envelope. */
export const bridged = {
  '/api/trending/topTagsByEngagement': 'trending.topTagsByEngagement',
  '/api/trending/topics': 'trending.topTagsByEngagement',
  '/api/trending/topAdvertisers': 'trending.topAdvertisers',
  '/api/trending/top-advertisers': 'trending.topAdvertisers',
  '/api/brand/similar': 'brandSpy.listSimilarAdvertisers',
} as const satisfies Readonly<Record<string, ProcedureName>>;
