import { ChevronDown, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { plusDays, todayInUtc } from '../../../lib/days.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { Popover } from '../../../ui/Popover.tsx';
import { createLazyModule } from '../../../ui/lazyModule.ts';
import { classes } from '../../../ui/classes.ts';
import { filterText, listChipFilters, type TagNames } from '../FilterChips.tsx';
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

interface FiltersProps extends SearchProps {
  /** Undefined while loading. */
  readonly counts: FacetCounts | undefined;
  readonly tagNames: TagNames;
  /** Shown before the menus. */
  readonly children: ReactNode;
}

const panels = createLazyModule(() => import('./FilterPanels.tsx'));

interface PanelProps {
  readonly children: (module: NonNullable<ReturnType<typeof panels.use>>) => ReactNode;
}

/** In an open menu. */
function Panel({ children }: PanelProps) {
  const loaded = panels.use(true);
  return loaded === null ? copy.loading : children(loaded);
}

/** One row of menus; it scrolls where the screen is narrow. */
export function Filters({ counts, children, ...props }: FiltersProps) {
  const { search, change } = props;
  const active = listChipFilters(search);
  return (
    <section
      aria-label={copy.filters}
      className="relative flex h-10 items-center gap-1.5 overflow-x-auto bg-page px-4 [scrollbar-width:none] sm:sticky sm:top-12 sm:z-19 sm:px-6"
    >
      {children}
      {menus.map((filter) => (
        <FilterMenu key={filter} {...props} filter={filter} name={copy.groups[filter]}>
          {counts === undefined ? (
            copy.loading
          ) : (
            <Panel>{({ FacetMenu }) => <FacetMenu {...props} counts={counts} filter={filter} />}</Panel>
          )}
        </FilterMenu>
      ))}
      <FilterMenu {...props} filter="dates" name={copy.groups.started}>
        <Panel>{({ StartDates }) => <StartDates {...props} />}</Panel>
      </FilterMenu>
      <FilterMenu {...props} filter="daysRunning" name={copy.groups.daysRunning}>
        <Panel>{({ DaysRunning }) => <DaysRunning {...props} />}</Panel>
      </FilterMenu>
      {search.searchQuery !== undefined && <ByMeaning {...props} />}
      <NewThisWeek {...props} />
      <HasVideo {...props} />
      <CreativesOnce {...props} />
      <Popover
        label={copy.more}
        className="flex w-72 flex-col gap-4"
        trigger={<MenuButton>{copy.more}</MenuButton>}
      >
        {counts === undefined ? (
          copy.loading
        ) : (
          <Panel>{({ MoreFilters }) => <MoreFilters {...props} counts={counts} />}</Panel>
        )}
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
          className="sticky -right-4 h-8 shrink-0 bg-page pr-4 pl-2 text-xs sm:-right-6 sm:pr-6 text-quiet hover:text-ink hover:underline"
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

interface FilterProps extends Omit<FiltersProps, 'counts' | 'children'> {
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

function CreativesOnce({ search, change }: SearchProps) {
  const isActive = search.duplicates === 'family';
  return (
    <ToggleButton
      isActive={isActive}
      onClick={() => void change({ duplicates: isActive ? undefined : 'family' })}
    >
      {adsCopy.creativesOnce}
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
