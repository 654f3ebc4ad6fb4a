import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bookmark, SearchX } from 'lucide-react';
import { AdWall, AdWallSkeleton } from '../../ads/AdWall.tsx';
import { activeFilters, dropped } from '../../ads/filters.ts';
import { wordsOf } from '../../ads/filterWords.ts';
import { api } from '../../api/client.ts';
import type { Board, SavedAd } from '../../api/types.ts';
import { Button, buttonClasses } from '../../parts/Button.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { Empty, Failure } from '../../parts/states.tsx';
import { counted } from '../../words/format.ts';
import { AdActs } from './AdActs.tsx';
import { AdTable, AdTableSkeleton } from './AdTable.tsx';
import { FilterBar, type SearchProps } from './FilterBar.tsx';
import { SavedAdCard } from './SavedAdCard.tsx';
import { filtersIn } from './search.ts';
import { SelectionBar } from './SelectionBar.tsx';
import type { Wall } from './wall.ts';
import { useWall } from './useWall.ts';

interface SavedAdsProps extends SearchProps {
  /** null: the ads of every board. */
  readonly board: Board | null;
}

/** The saved ads of a board, or of all, with everything that can be done to them. */
export function SavedAds({ board, search, onSearch }: SavedAdsProps) {
  const pages = useInfiniteQuery(
    api.ads.list.infiniteQueryOptions(
      {
        boardId: board?.id ?? 'ALL',
        ...filtersIn(search),
        ...(search.sortBy !== undefined && { sortBy: search.sortBy }),
        limit: 40,
      },
      {
        getNextPageParam: ({ nextCursor }) => nextCursor,
        // Another filter leaves the wall as it is until its answer comes.
        placeholderData: keepPreviousData,
      },
    ),
  );
  const ads = pages.data?.pages.flatMap((page) => page.ads) ?? [];
  const total = pages.data?.pages[0]?.total;
  const { wall, asked, answered, chooseAll } = useWall(board, ads);
  return (
    <section aria-label="Saved ads" className="flex flex-col gap-4">
      <FilterBar search={search} onSearch={onSearch} />
      <output className="text-xs text-quiet">
        {pages.isPending && 'Counting…'}
        {total !== undefined && counted(total, 'saved ad')}
      </output>
      {pages.isPending && (search.view === 'list' ? <AdTableSkeleton /> : <AdWallSkeleton />)}
      {pages.isLoadingError && <Failure error={pages.error} onRetry={() => void pages.refetch()} />}
      {ads.length > 0 && <Ads ads={ads} wall={wall} asList={search.view === 'list'} />}
      {pages.isSuccess && ads.length === 0 && <Nothing board={board} search={search} onSearch={onSearch} />}
      <LoadMore pages={pages} />
      <SelectionBar ads={ads} wall={wall} search={search} onChooseAll={chooseAll} />
      <AdActs asked={asked} wall={wall} onEnd={answered} />
    </section>
  );
}

interface AdsProps {
  readonly ads: readonly SavedAd[];
  readonly wall: Wall;
  readonly asList: boolean;
}

function Ads({ ads, wall, asList }: AdsProps) {
  if (asList) return <AdTable ads={ads} wall={wall} />;
  return (
    <AdWall>
      {ads.map((ad) => (
        <SavedAdCard key={ad.hash} ad={ad} wall={wall} />
      ))}
    </AdWall>
  );
}

/** Why there is nothing: the filters, or nothing was saved yet. */
function Nothing({ board, search, onSearch }: SavedAdsProps) {
  const filters = activeFilters(search);
  if (filters.length > 0) {
    return (
      <Empty
        icon={<SearchX size={24} aria-hidden />}
        action={
          <Button onClick={() => onSearch(dropped(filters))}>Drop {counted(filters.length, 'filter')}</Button>
        }
      >
        No saved ad fits {filters.map((filter) => wordsOf(search, filter)).join(', ')}.
      </Empty>
    );
  }
  return (
    <Empty
      icon={<Bookmark size={24} aria-hidden />}
      action={
        <Link to="/discover" className={buttonClasses('primary')}>
          Find ads to save
        </Link>
      }
    >
      {board === null ? 'You have saved no ads yet.' : 'Nothing is saved to this board yet.'}
    </Empty>
  );
}
