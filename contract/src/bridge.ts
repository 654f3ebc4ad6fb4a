import type { ProcedureName } from './index.ts';

/** REST bridge: paths that take plain query parameters and return JSON without an envelope. */
export const restBridgePaths = {
  '/api/trending/topTagsByEngagement': 'trending.topTagsByEngagement',
  '/api/trending/topics': 'trending.topTagsByEngagement',
  '/api/trending/topAdvertisers': 'trending.topAdvertisers',
  '/api/trending/top-advertisers': 'trending.topAdvertisers',
  '/api/brand/similar': 'brandSpy.listSimilarAdvertisers',
} as const satisfies Readonly<Record<string, ProcedureName>>;
