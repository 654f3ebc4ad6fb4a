import { useQuery } from '@tanstack/react-query';
import { LayoutGrid, List } from 'lucide-react';
import { api } from '../../api/client.ts';
import { Select, Tick } from '../../parts/fields.tsx';
import { SearchField } from '../../parts/SearchField.tsx';
import { Segmented } from '../../parts/Segmented.tsx';
import { formatNames, platformNames } from '../../words/labels.ts';
import { FilterChips } from './FilterChips.tsx';
import { FilterMenu, FilterValues } from './FilterMenu.tsx';
import { MoreFilters } from './MoreFilters.tsx';
import { type BoardSearch, readBoardSearch, sortNames } from './search.ts';
import { noValues, same } from './values.ts';

export interface SearchProps {
  readonly search: BoardSearch;
  readonly onSearch: (change: BoardSearch) => void;
}

/** What the saved ads are narrowed and sorted by. The values offered are those of all saved ads, with their counts. */
export function FilterBar({ search, onSearch }: SearchProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Search these ads"
          value={search.searchQuery ?? ''}
          onSearch={(typed) => onSearch({ searchQuery: typed.trim() === '' ? undefined : typed })}
          className="w-full sm:w-64"
        />
        <MainFilters search={search} onSearch={onSearch} />
        <MoreFilters search={search} onSearch={onSearch} />
        <div className="flex flex-1 items-center justify-end gap-2">
          <Select
            bare
            label="Sort by"
            className="w-44"
            value={search.sortBy ?? 'recommended'}
            onChange={({ target }) => onSearch({ sortBy: readBoardSearch({ sortBy: target.value }).sortBy })}
          >
            {Object.entries(sortNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
          <Segmented
            label="View"
            value={search.view ?? 'grid'}
            options={[
              { value: 'grid', name: 'Cards', label: <LayoutGrid size={16} aria-hidden /> },
              { value: 'list', name: 'List', label: <List size={16} aria-hidden /> },
            ]}
            onChange={(view) => onSearch({ view: view === 'list' ? 'list' : undefined })}
          />
        </div>
      </div>
      <FilterChips search={search} onSearch={onSearch} />
    </div>
  );
}

function MainFilters({ search, onSearch }: SearchProps) {
  const values = useQuery(api.ads.getFilterValues.queryOptions()).data ?? noValues;
  const { counts } = values;
  const companies = search.companyNames ?? [];
  return (
    <>
      <FilterMenu name="Platform" active={search.platforms?.length ?? 0}>
        <FilterValues
          name="Platforms"
          values={values.platforms}
          counts={counts.platforms}
          chosen={search.platforms ?? []}
          onChange={(platforms) => onSearch(readChange({ platforms }))}
          label={(value) => platformNames[value as keyof typeof platformNames]}
        />
      </FilterMenu>
      <FilterMenu name="Format" active={search.formats?.length ?? 0}>
        <FilterValues
          name="Formats"
          values={values.formats}
          counts={counts.formats}
          chosen={search.formats ?? []}
          onChange={(formats) => onSearch(readChange({ formats }))}
          label={(value) => formatNames[value as keyof typeof formatNames]}
        />
      </FilterMenu>
      <FilterMenu name="Brand" active={companies === 'FOLLOWED' ? 1 : companies.length}>
        <Tick
          checked={companies === 'FOLLOWED'}
          onChange={({ target }) => onSearch({ companyNames: target.checked ? 'FOLLOWED' : undefined })}
          className="pb-3"
        >
          Only brands that I follow
        </Tick>
        <FilterValues
          name="Brands"
          values={values.companyNames}
          counts={counts.companyNames}
          chosen={companies === 'FOLLOWED' ? [] : companies}
          onChange={(companyNames) => onSearch({ companyNames })}
          label={same}
        />
      </FilterMenu>
    </>
  );
}

/** What was ticked, as the address would give it back; what it takes away is said too. */
function readChange(change: { readonly [Name in keyof BoardSearch]?: unknown }): BoardSearch {
  const gone = Object.fromEntries(Object.keys(change).map((name) => [name, undefined]));
  return { ...gone, ...readBoardSearch(change) };
}
