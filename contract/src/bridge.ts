import type { ProcedureName } from './index.ts';

/** Addresses at which a procedure is asked with plain query parameters and answers without an envelope. */
export const bridged = {
  '/api/trending/topTagsByEngagement': 'trending.topTagsByEngagement',
  '/api/trending/topics': 'trending.topTagsByEngagement',
  '/api/trending/topAdvertisers': 'trending.topAdvertisers',
  '/api/trending/top-advertisers': 'trending.topAdvertisers',
  '/api/brand/similar': 'brandSpy.listSimilarAdvertisers',
} as const satisfies Readonly<Record<string, ProcedureName>>;
