import { plusDays, todayInUtc } from '../../words/days.ts';
import type { Platform } from '../../words/labels.ts';
import type { TrendingSearch } from './search.ts';

interface AdsBehind {
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly platforms?: Platform[];
  readonly countries?: string[];
  readonly sortBy: 'likes';
}

/**
 * The filters by which ads.search finds the ads of a window, those with most likes first. A window of seven days is
 * today, in UTC, and the six days before it; an ad that is to start later is not in it.
 */
export function adsBehind(
  { windowDays = 7, platform, country }: TrendingSearch,
  today = todayInUtc(),
): AdsBehind {
  return {
    dateFrom: plusDays(today, 1 - windowDays),
    dateTo: today,
    ...(platform !== undefined && { platforms: [platform] }),
    ...(country !== undefined && { countries: [country] }),
    sortBy: 'likes',
  };
}
