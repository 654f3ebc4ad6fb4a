import { countryName, formatDay, formatNumber, languageName } from '../../lib/format.ts';
import { formatNames, platformNames, humanize } from '../../lib/labels.ts';
import { activeFilters, clearedFilters, type FilterName, type IndexFilters } from './filters.ts';
import { adsCopy } from './copy.ts';

const copy = adsCopy.filters;

/** Tag names by id, since filters contain tag ids. */
export type TagNames = ReadonlyMap<number, string>;

interface FilterChip {
  readonly key: string;
  readonly label: string;
  /** The change of the search parameters that removes it. */
  readonly without: IndexFilters;
}

/** One chip for each selected value. The search query is left out, since its field shows it. */
export function filterChips(search: IndexFilters, tagNames?: TagNames): readonly FilterChip[] {
  return activeFilters(search).flatMap((filter) => {
    if (filter === 'searchQuery') return [];
    const value = filter === 'dates' || filter === 'views' ? undefined : search[filter];
    if (!Array.isArray(value)) {
      return { key: filter, label: filterText(search, filter, tagNames), without: clearedFilters([filter]) };
    }
    return value.map((one: string | number) => {
      const others = value.filter((other: string | number) => other !== one);
      return {
        key: `${filter} ${one}`,
        label: valueName(filter, one, tagNames),
        without: others.length > 0 ? { [filter]: others } : clearedFilters([filter]),
      };
    });
  });
}

/** A filter as text, with all its values: "TikTok or YouTube". */
export function filterText(search: IndexFilters, filter: FilterName, tagNames?: TagNames): string {
  if (filter === 'searchQuery') return copy.quoted(search.searchQuery ?? '');
  if (filter === 'isPartnership') return copy.partnerships;
  if (filter === 'dates') return between(copy.started, formatDay, search.dateFrom, search.dateTo);
  if (filter === 'views') return between(copy.reach, formatNumber, search.viewsMin, search.viewsMax);
  const value = search[filter];
  if (value === 'FOLLOWED') return copy.followed;
  const values: readonly (string | number | undefined)[] = Array.isArray(value) ? value : [value];
  return copy.either(values.map((one) => valueName(filter, one ?? '', tagNames)));
}

function between<Value>(
  what: string,
  format: (value: Value) => string,
  from: Value | undefined,
  to: Value | undefined,
): string {
  if (from === undefined) return copy.upTo(what, to === undefined ? '' : format(to));
  return to === undefined ? copy.from(what, format(from)) : copy.between(what, format(from), format(to));
}

const plainNames: Readonly<Record<string, string>> = {
  ...platformNames,
  ...formatNames,
  active: adsCopy.running,
  inactive: adsCopy.ended,
};

export function valueName(filter: FilterName, value: string | number, tagNames?: TagNames): string {
  const text = String(value);
  if (filter === 'countries') return countryName(text);
  if (filter === 'languages') return languageName(text);
  if (filter === 'tagDefinitionIds') return tagNames?.get(Number(value)) ?? copy.tag(value);
  if (filter === 'companyNames') return text;
  // A call to action is free text or a platform's constant: `SHOP_NOW`.
  if (filter === 'ctaTypes') return /^[A-Z_]+$/.test(text) ? humanize(text) : text;
  return plainNames[text] ?? humanize(text);
}
