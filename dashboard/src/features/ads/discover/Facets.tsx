import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { DateRange } from '../../../ui/DateRange.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Checkbox } from '../../../ui/fields.tsx';
import { AmountField } from '../AmountField.tsx';
import { Loading, Skeletons } from '../../../ui/states.tsx';
import { type FacetsProps, FacetValues } from './FacetValues.tsx';
import type { DiscoverSearch } from './search.ts';
import type { FacetFilter, SearchProps } from './useDiscover.ts';
import { activeFilters } from '../filters.ts';
import { adsCopy } from '../copy.ts';

const copy = adsCopy.discover;

const lists: readonly FacetFilter[] = [
  'platforms',
  'status',
  'mediaType',
  'formats',
  'companyNames',
  'countries',
  'languages',
  'tagDefinitionIds',
  'adTypes',
  'ctaTypes',
];
const openCount = 3;

export function Facets(props: FacetsProps) {
  const { search, change } = props;
  return (
    <div className="flex flex-col">
      {lists.map((filter, index) => (
        <FacetGroup
          key={filter}
          title={copy.groups[filter]}
          selected={countSelected(search[filter])}
          isInitiallyOpen={index < openCount}
        >
          {filter === 'companyNames' && (
            <Checkbox
              className="min-h-8 px-1"
              checked={search.companyNames === 'FOLLOWED'}
              onChange={(event) =>
                void change({ companyNames: event.target.checked ? 'FOLLOWED' : undefined })
              }
            >
              {adsCopy.filters.followed}
            </Checkbox>
          )}
          <FacetValues {...props} filter={filter} />
        </FacetGroup>
      ))}
      <FacetGroup title={copy.groups.started} selected={countSelected(search.dateFrom ?? search.dateTo)}>
        <div className="flex flex-col gap-2 p-1">
          <DateRange
            dates={search}
            onChange={(dates) => void change(dates)}
            labels={copy.dates}
            layout="stacked"
            presets={[7, 30, 90]}
          />
        </div>
      </FacetGroup>
      <FacetGroup title={copy.groups.reach} selected={countSelected(search.viewsMin ?? search.viewsMax)}>
        <ReachRange search={search} change={change} />
      </FacetGroup>
      <FacetGroup title={copy.groups.partnership} selected={countSelected(search.isPartnership)}>
        <Checkbox
          className="min-h-8 px-1"
          checked={search.isPartnership === true}
          onChange={(event) => void change({ isPartnership: event.target.checked ? true : undefined })}
        >
          {copy.onlyPartnerships}
        </Checkbox>
      </FacetGroup>
    </div>
  );
}

function ReachRange({ search: { viewsMin, viewsMax }, change }: SearchProps) {
  return (
    <div className="flex flex-col gap-2 p-1">
      <AmountField
        label={copy.atLeast}
        value={viewsMin}
        onCommit={(value) => void change({ viewsMin: value })}
      />
      <AmountField
        label={copy.atMost}
        value={viewsMax}
        onCommit={(value) => void change({ viewsMax: value })}
      />
      <p className="text-xs text-quiet">{copy.unknownReach}</p>
    </div>
  );
}

function countSelected(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return value === undefined ? 0 : 1;
}

export function FacetsSkeleton() {
  return (
    <Loading label={copy.loadingFilters}>
      <div className="flex flex-col gap-3">
        <Skeletons count={openCount} className="h-28" />
        <Skeletons count={lists.length - openCount} className="h-9" />
      </div>
    </Loading>
  );
}

interface FacetGroupProps {
  readonly title: string;
  readonly selected: number;
  readonly isInitiallyOpen?: boolean;
  readonly children: ReactNode;
}

function FacetGroup({ title, selected, isInitiallyOpen = false, children }: FacetGroupProps) {
  const [isOpen, setIsOpen] = useState(isInitiallyOpen || selected > 0);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group border-b last:border-b-0"
    >
      <summary className="flex h-11 cursor-pointer list-none items-center gap-2 rounded-sm font-semibold focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        {title}
        {selected > 0 && (
          <span className="rounded-full bg-accent-soft px-1.5 text-xs text-accent-strong">
            {selected}
            <span className="sr-only">{copy.selected}</span>
          </span>
        )}
        <ChevronDown
          size={16}
          aria-hidden
          className="ml-auto text-quiet transition-transform group-open:rotate-180"
        />
      </summary>
      {isOpen && <div className="flex flex-col gap-1 pb-4">{children}</div>}
    </details>
  );
}

interface FacetsDialogProps {
  readonly search: DiscoverSearch;
  readonly total: number | undefined;
  readonly children: ReactNode;
}

export function FacetsDialog({ search, total, children }: FacetsDialogProps) {
  const [open, setOpen] = useState(false);
  const selected = activeFilters(search).filter((filter) => filter !== 'searchQuery').length;
  return (
    <>
      <Button className="h-11 lg:hidden" onClick={() => setOpen(true)}>
        <SlidersHorizontal size={16} aria-hidden />
        <span className="sr-only sm:not-sr-only">{copy.filters}</span>
        {selected > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-xs text-on-accent">{selected}</span>
        )}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={copy.filters}>
        {children}
        <div className="sticky bottom-[-1.5rem] -mx-6 -mb-6 border-t bg-card px-6 py-3">
          <Button variant="primary" className="w-full" onClick={() => setOpen(false)}>
            {copy.show(total)}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
