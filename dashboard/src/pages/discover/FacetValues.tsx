import { useState } from 'react';
import { toggled } from '../../ads/filters.ts';
import { Tick, TextField } from '../../parts/fields.tsx';
import { formatNumber } from '../../words/format.ts';
import { type FacetRow, facetRows } from './facetRows.ts';
import type { FacetsProps } from './Facets.tsx';
import type { DiscoverSearch } from './search.ts';
import type { FacetFilter } from './useDiscover.ts';

interface FacetValuesProps extends FacetsProps {
  readonly filter: FacetFilter;
  readonly title: string;
}

const fewest = 6;
/** From so many values on, they can be searched by name. */
const many = 12;

/** The values of one filter, most frequent first; the rest unfolds. */
export function FacetValues({ search, change, counts, tagNames, filter, title }: FacetValuesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const [typed, setTyped] = useState('');
  const rows = facetRows(search, filter, counts[filter], tagNames);
  const named = rows.filter(({ name }) =>
    name.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase()),
  );
  const shown = isWhole ? named : rows.filter(({ isChosen }, number) => number < fewest || isChosen);
  return (
    <>
      {isWhole && rows.length >= many && (
        <TextField
          label={`Find in ${title.toLowerCase()}`}
          placeholder="Find"
          bare
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="p-1"
        />
      )}
      <ul aria-label={title} className={isWhole ? 'max-h-72 overflow-y-auto' : undefined}>
        {shown.map((row) => (
          <FacetValue
            key={row.value}
            row={row}
            onChoose={() => void change(chosen(search, filter, row.value))}
          />
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="px-1 text-xs text-quiet">
          {rows.length === 0 ? 'Nothing to choose from.' : 'None of that name.'}
        </p>
      )}
      {rows.length > fewest && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => {
            setIsWhole(!isWhole);
            setTyped('');
          }}
          className="self-start rounded-sm px-1 py-1 text-xs text-accent hover:underline"
        >
          {isWhole ? 'Show fewer' : `Show all ${formatNumber(rows.length)}`}
        </button>
      )}
    </>
  );
}

function FacetValue({ row, onChoose }: { readonly row: FacetRow; readonly onChoose: () => void }) {
  const { name, count, isChosen } = row;
  return (
    <li className="flex items-center justify-between gap-2 rounded-sm hover:bg-sunk">
      <Tick checked={isChosen} onChange={onChoose} className="min-h-8 min-w-0 flex-1 px-1">
        <span className="block truncate" dir="auto">
          {name}
        </span>
      </Tick>
      <span className="pr-1 text-xs text-quiet tabular-nums">{formatNumber(count)}</span>
    </li>
  );
}

/** The change by which a value is chosen, or given up when it was. Media and status hold one value, the others many. */
function chosen(search: DiscoverSearch, filter: FacetFilter, value: string): DiscoverSearch {
  if (filter === 'mediaType' || filter === 'status')
    return { [filter]: search[filter] === value ? undefined : value };
  if (filter === 'tagDefinitionIds')
    return { tagDefinitionIds: toggled(search.tagDefinitionIds, Number(value)) };
  const before = search[filter];
  const list: readonly string[] | undefined = before === 'FOLLOWED' ? undefined : before;
  return { [filter]: toggled(list, value) };
}
