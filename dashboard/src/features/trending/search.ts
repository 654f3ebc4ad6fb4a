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
  /** The expanded row of each list. */
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
