import type { TagNames } from '../filterText.ts';
import { Checkbox } from '../../../ui/fields.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import { FacetGroup } from './FacetGroup.tsx';
import { FacetValues } from './FacetValues.tsx';
import { StartRange, ReachRange } from './ranges.tsx';
import type { DiscoverSearch } from './search.ts';
import type { ChangeSearch, FacetCounts, FacetFilter } from './useDiscover.ts';

export interface FacetsProps {
  readonly search: DiscoverSearch;
  readonly change: ChangeSearch;
  readonly counts: FacetCounts;
  readonly tagNames: TagNames;
}

/** In display order; the most used are open. */
const lists: readonly (readonly [filter: FacetFilter, title: string, isOpen: boolean])[] = [
  ['platforms', 'Platform', true],
  ['status', 'Status', true],
  ['mediaType', 'Media', true],
  ['formats', 'Format', false],
  ['companyNames', 'Brand', false],
  ['countries', 'Country', false],
  ['languages', 'Language', false],
  ['tagDefinitionIds', 'Tag', false],
  ['adTypes', 'Ad type', false],
  ['ctaTypes', 'Call to action', false],
];

/** All filters, with the number of ads for each value. */
export function Facets(props: FacetsProps) {
  const { search, change } = props;
  return (
    <div className="flex flex-col">
      {lists.map(([filter, title, isOpen]) => (
        <FacetGroup
          key={filter}
          title={title}
          selected={chosenCount(search, filter)}
          isInitiallyOpen={isOpen}
        >
          {filter === 'companyNames' && (
            <Checkbox
              className="min-h-8 px-1"
              checked={search.companyNames === 'FOLLOWED'}
              onChange={(event) =>
                void change({ companyNames: event.target.checked ? 'FOLLOWED' : undefined })
              }
            >
              Brands you follow
            </Checkbox>
          )}
          <FacetValues {...props} filter={filter} title={title} />
        </FacetGroup>
      ))}
      <FacetGroup title="Started" selected={ends(search.dateFrom, search.dateTo)} isInitiallyOpen={false}>
        <StartRange search={search} change={change} />
      </FacetGroup>
      <FacetGroup title="Reach" selected={ends(search.viewsMin, search.viewsMax)} isInitiallyOpen={false}>
        <ReachRange search={search} change={change} />
      </FacetGroup>
      <FacetGroup title="Partnership" selected={ends(search.isPartnership)} isInitiallyOpen={false}>
        <Checkbox
          className="min-h-8 px-1"
          checked={search.isPartnership === true}
          onChange={(event) => void change({ isPartnership: event.target.checked ? true : undefined })}
        >
          Only partnership ads
        </Checkbox>
      </FacetGroup>
    </div>
  );
}

function chosenCount(search: DiscoverSearch, filter: FacetFilter): number {
  const value = search[filter];
  return Array.isArray(value) ? value.length : ends(value);
}

function ends(...values: readonly unknown[]): number {
  return values.some((value) => value !== undefined) ? 1 : 0;
}

export function FacetsSkeleton() {
  return (
    <Loading label="Loading filters">
      <div className="flex flex-col gap-3">
        {Array.from({ length: 10 }, (_, number) => (
          <Skeleton key={number} className={number < 3 ? 'h-28' : 'h-9'} />
        ))}
      </div>
    </Loading>
  );
}
