import { plusDays } from '../../words/days.ts';
import { type AdsSearch, type BrandSearch, rangeDays } from './search.ts';

/** What the address says, as the server is asked for it. */
export function filtersOf(search: AdsSearch, today: string) {
  const { range, dateTo, status, mediaType, language } = search;
  const dateFrom = range === undefined ? search.dateFrom : plusDays(today, 1 - rangeDays[range]);
  return { dateFrom, dateTo, status, mediaType, language };
}
export type AdFilters = ReturnType<typeof filtersOf>;

/** The same filters as the page of all ads has them. */
export function asDiscoverSearch(companyName: string, filters: AdFilters) {
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

/** A year unless a range is chosen; undefined where the dates of the filters set the days. */
export function timeRangeOf({ range, dateFrom, dateTo }: AdsSearch) {
  if (range !== undefined) return timeRanges[range];
  return dateFrom === undefined && dateTo === undefined ? '1year' : undefined;
}

/** The days of which changes are told: those asked for, else those of the page, else the last thirty. */
export function changedDays({ since, dateTo, ...search }: BrandSearch, today: string) {
  const to = dateTo !== undefined && dateTo < today ? dateTo : today;
  const from = since ?? filtersOf(search, today).dateFrom ?? plusDays(to, -29);
  return { dateFrom: from > to ? to : from, dateTo: to };
}
