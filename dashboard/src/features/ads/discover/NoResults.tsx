import { SearchX } from 'lucide-react';
import { activeFilters, clearedFilters } from '../filters.ts';
import { type TagNames, filterText } from '../filterText.ts';
import { Button } from '../../../ui/Button.tsx';
import { Empty, Loading, Skeleton } from '../../../ui/states.tsx';
import { plural } from '../../../lib/format.ts';
import type { DiscoverSearch } from './search.ts';
import { type ChangeSearch, useObstacle } from './useDiscover.ts';

interface NoResultsProps {
  readonly search: DiscoverSearch;
  readonly change: ChangeSearch;
  readonly tagNames: TagNames;
}

/** Names the filter that excludes most ads and offers to remove it. */
export function NoResults({ search, change, tagNames }: NoResultsProps) {
  const obstacle = useObstacle(search);
  if (obstacle === undefined) {
    return (
      <Loading label="Loading suggestions">
        <Skeleton className="h-52" />
      </Loading>
    );
  }
  const icon = <SearchX size={32} aria-hidden />;
  const filters = activeFilters(search);
  if (filters.length === 0)
    return <Empty icon={icon}>No ads yet. Import ads, or start with the demo ads.</Empty>;
  if (obstacle === null) {
    return (
      <Empty
        icon={icon}
        action={
          <Button variant="primary" onClick={() => void change(clearedFilters(filters))}>
            Clear filters
          </Button>
        }
      >
        No ads match these filters.
      </Empty>
    );
  }
  const label = filterText(search, obstacle.filter, tagNames);
  return (
    <Empty
      icon={icon}
      action={
        <Button
          variant="primary"
          className="h-auto! min-h-9 max-w-full py-1.5 whitespace-normal!"
          onClick={() => void change(clearedFilters([obstacle.filter]))}
        >
          Remove {label}
        </Button>
      }
    >
      No results. Without <strong className="text-ink">{label}</strong>, there
      {obstacle.total === 1 ? ' is ' : ' are '}
      {plural(obstacle.total, 'ad')}.
    </Empty>
  );
}
