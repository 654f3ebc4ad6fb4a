import {
  type Address,
  amountIn,
  countryIn,
  dayIn,
  idIn,
  keyIn,
  listIn,
  notBefore,
  oneOf,
  textIn,
} from '../words/address.ts';
import { formatNames, type Platform, platformNames } from '../words/labels.ts';

/** What saved ads are narrowed by, as `ads.list` takes it and addresses keep it. */
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

/** What all ads are narrowed by, as `ads.search` takes it. */
export interface IndexFilters extends AdFilters {
  readonly mediaType?: 'image' | 'video' | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
  readonly countries?: string[] | undefined;
  readonly tagDefinitionIds?: number[] | undefined;
}

export function readAdFilters(address: Address): AdFilters {
  const viewsMin = amountIn(address.viewsMin);
  const dateFrom = dayIn(address.dateFrom);
  return {
    searchQuery: textIn(address.searchQuery),
    platforms: listIn(address.platforms, (value) => keyIn(platformNames, value)),
    formats: listIn(address.formats, (value) => keyIn(formatNames, value)),
    companyNames:
      address.companyNames === 'FOLLOWED'
        ? 'FOLLOWED'
        : listIn(address.companyNames, (value) => textIn(value, 200)),
    adTypes: listIn(address.adTypes, (value) => textIn(value, 100)),
    languages: listIn(address.languages, languageIn),
    ctaTypes: listIn(address.ctaTypes, (value) => textIn(value, 100)),
    isPartnership: address.isPartnership === true || undefined,
    viewsMin,
    viewsMax: notBefore(amountIn(address.viewsMax), viewsMin),
    dateFrom,
    dateTo: notBefore(dayIn(address.dateTo), dateFrom),
  };
}

export function readIndexFilters(address: Address): IndexFilters {
  return {
    ...readAdFilters(address),
    mediaType: oneOf(['image', 'video'], address.mediaType),
    status: oneOf(['active', 'inactive'], address.status),
    countries: listIn(address.countries, countryIn),
    tagDefinitionIds: listIn(address.tagDefinitionIds, idIn),
  };
}

function languageIn(value: unknown): string | undefined {
  const isCode = typeof value === 'string' && /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i.test(value);
  return isCode && value.length <= 35 ? value : undefined;
}

/** A filter is what is chosen and dropped as one: a list of values, or the two ends of a range. */
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

/** The filters that hold, in the order in which they are shown. */
export function activeFilters(search: IndexFilters): readonly Filter[] {
  return (Object.keys(filterFields) as readonly Filter[]).filter((filter) =>
    filterFields[filter].some((field) => search[field] !== undefined),
  );
}

/** The change of an address that drops these filters; the rest of it stays. */
export function dropped(filters: readonly Filter[]): { readonly [Field in keyof IndexFilters]?: undefined } {
  return Object.fromEntries(
    filters.flatMap((filter) => filterFields[filter]).map((field) => [field, undefined]),
  );
}

/** Adds a value to a list, or takes it out when it is there; an empty list is none. */
export function toggled<Value>(list: readonly Value[] | undefined, value: Value): Value[] | undefined {
  const without = (list ?? []).filter((one) => one !== value);
  const next = without.length === (list ?? []).length ? [...without, value] : without;
  return next.length === 0 ? undefined : next;
}
