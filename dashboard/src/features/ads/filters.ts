import {
  type SearchParams,
  parseAmount,
  parseCountry,
  parseDate,
  parseId,
  parseKey,
  parseList,
  notBefore,
  parseOneOf,
  parseSearchText,
} from '../../lib/searchParams.ts';
import { formatNames, type Platform, platformNames } from '../../lib/labels.ts';

/** Filters of saved ads, as in the input of `ads.list` and in search parameters. */
export interface AdFilters {
  readonly searchQuery?: string | undefined;
  readonly platforms?: Platform[] | undefined;
  readonly formats?: (keyof typeof formatNames)[] | undefined;
  readonly companyNames?: string[] | 'FOLLOWED' | undefined;
  readonly adTypes?: string[] | undefined;
  readonly languages?: string[] | undefined;
  readonly ctaTypes?: string[] | undefined;
  readonly isPartnership?: true | undefined;
  readonly viewsMin?: number | undefined;
  readonly viewsMax?: number | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

/** Filters of all ads, as in the input of `ads.search`. */
export interface IndexFilters extends AdFilters {
  readonly mediaType?: 'image' | 'video' | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
  readonly countries?: string[] | undefined;
  readonly tagDefinitionIds?: number[] | undefined;
}

export function readAdFilters(address: SearchParams): AdFilters {
  const viewsMin = parseAmount(address.viewsMin);
  const dateFrom = parseDate(address.dateFrom);
  return {
    searchQuery: parseSearchText(address.searchQuery),
    platforms: parseList(address.platforms, (value) => parseKey(platformNames, value)),
    formats: parseList(address.formats, (value) => parseKey(formatNames, value)),
    companyNames:
      address.companyNames === 'FOLLOWED'
        ? 'FOLLOWED'
        : parseList(address.companyNames, (value) => parseSearchText(value, 200)),
    adTypes: parseList(address.adTypes, (value) => parseSearchText(value, 100)),
    languages: parseList(address.languages, parseLanguage),
    ctaTypes: parseList(address.ctaTypes, (value) => parseSearchText(value, 100)),
    isPartnership: address.isPartnership === true || undefined,
    viewsMin,
    viewsMax: notBefore(parseAmount(address.viewsMax), viewsMin),
    dateFrom,
    dateTo: notBefore(parseDate(address.dateTo), dateFrom),
  };
}

export function readIndexFilters(address: SearchParams): IndexFilters {
  return {
    ...readAdFilters(address),
    mediaType: parseOneOf(['image', 'video'], address.mediaType),
    status: parseOneOf(['active', 'inactive'], address.status),
    countries: parseList(address.countries, parseCountry),
    tagDefinitionIds: parseList(address.tagDefinitionIds, parseId),
  };
}

function parseLanguage(value: unknown): string | undefined {
  const isCode = typeof value === 'string' && /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i.test(value);
  return isCode && value.length <= 35 ? value : undefined;
}

/** The search parameters of each filter: a list of values, or the two ends of a range. */
const filterFields = {
  searchQuery: ['searchQuery'],
  platforms: ['platforms'],
  formats: ['formats'],
  mediaType: ['mediaType'],
  status: ['status'],
  countries: ['countries'],
  languages: ['languages'],
  companyNames: ['companyNames'],
  adTypes: ['adTypes'],
  ctaTypes: ['ctaTypes'],
  tagDefinitionIds: ['tagDefinitionIds'],
  isPartnership: ['isPartnership'],
  dates: ['dateFrom', 'dateTo'],
  views: ['viewsMin', 'viewsMax'],
} as const satisfies Readonly<Record<string, readonly (keyof IndexFilters)[]>>;

export type Filter = keyof typeof filterFields;

export function activeFilters(search: IndexFilters): readonly Filter[] {
  return (Object.keys(filterFields) as readonly Filter[]).filter((filter) =>
    filterFields[filter].some((field) => search[field] !== undefined),
  );
}

/** A change of the search parameters that removes these filters. */
export function clearedFilters(filters: readonly Filter[]): {
  readonly [Field in keyof IndexFilters]?: undefined;
} {
  return Object.fromEntries(
    filters.flatMap((filter) => filterFields[filter]).map((field) => [field, undefined]),
  );
}

/** Adds a value to a list, or removes it if present; an empty list becomes undefined. */
export function toggled<Value>(list: readonly Value[] | undefined, value: Value): Value[] | undefined {
  const without = (list ?? []).filter((one) => one !== value);
  const next = without.length === (list ?? []).length ? [...without, value] : without;
  return next.length === 0 ? undefined : next;
}
