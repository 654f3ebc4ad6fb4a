import { DateRange } from '../../../ui/DateRange.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields.tsx';
import { AmountField } from '../AmountField.tsx';
import { adsCopy } from '../copy.ts';
import { type FacetsProps, FacetValues } from './FacetValues.tsx';
import { listToggles, readToggle } from './toggles.ts';
import type { FacetFilter, SearchProps } from './useDiscover.ts';

const copy = adsCopy.discover;

const moreLists = [
  'ctaTypes',
  'formats',
  'adTypes',
  'tagDefinitionIds',
] as const satisfies readonly FacetFilter[];

export function FacetMenu(props: FacetsProps & { readonly filter: FacetFilter }) {
  const { search, change, filter } = props;
  return (
    <>
      {filter === 'companyNames' && (
        <Checkbox
          className="min-h-8 px-1"
          checked={search.companyNames === 'FOLLOWED'}
          onChange={(event) => void change({ companyNames: event.target.checked ? 'FOLLOWED' : undefined })}
        >
          {adsCopy.filters.followed}
        </Checkbox>
      )}
      <FacetValues {...props} />
    </>
  );
}

interface MoreFiltersProps extends FacetsProps {
  /** The controls that do not fit in the row. */
  readonly hidden: ReadonlySet<string>;
}

const rowLists = [
  'platforms',
  'countries',
  'categories',
  'companyNames',
  'status',
  'languages',
] as const satisfies readonly FacetFilter[];

export function MoreFilters({ hidden, ...props }: MoreFiltersProps) {
  const { search, change } = props;
  const lists = [...rowLists.filter((filter) => hidden.has(filter)), ...moreLists];
  return (
    <>
      {listToggles(search)
        .filter((toggle) => hidden.has(toggle))
        .map((toggle) => {
          const { name, isActive, next } = readToggle(search, toggle);
          return (
            <Checkbox key={toggle} className="px-1" checked={isActive} onChange={() => void change(next)}>
              {name}
            </Checkbox>
          );
        })}
      {hidden.has('daysRunning') && (
        <div>
          <h2 className="px-1 font-semibold">{copy.groups.daysRunning}</h2>
          <DaysRunning {...props} />
        </div>
      )}
      {hidden.has('dates') && (
        <div>
          <h2 className="px-1 font-semibold">{copy.groups.started}</h2>
          <StartDates {...props} />
        </div>
      )}
      {lists.map((filter) => (
        <div key={filter}>
          <h2 className="px-1 pb-1 font-semibold">{copy.groups[filter]}</h2>
          <FacetValues {...props} filter={filter} height="max-h-40" />
        </div>
      ))}
      <ReachRange search={search} change={change} />
      <Checkbox
        className="px-1"
        checked={search.isPartnership === true}
        onChange={(event) => void change({ isPartnership: event.target.checked ? true : undefined })}
      >
        {copy.onlyPartnerships}
      </Checkbox>
    </>
  );
}

export function StartDates({ search, change }: SearchProps) {
  return (
    <div className="flex flex-col gap-2 p-1">
      <DateRange
        dates={search}
        onChange={(dates) => void change(dates)}
        labels={copy.dates}
        layout="stacked"
        presets={[7, 30, 90]}
      />
    </div>
  );
}

const longRuns = [7, 30, 90];

export function DaysRunning({ search: { daysRunningMin, daysRunningMax }, change }: SearchProps) {
  return (
    <div className="flex flex-col gap-2 p-1">
      <div className="flex flex-wrap gap-1">
        {longRuns.map((days) => (
          <Button
            key={days}
            aria-label={copy.daysOrMore(days)}
            className="h-8 px-2! font-normal!"
            onClick={() => void change({ daysRunningMin: days, daysRunningMax: undefined })}
          >
            {copy.orMore(days)}
          </Button>
        ))}
      </div>
      <AmountRange
        min={daysRunningMin}
        max={daysRunningMax}
        onMin={(value) => void change({ daysRunningMin: value })}
        onMax={(value) => void change({ daysRunningMax: value })}
      />
    </div>
  );
}

function ReachRange({ search: { viewsMin, viewsMax }, change }: SearchProps) {
  return (
    <div className="flex flex-col gap-1 px-1">
      <h2 className="font-semibold">{copy.groups.reach}</h2>
      <AmountRange
        min={viewsMin}
        max={viewsMax}
        onMin={(value) => void change({ viewsMin: value })}
        onMax={(value) => void change({ viewsMax: value })}
      />
      <p className="text-xs text-quiet">{copy.unknownReach}</p>
    </div>
  );
}

interface AmountRangeProps {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly onMin: (value: number | undefined) => void;
  readonly onMax: (value: number | undefined) => void;
}

function AmountRange({ min, max, onMin, onMax }: AmountRangeProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <AmountField label={copy.atLeast} value={min} onCommit={onMin} />
      <AmountField label={copy.atMost} value={max} onCommit={onMax} />
    </div>
  );
}
