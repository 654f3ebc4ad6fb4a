import { listLimits } from '@magpie/contract/limits';
import { api } from '../../lib/api/client.ts';
import { plusDays, todayInUtc } from '../../lib/days.ts';
import {
  notBefore,
  parseOneOf,
  parseDate,
  parseList,
  parseSearchText,
  type SearchParams,
} from '../../lib/searchParams.ts';

/** The name on the wire of each number of days up to today; a link to "30 days" stays relative. */
const timeRanges = {
  '7': '1week',
  '30': '1month',
  '90': '3months',
  '180': '6months',
  '365': '1year',
} as const;
type Range = keyof typeof timeRanges;

export const textOrders = ['performanceScore', 'adCount', 'reach', 'longestRunning'] as const;
export const creativeOrders = ['daysRunning', 'adCount', 'newest'] as const;
/** The first one is the default. */
export const landingPageOrders = ['distribution', 'adCount'] as const;
export const claimKinds = ['discount', 'price', 'figure', 'guarantee', 'comparative'] as const;
export type ClaimKind = (typeof claimKinds)[number];
export const statuses = ['active', 'inactive'] as const;
export const mediaTypes = ['image', 'video'] as const;

export interface AdsSearch {
  readonly range?: Range | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly status?: (typeof statuses)[number] | undefined;
  readonly mediaType?: (typeof mediaTypes)[number] | undefined;
  readonly language?: string | undefined;
}

export interface BrandSearch extends AdsSearch {
  readonly since?: string | undefined;
  readonly creativesBy?: (typeof creativeOrders)[number] | undefined;
  readonly copiesBy?: (typeof textOrders)[number] | undefined;
  readonly headlinesBy?: (typeof textOrders)[number] | undefined;
  readonly landingPagesBy?: (typeof landingPageOrders)[number] | undefined;
  readonly claimKind?: ClaimKind | undefined;
}

export interface CompareSearch extends AdsSearch {
  readonly names?: readonly string[] | undefined;
}

export function readBrandSearch(params: SearchParams): BrandSearch {
  return {
    ...readAdsSearch(params),
    since: parseDate(params.since),
    creativesBy: parseOneOf(creativeOrders, params.creativesBy),
    copiesBy: parseOneOf(textOrders, params.copiesBy),
    headlinesBy: parseOneOf(textOrders, params.headlinesBy),
    landingPagesBy: parseOneOf(landingPageOrders, params.landingPagesBy),
    claimKind: parseOneOf(claimKinds, params.claimKind),
  };
}

export function readBrandsSearch({ name }: SearchParams): { readonly name?: string | undefined } {
  return { name: parseSearchText(name)?.trim() };
}

export const maxCompared = listLimits.comparedCompanies;

export function readCompareSearch(params: SearchParams): CompareSearch {
  const names = parseList(params.names, (name) => parseSearchText(name)?.trim());
  const lower = names?.map((name) => name.toLowerCase());
  const unique = names?.filter((name, index) => lower?.indexOf(name.toLowerCase()) === index);
  return { ...readAdsSearch(params), names: unique?.slice(0, maxCompared) };
}

function readAdsSearch(params: SearchParams): AdsSearch {
  const range = parseOneOf(Object.keys(timeRanges) as readonly Range[], String(params.range));
  const dateFrom = parseDate(params.dateFrom);
  return {
    range,
    ...(range === undefined && { dateFrom, dateTo: notBefore(parseDate(params.dateTo), dateFrom) }),
    status: parseOneOf(statuses, params.status),
    mediaType: parseOneOf(mediaTypes, params.mediaType),
    language: parseSearchText(params.language)?.trim().toLowerCase(),
  };
}

export function toBrandFilters(search: AdsSearch, today: string) {
  const { range, dateTo, status, mediaType, language } = search;
  const dateFrom = range === undefined ? search.dateFrom : plusDays(today, 1 - Number(range));
  return { dateFrom, dateTo, status, mediaType, language };
}
export type BrandFilters = ReturnType<typeof toBrandFilters>;

export function asDiscoverSearch(companyName: string, filters: BrandFilters) {
  const { language, ...rest } = filters;
  return { ...rest, companyNames: [companyName], languages: language === undefined ? undefined : [language] };
}

/** The selected range; undefined for custom dates. */
export function toTimeRange({ range }: AdsSearch) {
  return range === undefined ? undefined : timeRanges[range];
}

/** The period of the changes: since the given day, else the period of the page, else the last 30 days. */
export function changedDays({ since, dateTo, ...search }: BrandSearch, today: string) {
  const to = dateTo !== undefined && dateTo < today ? dateTo : today;
  const from = since ?? toBrandFilters(search, today).dateFrom ?? plusDays(to, -29);
  return { dateFrom: from > to ? to : from, dateTo: to };
}

export function hasRange({ range, dateFrom, dateTo }: AdsSearch): boolean {
  return range !== undefined || dateFrom !== undefined || dateTo !== undefined;
}

/** Those of the page if it is a usual span, else a month. */
export function comparedDays({ range, dateFrom, dateTo }: AdsSearch): number {
  const days =
    dateFrom !== undefined && dateTo !== undefined
      ? (Date.parse(dateTo) - Date.parse(dateFrom)) / 86_400_000 + 1
      : Number(range);
  return days >= 7 && days <= 90 ? days : 30;
}

/** All ads of the brand, whatever the filters: the heading is of the brand and not of a selection. */
export function headerQuery(companyName: string) {
  return api.brandSpy.getHeader.queryOptions({ companyName });
}

export function compareQuery({ names = [], ...search }: CompareSearch) {
  return api.brandSpy.compare.queryOptions({
    companyNames: [...names],
    ...toBrandFilters(search, todayInUtc()),
  });
}
