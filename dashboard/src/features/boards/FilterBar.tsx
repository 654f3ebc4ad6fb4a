import { LayoutGrid, List } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AmountField } from '../ads/AmountField.tsx';
import { activeFilterClasses, FilterButton, SortSelect } from '../ads/filterButtons.tsx';
import { FilterChips, valueName } from '../ads/FilterChips.tsx';
import { Checkbox, TextField } from '../../ui/fields.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { type BoardSearch, readBoardSearch, sortNames } from './search.ts';
import { LabelFilters, useLabelNames } from './LabelFilters.tsx';
import { boardsCopy } from './copy.ts';
import { adsCopy } from '../ads/copy.ts';
import { toggled } from '../ads/filters.ts';
import { DateRange } from '../../ui/DateRange.tsx';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { Popover } from '../../ui/Popover.tsx';
import { formatNumber } from '../../lib/format.ts';

const copy = boardsCopy.filters;

export interface SearchProps {
  readonly search: BoardSearch;
  readonly onSearch: (change: BoardSearch) => void;
}

interface FilterBarProps extends SearchProps {
  readonly boardId: number | 'ALL';
}

/** Filters and sorting. The offered values and counts are those of the board. */
export function FilterBar({ boardId, search, onSearch }: FilterBarProps) {
  const labelNames = useLabelNames();
  return (
    <div className="sticky top-12 z-19 -mx-4 flex flex-col gap-2 bg-page px-4 py-1.5 sm:-mx-6 sm:px-6">
      <div className="flex flex-wrap items-center gap-1.5">
        <SearchField
          label={copy.search}
          value={search.searchQuery ?? ''}
          onSearch={(typed) => onSearch({ searchQuery: typed.trim() === '' ? undefined : typed })}
          className="min-w-0 flex-1 sm:w-56 sm:flex-none"
        />
        {/* On a phone, one row that scrolls, below the search. */}
        <div className="flex items-center gap-1.5 max-sm:order-last max-sm:w-full max-sm:overflow-x-auto max-sm:[scrollbar-width:none]">
          <MainFilters boardId={boardId} search={search} onSearch={onSearch} />
          <MoreFilters boardId={boardId} search={search} onSearch={onSearch} />
        </div>
        <div className="flex items-center justify-end gap-1.5 sm:ml-auto">
          <SortSelect
            value={search.sortBy ?? 'recommended'}
            names={sortNames}
            onChange={(sortBy) => onSearch({ sortBy: readBoardSearch({ sortBy }).sortBy })}
          />
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
      <FilterChips search={search} tagNames={labelNames} onChange={onSearch} />
    </div>
  );
}

function MainFilters(props: FilterBarProps) {
  const { boardId, search, onSearch } = props;
  const { platforms = [], formats = [], companyNames = [], labelIds = [], stages = [] } = search;
  const isFollowed = companyNames === 'FOLLOWED';
  return (
    <>
      <FilterMenu boardId={boardId} name={copy.platform} active={platforms.length}>
        <FilterValues {...props} filter="platforms" name={copy.platforms} />
      </FilterMenu>
      <FilterMenu boardId={boardId} name={copy.format} active={formats.length}>
        <FilterValues {...props} filter="formats" name={copy.formats} />
      </FilterMenu>
      <FilterMenu boardId={boardId} name={copy.brand} active={isFollowed ? 1 : companyNames.length}>
        <Checkbox
          checked={isFollowed}
          onChange={({ target }) => onSearch({ companyNames: target.checked ? 'FOLLOWED' : undefined })}
          className="pb-3"
        >
          {copy.onlyBrandsIFollow}
        </Checkbox>
        <FilterValues {...props} filter="companyNames" name={copy.brands} />
      </FilterMenu>
      <FilterMenu boardId={boardId} name={adsCopy.labels.menu} active={labelIds.length + stages.length}>
        <LabelFilters {...props} />
      </FilterMenu>
    </>
  );
}

const filterNames = [
  'adTypes',
  'languages',
  'ctaTypes',
  'isPartnership',
  'viewsMin',
  'viewsMax',
  'dateFrom',
  'dateTo',
  'duplicates',
] as const satisfies readonly (keyof BoardSearch)[];

