import { LayoutGrid, List } from 'lucide-react';
import { FilterChips } from '../ads/FilterChips.tsx';
import { Select, Checkbox } from '../../ui/fields.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { FilterMenu, FilterValues } from './FilterMenu.tsx';
import { MoreFilters } from './MoreFilters.tsx';
import { type BoardSearch, readBoardSearch, sortNames } from './search.ts';

export interface SearchProps {
  readonly search: BoardSearch;
  readonly onSearch: (change: BoardSearch) => void;
}

/** Filters and sorting. The offered values and counts are those of all saved ads. */
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
            hideLabel
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
      <FilterChips search={search} onChange={onSearch} />
    </div>
  );
}

function MainFilters({ search, onSearch }: SearchProps) {
  const { platforms = [], formats = [], companyNames = [] } = search;
  const isFollowed = companyNames === 'FOLLOWED';
  return (
    <>
      <FilterMenu name="Platform" active={platforms.length}>
        <FilterValues filter="platforms" name="Platforms" search={search} onSearch={onSearch} />
      </FilterMenu>
      <FilterMenu name="Format" active={formats.length}>
        <FilterValues filter="formats" name="Formats" search={search} onSearch={onSearch} />
      </FilterMenu>
      <FilterMenu name="Brand" active={isFollowed ? 1 : companyNames.length}>
        <Checkbox
          checked={isFollowed}
          onChange={({ target }) => onSearch({ companyNames: target.checked ? 'FOLLOWED' : undefined })}
          className="pb-3"
        >
          Only brands I follow
        </Checkbox>
        <FilterValues filter="companyNames" name="Brands" search={search} onSearch={onSearch} />
      </FilterMenu>
    </>
  );
}
