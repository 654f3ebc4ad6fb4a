import { plusDays, todayInUtc } from '../../lib/days.ts';
import type { Platform } from '../../lib/labels.ts';
import type { TrendingSearch } from './search.ts';

interface RowFilters {
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly platforms?: Platform[];
  readonly countries?: string[];
  readonly sortBy: 'likes';
}

/**
 * The `ads.search` filters for the ads of a period, most liked first. Seven days are today, in UTC, and the six days
 * before; ads with a future start date are excluded.
 */
export function rowFilters(
  { windowDays = 7, platform, country }: TrendingSearch,
  today = todayInUtc(),
): RowFilters {
  return {
    dateFrom: plusDays(today, 1 - windowDays),
    dateTo: today,
    ...(platform !== undefined && { platforms: [platform] }),
    ...(country !== undefined && { countries: [country] }),
    sortBy: 'likes',
  };
}
