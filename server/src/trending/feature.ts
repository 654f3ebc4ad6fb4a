import { pastShares } from '../ads/past/memoryShares.ts';
import type { ReadPastAdvertisers } from '../ads/past/pastAdvertisers.ts';
import type { PastDeps } from '../ads/past/pastAds.ts';
import { bytesPerMegabyte, type Config } from '../config/config.ts';
import { createPastTrending } from './pastTrending.ts';
import { trendingRouter, type TrendingParts } from './trending.ts';

interface TrendingDeps extends Omit<TrendingParts, 'past'>, PastDeps {
  readonly config: Pick<Config, 'researchCacheMegabytes'>;
  readonly readPastAdvertisers: ReadPastAdvertisers;
}

export function createTrending(deps: TrendingDeps) {
  const maxBytes = Math.floor(deps.config.researchCacheMegabytes * bytesPerMegabyte * pastShares.trending);
  const past = createPastTrending({ ...deps, maxBytes });
  return { procedures: { trending: trendingRouter({ ...deps, past }) } };
}