function MoreFilters(props: FilterBarProps) {
  const { boardId, search, onSearch } = props;
  const active = filterNames.filter((name) => search[name] !== undefined).length;
  return (
    <FilterMenu boardId={boardId} name={copy.moreFilters} active={active} wide>
      <div className="flex flex-col gap-4">
        <FilterValues {...props} filter="adTypes" name={copy.adTypes} />
        <FilterValues {...props} filter="languages" name={copy.languages} />
        <FilterValues {...props} filter="ctaTypes" name={copy.callsToAction} />
        <div className="grid grid-cols-2 gap-x-2 gap-y-3">
          <AmountField
            label={copy.reachFrom}
            value={search.viewsMin}
            onCommit={(viewsMin) => onSearch({ viewsMin })}
          />
          <AmountField
            label={copy.reachTo}
            value={search.viewsMax}
            onCommit={(viewsMax) => onSearch({ viewsMax })}
          />
          <div className="col-span-2">
            <DateRange dates={search} onChange={onSearch} labels={[copy.startedFrom, copy.startedUntil]} />
          </div>
        </div>
        <Checkbox
          checked={search.isPartnership === true}
          onChange={({ target }) => onSearch({ isPartnership: target.checked || undefined })}
        >
          {copy.onlyPartnershipAds}
        </Checkbox>
        <Checkbox
          checked={search.duplicates === 'family'}
          onChange={({ target }) => onSearch({ duplicates: target.checked ? 'family' : undefined })}
        >
          {adsCopy.creativesOnce}
        </Checkbox>
      </div>
    </FilterMenu>
  );
}

type Values = RouterOutputs['ads']['getFilterValues'];

interface FilterMenuProps extends Pick<FilterBarProps, 'boardId'> {
  readonly name: string;
  readonly active: number;
  readonly children: ReactNode;
  readonly wide?: boolean;
}

function FilterMenu({ boardId, name, active, children, wide = false }: FilterMenuProps) {
  return (
    <Popover
      label={name}
      className={wide ? 'w-96' : 'w-72'}
      trigger={
        <FilterButton className={active > 0 ? activeFilterClasses : undefined}>
          {active > 0 ? copy.activeIn(name, active) : name}
        </FilterButton>
      }
    >
      {children}
      <p className="pt-2 text-xs text-quiet">{boardId === 'ALL' ? copy.countsOfAll : copy.countsOfBoard}</p>
    </Popover>
  );
}

type ListFilter = Exclude<keyof Values, 'counts' | 'labels' | 'stages'>;

interface FilterValuesProps extends FilterBarProps {
  readonly filter: ListFilter;
  readonly name: string;
}

const searchThreshold = 12;
const maxShown = 60;

function FilterValues({ boardId, filter, name, search, onSearch }: FilterValuesProps) {
  const { data } = useQuery(api.ads.getFilterValues.queryOptions({ boardId }));
  const [typed, setTyped] = useState('');
  const query = typed.trim().toLocaleLowerCase();
  const current = search[filter];
  const selected: readonly string[] = Array.isArray(current) ? current : [];
  const all = [...new Set([...selected, ...(data?.[filter] ?? [])])].map((value) => ({
    value,
    label: valueName(filter, value),
  }));
  const found = all.filter(({ label }) => label.toLocaleLowerCase().includes(query));
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 font-semibold">{name}</legend>
      {all.length > searchThreshold && (
        <TextField
          hideLabel
          label={copy.findIn(name.toLowerCase())}
          placeholder={copy.find}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div className="flex max-h-56 flex-col overflow-y-auto p-1">
        {found.slice(0, maxShown).map(({ value, label }) => (
          <Checkbox
            key={value}
            checked={selected.includes(value)}
            onChange={() => onSearch({ [filter]: toggled(selected, value) })}
            className="py-0.5"
          >
            <span dir="auto">{label}</span>{' '}
            <span className="text-xs text-quiet">{formatNumber(data?.counts[filter][value] ?? 0)}</span>
          </Checkbox>
        ))}
        {found.length > maxShown && (
          <p className="text-xs text-quiet">{copy.more(found.length - maxShown)}</p>
        )}
        {found.length === 0 && <p className="text-xs text-quiet">{copy.noValues}</p>}
      </div>
    </fieldset>
  );
}
