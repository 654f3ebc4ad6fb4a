import { useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { classes } from '../../../ui/classes.ts';
import { Checkbox, TextField } from '../../../ui/fields.tsx';
import type { DiscoverSearch } from './search.ts';
import type { FacetCounts, FacetFilter, SearchProps } from './useDiscover.ts';
import { type TagNames, valueName } from '../FilterChips.tsx';
import { toggled } from '../filters.ts';
import { adsCopy } from '../copy.ts';

const copy = adsCopy.discover;

export interface FacetsProps extends SearchProps {
  readonly counts: FacetCounts;
  readonly tagNames: TagNames;
}

interface FacetValuesProps extends FacetsProps {
  readonly filter: FacetFilter;
  /** The maximum height, above which the list scrolls. */
  readonly height?: string;
}

const searchThreshold = 12;

export function FacetValues({
  search,
  change,
  counts,
  tagNames,
  filter,
  height = 'max-h-72',
}: FacetValuesProps) {
  const [typed, setTyped] = useState('');
  const title = copy.groups[filter];
  const rows = facetRows(search, filter, counts[filter], tagNames);
  const shown = rows.filter(({ name }) =>
    name.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase()),
  );
  return (
    <>
      {rows.length >= searchThreshold && (
        <TextField
          label={copy.findIn(title)}
          placeholder={copy.find}
          hideLabel
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="p-1"
        />
      )}
      <ul aria-label={title} className={classes(height, 'overflow-y-auto')}>
        {shown.map((row) => (
          <li key={row.value} className="flex items-center justify-between gap-2 rounded-sm hover:bg-sunk">
            <Checkbox
              checked={row.isSelected}
              onChange={() => void change(toggleValue(search, filter, row.value))}
              className="min-h-8 min-w-0 flex-1 px-1"
            >
              <span className="block truncate" dir="auto">
                {row.name}
              </span>
            </Checkbox>
            <span className="pr-1 text-xs text-quiet tabular-nums">{formatNumber(row.count)}</span>
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="px-1 text-xs text-quiet">{rows.length === 0 ? copy.noValues : copy.noMatches}</p>
      )}
    </>
  );
}

/** The change of the search that toggles a value. Media and status have one value, the others several. */
function toggleValue(search: DiscoverSearch, filter: FacetFilter, value: string): DiscoverSearch {
  if (filter === 'mediaType' || filter === 'status')
    return { [filter]: search[filter] === value ? undefined : value };
  if (filter === 'tagDefinitionIds')
    return { tagDefinitionIds: toggled(search.tagDefinitionIds, Number(value)) };
  const before = search[filter];
  const list: readonly string[] | undefined = before === 'FOLLOWED' ? undefined : before;
  return { [filter]: toggled(list, value) };
}

interface FacetRow {
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
