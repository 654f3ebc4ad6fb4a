import { type TagNames, valueName } from '../filterText.ts';
import type { DiscoverSearch } from './search.ts';
import type { FacetFilter } from './useDiscover.ts';

export interface FacetRow {
  readonly value: string;
  readonly name: string;
  readonly count: number;
  readonly isSelected: boolean;
}

/**
 * The values of a filter, most frequent first. Selected values without ads are included, so that they can be removed.
 * Media types other than image and video cannot be filtered, and tags with unknown names are left out.
 */
export function facetRows(
  search: DiscoverSearch,
  filter: FacetFilter,
  counts: Readonly<Record<string, number>>,
  tagNames: TagNames,
): readonly FacetRow[] {
  const value = search[filter];
  const list: readonly (string | number)[] = Array.isArray(value) ? value : [];
  const selected = new Set(list.map(String));
  if (typeof value === 'string' && value !== 'FOLLOWED') selected.add(value);
  return [...new Set([...Object.keys(counts), ...selected])]
    .filter((one) => filter !== 'mediaType' || one !== 'other')
    .filter((one) => filter !== 'tagDefinitionIds' || selected.has(one) || tagNames.has(Number(one)))
    .map((one) => ({
      value: one,
      name: valueName(filter, one, tagNames),
      count: counts[one] ?? 0,
      isSelected: selected.has(one),
    }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}
