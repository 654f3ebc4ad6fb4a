import { listLimits } from '@magpie/contract/limits';
import { plusDays } from '../../lib/days.ts';
import {
  notBefore,
  parseOneOf,
  parseDate,
  parseList,
  parseSearchText,
  type SearchParams,
} from '../../lib/searchParams.ts';

/** Days up to today, so that a link to "30 days" stays relative. */
const rangeDays = { '7': 7, '30': 30, '90': 90, '180': 180, '365': 365 } as const;
export type Range = keyof typeof rangeDays;

export const textOrders = ['performanceScore', 'adCount', 'reach', 'longestRunning'] as const;
export const landingPageOrders = ['adCount', 'distribution'] as const;
const statuses = ['active', 'inactive'] as const;
const mediaTypes = ['image', 'video'] as const;

export interface AdsSearch {
  readonly range?: Range | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly status?: (typeof statuses)[number] | undefined;
  readonly mediaType?: (typeof mediaTypes)[number] | undefined;
  readonly language?: string | undefined;
}

export interface BrandSearch extends AdsSearch {
  /** The first day of the changes. */
  readonly since?: string | undefined;
  readonly copiesBy?: (typeof textOrders)[number] | undefined;
  readonly headlinesBy?: (typeof textOrders)[number] | undefined;
  readonly landingPagesBy?: (typeof landingPageOrders)[number] | undefined;
}

interface BrandsSearch {
  readonly name?: string | undefined;
}

export interface CompareSearch extends AdsSearch {
  readonly names?: readonly string[] | undefined;
}

export function readBrandSearch(address: SearchParams): BrandSearch {
  return {
    ...readAdsSearch(address),
    since: parseDate(address.since),
    copiesBy: parseOneOf(textOrders, address.copiesBy),
    headlinesBy: parseOneOf(textOrders, address.headlinesBy),
    landingPagesBy: parseOneOf(landingPageOrders, address.landingPagesBy),
  };
}

export function readBrandsSearch({ name }: SearchParams): BrandsSearch {
  return { name: parseSearchText(name)?.trim() };
}

export const maxCompared = listLimits.comparedCompanies;

export function readCompareSearch(address: SearchParams): CompareSearch {
  const names = parseList(address.names, (name) => parseSearchText(name)?.trim());
  const different = names?.filter(
    (name, index) => !names.slice(0, index).some((one) => isSameName(one, name)),
  );
  return { ...readAdsSearch(address), names: different?.slice(0, maxCompared) };
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function readAdsSearch(address: SearchParams): AdsSearch {
  const range = parseOneOf(Object.keys(rangeDays) as readonly Range[], String(address.range));
  const dateFrom = parseDate(address.dateFrom);
  return {
    range,
    ...(range === undefined && { dateFrom, dateTo: notBefore(parseDate(address.dateTo), dateFrom) }),
    status: parseOneOf(statuses, address.status),
    mediaType: parseOneOf(mediaTypes, address.mediaType),
    language: parseSearchText(address.language)?.trim().toLowerCase(),
  };
}

/** The search parameters as input for the server. */
export function toBrandFilters(search: AdsSearch, today: string) {
  const { range, dateTo, status, mediaType, language } = search;
  const dateFrom = range === undefined ? search.dateFrom : plusDays(today, 1 - rangeDays[range]);
  return { dateFrom, dateTo, status, mediaType, language };
}
export type BrandFilters = ReturnType<typeof toBrandFilters>;

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
export function toTimeRange({ range, dateFrom, dateTo }: AdsSearch) {
  if (range !== undefined) return timeRanges[range];
  return dateFrom === undefined && dateTo === undefined ? '1year' : undefined;
}

/** The period of the changes: since the given day, else the period of the page, else the last 30 days. */
export function changedDays({ since, dateTo, ...search }: BrandSearch, today: string) {
  const to = dateTo !== undefined && dateTo < today ? dateTo : today;
  const from = since ?? toBrandFilters(search, today).dateFrom ?? plusDays(to, -29);
  return { dateFrom: from > to ? to : from, dateTo: to };
}
