import { ChevronDown, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { plusDays, todayInUtc } from '../../../lib/days.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { DateRange } from '../../../ui/DateRange.tsx';
import { Popover } from '../../../ui/Popover.tsx';
import { classes } from '../../../ui/classes.ts';
import { Checkbox } from '../../../ui/fields.tsx';
import { AmountField } from '../AmountField.tsx';
import { filterText, listChipFilters, type TagNames } from '../FilterChips.tsx';
import { type FacetsProps, FacetValues } from './FacetValues.tsx';
import type { DiscoverSearch } from './search.ts';
import type { FacetCounts, FacetFilter, SearchProps } from './useDiscover.ts';
import { activeFilters, clearedFilters, type FilterName } from '../filters.ts';
import { adsCopy } from '../copy.ts';

const copy = adsCopy.discover;

const menus = [
  'platforms',
  'status',
  'countries',
  'languages',
  'categories',
  'companyNames',
] as const satisfies readonly FacetFilter[];
const moreLists = [
  'ctaTypes',
  'formats',
  'adTypes',
  'tagDefinitionIds',
] as const satisfies readonly FacetFilter[];

interface FiltersProps extends SearchProps {
  /** Undefined while loading. */
  readonly counts: FacetCounts | undefined;
  readonly tagNames: TagNames;
}

/** One row of menus; it scrolls where the screen is narrow. */
export function Filters({ counts, ...props }: FiltersProps) {
  const { search, change } = props;
  const active = listChipFilters(search);
  return (
    <section
      aria-label={copy.filters}
      className="relative flex h-10 items-center gap-1.5 overflow-x-auto px-4 [scrollbar-width:none] sm:px-6"
    >
      {menus.map((filter) => (
        <FilterMenu key={filter} {...props} filter={filter} name={copy.groups[filter]}>
          {counts === undefined ? copy.loading : <FacetMenu {...props} counts={counts} filter={filter} />}
        </FilterMenu>
      ))}
      <FilterMenu {...props} filter="dates" name={copy.groups.started}>
        <div className="flex flex-col gap-2 p-1">
          <DateRange
            dates={search}
            onChange={(dates) => void change(dates)}
            labels={copy.dates}
            layout="stacked"
            presets={[7, 30, 90]}
          />
        </div>
      </FilterMenu>
      <FilterMenu {...props} filter="daysRunning" name={copy.groups.daysRunning}>
        <DaysRunning {...props} />
      </FilterMenu>
      {search.searchQuery !== undefined && <ByMeaning {...props} />}
      <NewThisWeek {...props} />
      <HasVideo {...props} />
      <Popover
        label={copy.more}
        className="flex w-72 flex-col gap-4"
        trigger={<MenuButton>{copy.more}</MenuButton>}
      >
        {counts === undefined ? copy.loading : <MoreFilters {...props} counts={counts} />}
      </Popover>
      {active
        .filter((filter) => !hasControl(search, filter))
        .map((filter) => (
          <ActiveFilter key={filter} {...props} filter={filter} />
        ))}
      {active.length > 0 && (
        <button
          type="button"
          onClick={() => void change(clearedFilters(active))}
          className="sticky right-0 h-8 shrink-0 bg-page px-2 text-xs text-quiet hover:text-ink hover:underline"
        >
          {adsCopy.clearFilters}
        </button>
      )}
    </section>
  );
}

/** Whether the row shows the filter as a menu or a pressed button. */
function hasControl({ mediaType }: DiscoverSearch, filter: FilterName): boolean {
  if (filter === 'mediaType') return mediaType === 'video';
  return filter === 'dates' || filter === 'daysRunning' || menus.some((menu) => menu === filter);
}

interface FilterProps extends Omit<FiltersProps, 'counts'> {
  readonly filter: FilterName;
}

const menuClasses =
  'flex h-8 max-w-56 shrink-0 items-center gap-1 rounded-md border px-2.5 text-xs whitespace-nowrap hover:bg-sunk aria-expanded:bg-sunk';
const activeClasses = 'border-accent bg-accent-soft text-accent-strong';

function MenuButton({ className, children, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" className={classes(menuClasses, className ?? 'bg-card')} {...rest}>
      <span className="truncate">{children}</span>
      <ChevronDown size={12} aria-hidden className="shrink-0" />
    </button>
  );
}

interface FilterMenuProps extends FilterProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** A menu that shows what is selected, and a button that removes it. */
function FilterMenu({ search, change, tagNames, filter, name, children }: FilterMenuProps) {
  const isActive = activeFilters(search).includes(filter);
  const text = filterText(search, filter, tagNames);
  return (
    <span className="flex shrink-0">
      <Popover
        label={name}
        className="w-64 p-2!"
        trigger={
          <MenuButton className={isActive ? classes(activeClasses, 'rounded-r-none') : undefined}>
            {isActive ? (
              <>
                <span className="sr-only">{name}: </span>
                {text}
              </>
            ) : (
              name
            )}
          </MenuButton>
        }
      >
        {children}
      </Popover>
      {isActive && (
        <button
          type="button"
          aria-label={adsCopy.remove(text)}
          onClick={() => void change(clearedFilters([filter]))}
          className={classes(
            'flex size-8 items-center justify-center rounded-r-md border border-l-0',
            activeClasses,
          )}
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}

function FacetMenu(props: FacetsProps & { readonly filter: FacetFilter }) {
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

function NewThisWeek({ search: { dateFrom, dateTo }, change }: SearchProps) {
  const start = plusDays(todayInUtc(), -6);
  const isActive = dateFrom === start && dateTo === undefined;
  return (
    <ToggleButton
      isActive={isActive}
      onClick={() => void change({ dateFrom: isActive ? undefined : start, dateTo: undefined })}
    >
      {copy.newThisWeek}
    </ToggleButton>
  );
}

/** Also ads with other words for the same. */
function ByMeaning({ search, change }: SearchProps) {
  const isActive = search.match === 'meaning';
  return (
    <ToggleButton
      isActive={isActive}
      onClick={() => void change({ match: isActive ? undefined : 'meaning' })}
    >
      {copy.byMeaning}
    </ToggleButton>
  );
}

function HasVideo({ search, change }: SearchProps) {
  const isActive = search.mediaType === 'video';
  return (
    <ToggleButton
      isActive={isActive}
      onClick={() => void change({ mediaType: isActive ? undefined : 'video' })}
    >
      {copy.hasVideo}
    </ToggleButton>
  );
}

interface ToggleButtonProps {
  readonly isActive: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function ToggleButton({ isActive, onClick, children }: ToggleButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isActive}
      onClick={onClick}
      className={classes(menuClasses, isActive ? activeClasses : 'bg-card')}
    >
      {children}
    </button>
  );
}

const longRuns = [7, 30, 90];

function DaysRunning({ search: { daysRunningMin, daysRunningMax }, change }: SearchProps) {
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

/** A filter that has no menu of its own, such as similar ads. */
function ActiveFilter({ search, change, tagNames, filter }: FilterProps) {
  const text = filterText(search, filter, tagNames);
  return (
    <span className="max-w-56 shrink-0">
      <Chip
        variant="accent"
        onRemove={() => void change(clearedFilters([filter]))}
        removeLabel={adsCopy.remove(text)}
      >
        {text}
      </Chip>
    </span>
  );
}

function MoreFilters(props: FacetsProps) {
  const { search, change } = props;
  return (
    <>
      {moreLists.map((filter) => (
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
