import type { Platform } from '../../words/labels.ts';
import type { TrendingSearch } from './search.ts';

const day = 86_400_000;

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
  now = Date.now(),
): AdsBehind {
  return {
    dateFrom: new Date(now - (windowDays - 1) * day).toISOString().slice(0, 10),
    dateTo: new Date(now).toISOString().slice(0, 10),
    ...(platform !== undefined && { platforms: [platform] }),
    ...(country !== undefined && { countries: [country] }),
    sortBy: 'likes',
  };
}
