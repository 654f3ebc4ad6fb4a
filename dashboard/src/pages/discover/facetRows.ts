import { type TagNames, valueName } from '../../ads/filterWords.ts';
import type { DiscoverSearch } from './search.ts';
import type { FacetFilter } from './useDiscover.ts';

export interface FacetRow {
  readonly value: string;
  readonly name: string;
  readonly count: number;
  readonly isChosen: boolean;
}

/**
 * The values of a filter, most frequent first. One that was chosen is there even when no ad has it, so that it can be
 * given up; media other than image and video cannot be asked for, nor can tags whose name is not known be read.
 */
export function facetRows(
  search: DiscoverSearch,
  filter: FacetFilter,
  counts: Readonly<Record<string, number>>,
  tagNames: TagNames,
): readonly FacetRow[] {
  const value = search[filter];
  const list: readonly (string | number)[] = Array.isArray(value) ? value : [];
  const chosen = new Set(list.map(String));
  if (typeof value === 'string' && value !== 'FOLLOWED') chosen.add(value);
  return [...new Set([...Object.keys(counts), ...chosen])]
    .filter((one) => filter !== 'mediaType' || one !== 'other')
    .filter((one) => filter !== 'tagDefinitionIds' || chosen.has(one) || tagNames.has(Number(one)))
    .map((one) => ({
      value: one,
      name: valueName(filter, one, tagNames),
      count: counts[one] ?? 0,
      isChosen: chosen.has(one),
    }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}
