import { api } from '../../lib/api/client.ts';
import {
  type SearchParams,
  parseCountry,
  parseId,
  parseKey,
  parseOneOf,
  parseSearchText,
} from '../../lib/searchParams.ts';
import { platformNames, type Platform } from '../../lib/labels.ts';

export const windows = [7, 14, 30, 90] as const;
export type WindowDays = (typeof windows)[number];

export interface TrendingSearch {
  /** Default: 7. */
  readonly windowDays?: WindowDays | undefined;
  readonly platform?: Platform | undefined;
  readonly country?: string | undefined;
  readonly category?: string | undefined;
  readonly tag?: number | undefined;
  readonly company?: string | undefined;
}

export function readTrendingSearch(address: SearchParams): TrendingSearch {
  const { windowDays, platform, country, category, tag, company } = address;
  return {
    windowDays: parseOneOf(windows, windowDays),
    platform: parseKey(platformNames, platform),
    country: parseCountry(country),
    category: parseSearchText(category),
    tag: parseId(tag),
    company: parseSearchText(company),
  };
}

/** All at once, so that filtering by category needs no request. */
export function topTagsQuery({ windowDays = 7, platform, country }: TrendingSearch) {
  return api.trending.topTagsByEngagement.queryOptions({ windowDays, platform, country, limit: 200 });
}

export function topBrandsQuery({ windowDays = 7, platform, country }: TrendingSearch) {
  return api.trending.topAdvertisers.queryOptions({ windowDays, platform, country, limit: 50 });
}
