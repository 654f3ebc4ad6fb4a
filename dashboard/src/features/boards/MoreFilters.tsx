import type { AdFilters } from '../ads/filters.ts';
import { DateRange } from '../../ui/DateRange.tsx';
import { TextField, Checkbox } from '../../ui/fields.tsx';
import type { SearchProps } from './FilterBar.tsx';
import { FilterMenu, FilterValues } from './FilterMenu.tsx';
import { readBoardSearch } from './search.ts';
import { boardsCopy } from './copy.ts';

const copy = boardsCopy.filters;

const filterNames = [
  'adTypes',
  'languages',
  'ctaTypes',
  'isPartnership',
  'viewsMin',
  'viewsMax',
  'dateFrom',
  'dateTo',
] as const satisfies readonly (keyof AdFilters)[];

/** Less common filters. */
export function MoreFilters({ search, onSearch }: SearchProps) {
  const active = filterNames.filter((name) => search[name] !== undefined).length;
  return (
    <FilterMenu name={copy.moreFilters} active={active} wide>
      <div className="flex flex-col gap-4">
        <FilterValues filter="adTypes" name={copy.adTypes} search={search} onSearch={onSearch} />
        <FilterValues filter="languages" name={copy.languages} search={search} onSearch={onSearch} />
        <FilterValues filter="ctaTypes" name={copy.callsToAction} search={search} onSearch={onSearch} />
        <Ranges search={search} onSearch={onSearch} />
        <Checkbox
          checked={search.isPartnership === true}
          onChange={({ target }) => onSearch({ isPartnership: target.checked || undefined })}
        >
          {copy.onlyPartnershipAds}
        </Checkbox>
      </div>
    </FilterMenu>
  );
}

function Ranges({ search, onSearch }: SearchProps) {
  const setViews = (name: 'viewsMin' | 'viewsMax', text: string): void =>
    onSearch({ [name]: text === '' ? undefined : readBoardSearch({ [name]: Number(text) })[name] });
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-3">
      {(['viewsMin', 'viewsMax'] as const).map((name) => (
        <TextField
          key={`${name} ${search[name] ?? ''}`}
          type="number"
          min={0}
          step={1}
          label={name === 'viewsMin' ? copy.reachFrom : copy.reachTo}
          defaultValue={search[name] ?? ''}
          onBlur={({ target }) => setViews(name, target.value)}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && setViews(name, currentTarget.value)}
        />
      ))}
      <div className="col-span-2">
        <DateRange dates={search} onChange={onSearch} labels={[copy.startedFrom, copy.startedUntil]} />
      </div>
    </div>
  );
}
