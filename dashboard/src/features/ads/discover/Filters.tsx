import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHiddenItems } from '../../../lib/hooks/useHiddenItems.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { Popover } from '../../../ui/Popover.tsx';
import { createLazyModule } from '../../../ui/lazyModule.ts';
import { classes } from '../../../ui/classes.ts';
import { activeFilterClasses, FilterButton, ToggleButton } from '../filterButtons.tsx';
import { filterText, listChipFilters, type TagNames } from '../FilterChips.tsx';
import type { DiscoverSearch } from './search.ts';
import type { FacetCounts, FacetFilter, SearchProps } from './useDiscover.ts';
import { activeFilters, clearedFilters, type FilterName } from '../filters.ts';
import { adsCopy } from '../copy.ts';
import { listToggles, readToggle, type ToggleName } from './toggles.ts';

const copy = adsCopy.discover;

/** The ones that marketers use most come first: the last ones are in "More" where the row is narrow. */
const mainMenus = [
  'platforms',
  'countries',
  'categories',
  'companyNames',
] as const satisfies readonly FacetFilter[];
const otherMenus = ['status', 'languages'] as const satisfies readonly FacetFilter[];
const menus = [...mainMenus, ...otherMenus];

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

/** The name of a control in the row. */
type Control = (typeof menus)[number] | ToggleName | 'dates' | 'daysRunning';

/** One row: active filters without a control, then the controls; those that do not fit are in the menu "More". */
export function Filters({ counts, children, ...props }: FiltersProps) {
  const { search, change } = props;
  const { row, hidden } = useHiddenItems();
  const active = listChipFilters(search);
  const withoutControl = active.filter((filter) => findControl(search, filter) === null);
  const inMore = active.filter((filter) => hidden.has(findControl(search, filter) ?? filter));
  const items = [
    ...withoutControl.map(
      (filter) => [filter, <ActiveFilter key={filter} {...props} filter={filter} />] as const,
    ),
    ...listControls({ counts, ...props }),
  ];
  return (
    <section
      aria-label={copy.filters}
      className="sticky top-12 z-19 flex h-10 items-center gap-1.5 bg-page px-4 sm:px-6"
    >
      {children}
      <div ref={row} className="flex h-8 min-w-0 flex-wrap gap-x-1.5 gap-y-4 overflow-hidden">
        {items.map(([name, control]) => (
          <span
            key={name}
            data-item={name}
            className={classes('flex items-center', hidden.has(name) && 'invisible')}
          >
            {control}
          </span>
        ))}
      </div>
      <MoreMenu {...props} counts={counts} hidden={hidden} inMore={inMore} />
      {active.length > 0 && (
        <button
          type="button"
          onClick={() => void change(clearedFilters(active))}
          className="h-8 shrink-0 px-1 text-xs whitespace-nowrap text-quiet hover:text-ink hover:underline max-sm:hidden"
        >
          {adsCopy.clearFilters}
        </button>
      )}
    </section>
  );
}

type ControlsProps = Omit<FiltersProps, 'children'>;

/** In the order of the row. */
function listControls({ counts, ...props }: ControlsProps): readonly (readonly [Control, ReactNode])[] {
  const { search } = props;
  const facetMenu = (filter: FacetFilter) => (
    <FilterMenu {...props} filter={filter} name={copy.groups[filter]}>
      {counts === undefined ? (
        copy.loading
      ) : (
        <Panel>{({ FacetMenu }) => <FacetMenu {...props} counts={counts} filter={filter} />}</Panel>
      )}
    </FilterMenu>
  );
  return [
    ...mainMenus.map((filter) => [filter, facetMenu(filter)] as const),
    [
      'daysRunning',
      <FilterMenu key="days" {...props} filter="daysRunning" name={copy.groups.daysRunning}>
        <Panel>{({ DaysRunning }) => <DaysRunning {...props} />}</Panel>
      </FilterMenu>,
    ],
    ...listToggles(search).map(
      (toggle) => [toggle, <Toggle key={toggle} {...props} toggle={toggle} />] as const,
    ),
    ...otherMenus.map((filter) => [filter, facetMenu(filter)] as const),
    [
      'dates',
      <FilterMenu key="dates" {...props} filter="dates" name={copy.groups.started}>
        <Panel>{({ StartDates }) => <StartDates {...props} />}</Panel>
      </FilterMenu>,
    ],
  ];
}

interface MoreMenuProps extends ControlsProps {
  /** The controls that do not fit in the row. */
  readonly hidden: ReadonlySet<string>;
  /** The active filters that the row does not show. */
  readonly inMore: readonly FilterName[];
}

function MoreMenu({ counts, hidden, inMore, ...props }: MoreMenuProps) {
  const { search, change } = props;
  const active = listChipFilters(search);
  return (
    <Popover
      label={copy.more}
      className="flex w-72 flex-col gap-4"
      trigger={
        <FilterButton className={inMore.length > 0 ? activeFilterClasses : undefined}>
          {inMore.length > 0 ? copy.moreActive(inMore.length) : copy.more}
        </FilterButton>
      }
    >
      {inMore.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {inMore.map((filter) => (
            <ActiveFilter key={filter} {...props} filter={filter} />
          ))}
        </div>
      )}
      {active.length > 0 && (
        <button
          type="button"
          onClick={() => void change(clearedFilters(active))}
          className="self-start text-xs text-accent hover:underline sm:hidden"
        >
          {adsCopy.clearFilters}
        </button>
      )}
      {counts === undefined ? (
        copy.loading
      ) : (
        <Panel>{({ MoreFilters }) => <MoreFilters {...props} counts={counts} hidden={hidden} />}</Panel>
      )}
    </Popover>
  );
}

/** The control that shows the filter as a menu or a pressed button. */
function findControl({ mediaType }: DiscoverSearch, filter: FilterName): Control | null {
  if (filter === 'mediaType') return mediaType === 'video' ? 'hasVideo' : null;
  if (filter === 'dates' || filter === 'daysRunning') return filter;
  return menus.find((menu) => menu === filter) ?? null;
}

interface FilterProps extends Omit<FiltersProps, 'counts' | 'children'> {
  readonly filter: FilterName;
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
          <FilterButton className={isActive ? classes(activeFilterClasses, 'rounded-r-none') : undefined}>
            {isActive ? (
              <>
                <span className="sr-only">{name}: </span>
                {text}
              </>
            ) : (
              name
            )}
          </FilterButton>
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
            activeFilterClasses,
          )}
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}

interface ToggleProps extends SearchProps {
  readonly toggle: ToggleName;
}

function Toggle({ search, change, toggle }: ToggleProps) {
  const { name, isActive, next } = readToggle(search, toggle);
  return (
    <ToggleButton isActive={isActive} onClick={() => void change(next)}>
      {name}
    </ToggleButton>
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
