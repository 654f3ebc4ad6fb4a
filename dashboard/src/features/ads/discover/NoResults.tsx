import { Link } from '@tanstack/react-router';
import { FileUp, SearchX } from 'lucide-react';
import { useAccount } from '../../../lib/api/account.ts';
import { Button, buttonClasses } from '../../../ui/Button.tsx';
import { Empty, Loading, Skeleton } from '../../../ui/states.tsx';
import { adsCopy } from '../copy.ts';
import { activeFilters, clearedFilters } from '../filters.ts';
import { filterText, type TagNames } from '../FilterChips.tsx';
import { useObstacle } from './obstacle.ts';
import type { SearchProps } from './useDiscover.ts';

const copy = adsCopy.discover;

function NoAds() {
  const { isOwner } = useAccount();
  const icon = <FileUp size={32} aria-hidden />;
  if (!isOwner) return <Empty icon={icon}>{copy.noAdsForMembers}</Empty>;
  return (
    <Empty
      icon={icon}
      action={
        <Link to="/import" className={buttonClasses('primary')}>
          {copy.importAds}
        </Link>
      }
    >
      {copy.noAds}
    </Empty>
  );
}

interface NoResultsProps extends SearchProps {
  readonly tagNames: TagNames;
}

export function NoResults({ search, change, tagNames }: NoResultsProps) {
  const obstacle = useObstacle(search);
  if (obstacle === undefined) {
    return (
      <Loading label={copy.loadingSuggestions}>
        <Skeleton className="h-52" />
      </Loading>
    );
  }
  const icon = <SearchX size={32} aria-hidden />;
  const filters = activeFilters(search);
  if (filters.length === 0) return <NoAds />;
  const label = obstacle && filterText(search, obstacle.filter, tagNames);
  return (
    <Empty
      icon={icon}
      action={
        <Button
          variant="primary"
          className="h-auto! min-h-9 max-w-full py-1.5 whitespace-normal!"
          onClick={() => void change(clearedFilters(obstacle === null ? filters : [obstacle.filter]))}
        >
          {label === null ? adsCopy.clearFilters : adsCopy.remove(label)}
        </Button>
      }
    >
      {obstacle === null
        ? copy.noMatchingAds
        : copy.noResults(
            <strong key="filter" className="text-ink">
              {label}
            </strong>,
            obstacle.total,
          )}
    </Empty>
  );
}
