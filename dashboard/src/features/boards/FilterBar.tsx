import { LayoutGrid, List } from 'lucide-react';
import { FilterChips } from '../ads/FilterChips.tsx';
import { Select, Checkbox } from '../../ui/fields.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { FilterMenu, FilterValues } from './FilterMenu.tsx';
import { MoreFilters } from './MoreFilters.tsx';
import { type BoardSearch, readBoardSearch, sortNames } from './search.ts';
import { boardsCopy } from './copy.ts';

const copy = boardsCopy.filters;

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
          label={copy.search}
          value={search.searchQuery ?? ''}
          onSearch={(typed) => onSearch({ searchQuery: typed.trim() === '' ? undefined : typed })}
          className="w-full sm:w-64"
        />
        <MainFilters search={search} onSearch={onSearch} />
        <MoreFilters search={search} onSearch={onSearch} />
        <div className="flex flex-1 items-center justify-end gap-2">
          <Select
            hideLabel
            label={copy.sortBy}
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
            label={copy.view}
            value={search.view ?? 'grid'}
            options={[
              { value: 'grid', name: copy.cards, label: <LayoutGrid size={16} aria-hidden /> },
              { value: 'list', name: copy.list, label: <List size={16} aria-hidden /> },
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
      <FilterMenu name={copy.platform} active={platforms.length}>
        <FilterValues filter="platforms" name={copy.platforms} search={search} onSearch={onSearch} />
      </FilterMenu>
      <FilterMenu name={copy.format} active={formats.length}>
        <FilterValues filter="formats" name={copy.formats} search={search} onSearch={onSearch} />
      </FilterMenu>
      <FilterMenu name={copy.brand} active={isFollowed ? 1 : companyNames.length}>
        <Checkbox
          checked={isFollowed}
          onChange={({ target }) => onSearch({ companyNames: target.checked ? 'FOLLOWED' : undefined })}
          className="pb-3"
        >
          {copy.onlyBrandsIFollow}
        </Checkbox>
        <FilterValues filter="companyNames" name={copy.brands} search={search} onSearch={onSearch} />
      </FilterMenu>
    </>
  );
}
