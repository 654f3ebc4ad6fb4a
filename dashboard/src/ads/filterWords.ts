import { countryName, formatDay, formatNumber, languageName } from '../words/format.ts';
import { formatNames, platformNames, readable } from '../words/labels.ts';
import { activeFilters, dropped, type Filter, type IndexFilters } from './filters.ts';

/** Tags are known by number where ads are narrowed by them. */
export type TagNames = ReadonlyMap<number, string>;

interface FilterChip {
  readonly key: string;
  readonly words: string;
  /** The change of the address that drops it. */
  readonly without: IndexFilters;
}

/** One chip for each value that was chosen. Words that were typed stand in their field already. */
export function chipsOf(search: IndexFilters, tagNames?: TagNames): readonly FilterChip[] {
  return activeFilters(search).flatMap((filter) => {
    if (filter === 'searchQuery') return [];
    const value = filter === 'dates' || filter === 'views' ? undefined : search[filter];
    if (!Array.isArray(value)) {
      return { key: filter, words: wordsOf(search, filter, tagNames), without: dropped([filter]) };
    }
    return value.map((one: string | number) => {
      const others = value.filter((other: string | number) => other !== one);
      return {
        key: `${filter} ${one}`,
        words: valueName(filter, one, tagNames),
        without: others.length > 0 ? { [filter]: others } : dropped([filter]),
      };
    });
  });
}

/** A filter in words, with all its values: "TikTok or YouTube". */
export function wordsOf(search: IndexFilters, filter: Filter, tagNames?: TagNames): string {
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
export function valueName(filter: Filter, value: string | number, tagNames?: TagNames): string {
  const text = String(value);
  if (filter === 'countries') return countryName(text);
  if (filter === 'languages') return languageName(text);
  if (filter === 'tagDefinitionIds') return tagNames?.get(Number(value)) ?? `Tag ${value}`;
  if (filter === 'companyNames') return text;
  // Ads have a call to action in their own words, or as a platform names it: `SHOP_NOW`.
  if (filter === 'ctaTypes') return /^[A-Z_]+$/.test(text) ? readable(text) : text;
  return plainNames[text] ?? readable(text);
}
