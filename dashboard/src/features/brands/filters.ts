import { plusDays } from '../../lib/days.ts';
import { type AdsSearch, type BrandSearch, rangeDays } from './search.ts';

/** The search parameters as input for the server. */
export function filtersOf(search: AdsSearch, today: string) {
  const { range, dateTo, status, mediaType, language } = search;
  const dateFrom = range === undefined ? search.dateFrom : plusDays(today, 1 - rangeDays[range]);
  return { dateFrom, dateTo, status, mediaType, language };
}
export type BrandFilters = ReturnType<typeof filtersOf>;

/** The same filters as search parameters of Discover. */
export function asDiscoverSearch(companyName: string, filters: BrandFilters) {
  const { language, ...rest } = filters;
  return { ...rest, companyNames: [companyName], languages: language === undefined ? undefined : [language] };
}

const timeRanges = {
  '7': '1week',
  '30': '1month',
  '90': '3months',
  '180': '6months',
  '365': '1year',
} as const;

/** The selected range, else a year; undefined for custom dates. */
export function timeRangeOf({ range, dateFrom, dateTo }: AdsSearch) {
  if (range !== undefined) return timeRanges[range];
  return dateFrom === undefined && dateTo === undefined ? '1year' : undefined;
}

/** The period of the changes: since the given day, else the period of the page, else the last 30 days. */
export function changedDays({ since, dateTo, ...search }: BrandSearch, today: string) {
  const to = dateTo !== undefined && dateTo < today ? dateTo : today;
  const from = since ?? filtersOf(search, today).dateFrom ?? plusDays(to, -29);
  return { dateFrom: from > to ? to : from, dateTo: to };
}
