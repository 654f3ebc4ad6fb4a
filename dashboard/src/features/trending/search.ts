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

export interface WindowSearch {
  /** Default: 7, or 30 for the saturation. */
  readonly windowDays?: WindowDays | undefined;
  readonly platform?: Platform | undefined;
  readonly country?: string | undefined;
}

export interface TrendingSearch extends WindowSearch {
  /** Default: by engagement. */
  readonly sortBy?: 'momentum' | undefined;
  readonly category?: string | undefined;
  readonly tag?: number | undefined;
  readonly company?: string | undefined;
}

export function readTrendingSearch(address: SearchParams): TrendingSearch {
  const { category, tag, company } = address;
  return {
    ...readWindow(address),
    sortBy: parseOneOf(['momentum'], address.sortBy),
    category: parseSearchText(category),
    tag: parseId(tag),
    company: parseSearchText(company),
  };
}

function readWindow({ windowDays, platform, country }: SearchParams): WindowSearch {
  return {
    windowDays: parseOneOf(windows, windowDays),
    platform: parseKey(platformNames, platform),
    country: parseCountry(country),
  };
}

/** All at once, so that filtering by category needs no request. */
export function topTagsQuery({ windowDays = 7, platform, country, sortBy }: TrendingSearch) {
  return api.trending.topTagsByEngagement.queryOptions({ windowDays, platform, country, sortBy, limit: 200 });
}

export function topBrandsQuery({ windowDays = 7, platform, country, sortBy }: TrendingSearch) {
  return api.trending.topAdvertisers.queryOptions({ windowDays, platform, country, sortBy, limit: 50 });
}

/** Without a category: the brands that the user follows if `brands` is set, otherwise the largest category. */
export interface SaturationSearch extends WindowSearch {
  readonly category?: string | undefined;
  readonly brands?: 'followed' | undefined;
}

export function readSaturationSearch(address: SearchParams): SaturationSearch {
  const category = parseSearchText(address.category, 100);
  return {
    ...readWindow(address),
    category,
    brands: category === undefined ? parseOneOf(['followed'], address.brands) : undefined,
  };
}

export const categoriesQuery = {
  ...api.trending.listCategories.queryOptions(),
  staleTime: 3_600_000,
};

/** @param category null: the brands that the user follows */
export function saturationQuery(
  { windowDays = 30, platform, country }: WindowSearch,
  category: string | null,
) {
  const set = category === null ? { companyNames: 'FOLLOWED' as const } : { category };
  return api.trending.saturation.queryOptions({ ...set, windowDays, platform, country });
}

/** Of at most 100 rows, which is the limit of a request. */
export function historyQuery(
  { windowDays = 7, platform, country }: TrendingSearch,
  rows: { readonly tagDefinitionIds: number[] } | { readonly advertiserIds: number[] },
) {
  return api.trending.getHistory.queryOptions({ ...rows, windowDays, platform, country });
}
