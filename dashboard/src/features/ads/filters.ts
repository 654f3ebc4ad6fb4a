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
import type { RouterInputs } from '../../lib/api/types.ts';
import { formatNames, platformNames } from '../../lib/labels.ts';

type Filters<Input> = Omit<Exclude<Input, void>, 'boardId' | 'sortBy' | 'limit' | 'cursor' | 'duplicates'>;

export type AdFilters = Filters<RouterInputs['ads']['list']>;
export type IndexFilters = Filters<RouterInputs['ads']['search']>;
/** Filters of saved ads, of the index, or of both. */
export type AnyFilters = IndexFilters & Pick<AdFilters, 'labelIds' | 'stages'>;

export function readAdFilters(params: SearchParams): AdFilters {
  const viewsMin = parseAmount(params.viewsMin);
  const dateFrom = parseDate(params.dateFrom);
  return {
    searchQuery: parseSearchText(params.searchQuery),
    platforms: parseList(params.platforms, (value) => parseKey(platformNames, value)),
    formats: parseList(params.formats, (value) => parseKey(formatNames, value)),
    companyNames:
      params.companyNames === 'FOLLOWED'
        ? 'FOLLOWED'
        : parseList(params.companyNames, (value) => parseSearchText(value, 200)),
    adTypes: parseList(params.adTypes, (value) => parseSearchText(value, 100)),
    languages: parseList(params.languages, parseLanguage),
    ctaTypes: parseList(params.ctaTypes, (value) => parseSearchText(value, 100)),
    isPartnership: params.isPartnership === true || undefined,
    viewsMin,
    viewsMax: notBefore(parseAmount(params.viewsMax), viewsMin),
    dateFrom,
    dateTo: notBefore(parseDate(params.dateTo), dateFrom),
  };
}

export function readIndexFilters(params: SearchParams): IndexFilters {
  const daysRunningMin = parseDays(params.daysRunningMin);
  const tagDefinitionIds = parseList(params.tagDefinitionIds, parseId);
  const filters = readAdFilters(params);
  return {
    ...filters,
    match: filters.searchQuery === undefined ? undefined : parseOneOf(['meaning'], params.match),
    mediaType: parseOneOf(['image', 'video'], params.mediaType),
    status: parseOneOf(['active', 'inactive'], params.status),
    countries: parseList(params.countries, parseCountry),
    tagDefinitionIds,
    tagMatch: tagDefinitionIds && parseOneOf(['all'], params.tagMatch),
    categories: parseList(params.categories, (value) => parseSearchText(value, 100)),
    daysRunningMin,
    daysRunningMax: notBefore(parseDays(params.daysRunningMax), daysRunningMin),
    duplicatesOf: parseHash(params.duplicatesOf, 32),
    similarTo: parseSimilarTo(params.similarTo),
  };
}

/** An ad or a picture. */
function parseSimilarTo(value: unknown): IndexFilters['similarTo'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const [hash, picture] = [
    parseHash('hash' in value ? value.hash : undefined, 32),
    parseHash('picture' in value ? value.picture : undefined, 64),
  ];
  if (hash !== undefined) return { hash };
  return picture === undefined ? undefined : { picture };
}

function parseDays(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? parseAmount(value) : undefined;
}

function parseHash(value: unknown, digits: 32 | 64): string | undefined {
  return typeof value === 'string' && value.length === digits && /^[\da-f]+$/.test(value) ? value : undefined;
}

function parseLanguage(value: unknown): string | undefined {
  const isCode = typeof value === 'string' && /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i.test(value);
  return isCode && value.length <= 35 ? value : undefined;
}

/** The search parameters of each filter: a list of values, or the two ends of a range. */
const filterFields = {
  searchQuery: ['searchQuery', 'match'],
  platforms: ['platforms'],
  formats: ['formats'],
  mediaType: ['mediaType'],
  status: ['status'],
  countries: ['countries'],
  languages: ['languages'],
  categories: ['categories'],
  companyNames: ['companyNames'],
  adTypes: ['adTypes'],
  ctaTypes: ['ctaTypes'],
  tagDefinitionIds: ['tagDefinitionIds', 'tagMatch'],
  labelIds: ['labelIds'],
  stages: ['stages'],
  isPartnership: ['isPartnership'],
  dates: ['dateFrom', 'dateTo'],
  daysRunning: ['daysRunningMin', 'daysRunningMax'],
  views: ['viewsMin', 'viewsMax'],
  duplicatesOf: ['duplicatesOf'],
  similarTo: ['similarTo'],
} as const satisfies Readonly<Record<string, readonly (keyof AnyFilters)[]>>;

export type FilterName = keyof typeof filterFields;

export function activeFilters(search: AnyFilters): readonly FilterName[] {
  return (Object.keys(filterFields) as readonly FilterName[]).filter((filter) =>
    filterFields[filter].some((field) => search[field] !== undefined),
  );
}

export function clearedFilters(filters: readonly FilterName[]): {
  readonly [Field in keyof AnyFilters]?: undefined;
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
