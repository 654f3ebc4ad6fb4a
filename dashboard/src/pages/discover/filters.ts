import { countryName, formatDay, formatNumber, languageName } from '../../words/format.ts';
import { formatNames, platformNames, readable } from '../../words/labels.ts';
import type { DiscoverSearch } from './search.ts';

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
} as const satisfies Readonly<Record<string, readonly (keyof DiscoverSearch)[]>>;

export type Filter = keyof typeof filterFields;

/** The filters that hold, in the order in which they are shown. */
export function activeFilters(search: DiscoverSearch): readonly Filter[] {
  return (Object.keys(filterFields) as readonly Filter[]).filter((filter) =>
    filterFields[filter].some((field) => search[field] !== undefined),
  );
}

export function withoutFilter(search: DiscoverSearch, filter: Filter): DiscoverSearch {
  const fields: readonly string[] = filterFields[filter];
  return Object.fromEntries(Object.entries(search).filter(([field]) => !fields.includes(field)));
}

export type TagNames = ReadonlyMap<number, string>;

export interface FilterChip {
  readonly key: string;
  readonly words: string;
  /** The search without it. */
  readonly rest: DiscoverSearch;
}

/** One chip for each value that was chosen. Words that were typed stand in their field already. */
export function chipsOf(search: DiscoverSearch, tagNames: TagNames): readonly FilterChip[] {
  return activeFilters(search).flatMap((filter) => {
    if (filter === 'searchQuery') return [];
    const value = filter === 'dates' || filter === 'views' ? undefined : search[filter];
    if (!Array.isArray(value)) {
      return { key: filter, words: wordsOf(search, filter, tagNames), rest: withoutFilter(search, filter) };
    }
    return value.map((one: string | number) => {
      const others = value.filter((other: string | number) => other !== one);
      const rest = others.length > 0 ? { ...search, [filter]: others } : withoutFilter(search, filter);
      return { key: `${filter} ${one}`, words: valueName(filter, one, tagNames), rest };
    });
  });
}

/** A filter in words, with all its values: "TikTok or YouTube". */
export function wordsOf(search: DiscoverSearch, filter: Filter, tagNames: TagNames): string {
  if (filter === 'searchQuery') return `“${search.searchQuery}”`;
  if (filter === 'isPartnership') return 'Partnerships';
  if (filter === 'dates') return between('Started', formatDay, search.dateFrom, search.dateTo);
  if (filter === 'views') return between('Reach', formatNumber, search.viewsMin, search.viewsMax);
  const value = search[filter];
  if (value === 'FOLLOWED') return 'Brands you follow';
  const values: readonly (string | number | undefined)[] = Array.isArray(value) ? value : [value];
  return values.map((one) => valueName(filter, one ?? '', tagNames)).join(' or ');
}

function between<Value>(
  what: string,
  format: (value: Value) => string,
  from: Value | undefined,
  to: Value | undefined,
): string {
  if (from === undefined) return `${what} up to ${to === undefined ? '' : format(to)}`;
  return to === undefined ? `${what} from ${format(from)}` : `${what} ${format(from)} – ${format(to)}`;
}

const plainNames: Readonly<Record<string, string>> = {
  ...platformNames,
  ...formatNames,
  active: 'Running',
  inactive: 'Ended',
};

/** What a value of a filter is called on the page. */
export function valueName(filter: Filter, value: string | number, tagNames: TagNames): string {
  if (filter === 'countries') return countryName(String(value));
  if (filter === 'languages') return languageName(String(value));
  if (filter === 'tagDefinitionIds') return tagNames.get(Number(value)) ?? `Tag ${value}`;
  if (filter === 'adTypes') return readable(String(value));
  if (filter === 'companyNames' || filter === 'ctaTypes') return String(value);
  return plainNames[value] ?? readable(String(value));
}

/** Of filters and how many ads there would be without each, the one that removed most; null when none alone did. */
export function biggestObstacle(
  totals: readonly { readonly filter: Filter; readonly total: number }[],
): { readonly filter: Filter; readonly total: number } | null {
  const [most] = totals.toSorted((a, b) => b.total - a.total);
  return most === undefined || most.total === 0 ? null : most;
}

/** Adds a value to a list, or takes it out when it is there; an empty list is none. */
export function toggled<Value>(list: readonly Value[] | undefined, value: Value): Value[] | undefined {
  const without = (list ?? []).filter((one) => one !== value);
  const next = without.length === (list ?? []).length ? [...without, value] : without;
  return next.length === 0 ? undefined : next;
}
