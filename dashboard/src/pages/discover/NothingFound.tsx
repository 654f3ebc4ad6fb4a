import { SearchX } from 'lucide-react';
import { activeFilters, dropped } from '../../ads/filters.ts';
import { type TagNames, wordsOf } from '../../ads/filterWords.ts';
import { Button } from '../../parts/Button.tsx';
import { Empty, Loading, Skeleton } from '../../parts/states.tsx';
import { counted } from '../../words/format.ts';
import type { DiscoverSearch } from './search.ts';
import { type ChangeSearch, useObstacle } from './useDiscover.ts';

interface NothingFoundProps {
  readonly search: DiscoverSearch;
  readonly change: ChangeSearch;
  readonly tagNames: TagNames;
}

/** Names the filter that removed most and offers to drop it. */
export function NothingFound({ search, change, tagNames }: NothingFoundProps) {
  const obstacle = useObstacle(search);
  if (obstacle === undefined) {
    return (
      <Loading label="Looking for the filter that removed most">
        <Skeleton className="h-52" />
      </Loading>
    );
  }
  const icon = <SearchX size={32} aria-hidden />;
  const filters = activeFilters(search);
  if (filters.length === 0)
    return <Empty icon={icon}>No ads are here yet: import some, or start with the demo ads.</Empty>;
  if (obstacle === null) {
    return (
      <Empty
        icon={icon}
        action={
          <Button look="primary" onClick={() => void change(dropped(filters))}>
            Drop all filters
          </Button>
        }
      >
        No ad matches these filters together.
      </Empty>
    );
  }
  const words = wordsOf(search, obstacle.filter, tagNames);
  return (
    <Empty
      icon={icon}
      action={
        <Button
          look="primary"
          className="h-auto! min-h-9 max-w-full py-1.5 whitespace-normal!"
          onClick={() => void change(dropped([obstacle.filter]))}
        >
          Drop {words}
        </Button>
      }
    >
      No ad matches. The filter that removed most is <strong className="text-ink">{words}</strong>: without it
      there
      {obstacle.total === 1 ? ' is ' : ' are '}
      {counted(obstacle.total, 'ad')}.
    </Empty>
  );
}
