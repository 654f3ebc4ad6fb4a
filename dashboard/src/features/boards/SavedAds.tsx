import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bookmark, SearchX } from 'lucide-react';
import { AdWallSkeleton, LongAdWall } from '../ads/AdWall.tsx';
import { adsCopy } from '../ads/copy.ts';
import { activeFilters, clearedFilters } from '../ads/filters.ts';
import { filterText } from '../ads/FilterChips.tsx';
import { api, queryClient } from '../../lib/api/client.ts';
import type { Board, RouterOutputs } from '../../lib/api/types.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Empty } from '../../ui/states.tsx';
import { AdTable, AdTableSkeleton } from './AdTable.tsx';
import { FilterBar, type SearchProps } from './FilterBar.tsx';
import { SavedAdCard } from './SavedAdCard.tsx';
import { savedAdsQuery } from './search.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { type Wall, useWall, type PendingAction } from './wall.ts';
import { boardsCopy } from './copy.ts';
import { BoardPicker } from '../ads/BoardPicker.tsx';
import { useSave } from '../ads/saving.tsx';
import { useBoards } from '../../lib/api/boards.ts';
import { saveAds } from '../ads/bulkActions.ts';
import { deleteAds, moveAds } from './bulkActions.ts';
import { OrganizeDialog } from '../ads/Labels.tsx';
import { useLabelNames } from './LabelFilters.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toastError } from '../../ui/toast.tsx';

const copy = boardsCopy.savedAds;

/** Outside of the component, so that a render does not join the pages again. */
function joinPages({ pages }: InfiniteData<RouterOutputs['ads']['list']>) {
  return {
    total: pages[0]?.total ?? 0,
    totalAds: pages[0]?.totalAds,
    ads: pages.flatMap((page) => page.ads),
  };
}

interface SavedAdsProps extends SearchProps {
  readonly board: Board | null;
}

export function SavedAds({ board, search, onSearch }: SavedAdsProps) {
  const pages = useInfiniteQuery({
    ...savedAdsQuery(board?.id ?? 'ALL', search),
    // Keeps the wall until the results of a new filter have loaded.
    placeholderData: keepPreviousData,
    select: joinPages,
  });
  const { ads = [], total, totalAds } = pages.data ?? {};
  const { wall, pending, endPending, selectAll } = useWall(board, search, ads);
  return (
    <section aria-label={copy.title} className="flex flex-col gap-2">
      <FilterBar boardId={board?.id ?? 'ALL'} search={search} onSearch={onSearch} />
      <output className="text-xs text-quiet">
        {pages.isPending && copy.loading}
        {total !== undefined &&
          (totalAds === undefined ? copy.count(total) : adsCopy.creativesInAds(total, totalAds))}
      </output>
      <QueryView
        query={pages}
        loading={search.view === 'list' ? <AdTableSkeleton /> : <AdWallSkeleton />}
        isEmpty={() => ads.length === 0}
        empty={<NoSavedAds board={board} search={search} onSearch={onSearch} />}
      >
        {() => (
          <>
            {search.view === 'list' ? (
              <AdTable ads={ads} wall={wall} />
            ) : (
              <LongAdWall ads={ads}>{(ad) => <SavedAdCard ad={ad} wall={wall} />}</LongAdWall>
            )}
            <LoadMore pages={pages} />
          </>
        )}
      </QueryView>
      <SelectionBar ads={ads} wall={wall} search={search} onSelectAll={selectAll} />
      <AdActionDialog pending={pending} wall={wall} onEnd={endPending} />
    </section>
  );
}

function NoSavedAds({ board, search, onSearch }: SavedAdsProps) {
  const labelNames = useLabelNames();
  const filters = activeFilters(search);
  if (filters.length > 0) {
    return (
      <Empty
        icon={<SearchX size={24} aria-hidden />}
        action={
          <Button onClick={() => onSearch({ ...clearedFilters(filters), duplicates: undefined })}>
            {adsCopy.clearFilters}
          </Button>
        }
      >
        {copy.noMatch(filters.map((filter) => filterText(search, filter, labelNames)).join(', '))}
      </Empty>
    );
  }
  return (
    <Empty
      icon={<Bookmark size={24} aria-hidden />}
      action={
        <Link to="/discover" className={buttonClasses('primary')}>
          {copy.findAds}
        </Link>
      }
    >
      {board === null ? copy.noSavedAds : copy.emptyBoard}
    </Empty>
  );
}

interface AdActionDialogProps {
  readonly pending: PendingAction | null;
  readonly wall: Wall;
  readonly onEnd: () => void;
}

function AdActionDialog({ pending, wall, onEnd }: AdActionDialogProps) {
  if (pending === null) return null;
  const { act, ads } = pending;
  if (act === 'organize')
    return <OrganizeDialog ads={ads} teamId={wall.editableCopy(ads)?.teamId ?? null} onClose={onEnd} />;
  if (act === 'save' || act === 'move') return <ChooseBoard pending={pending} wall={wall} onEnd={onEnd} />;
  return (
    <Confirm
      open
      onOpenChange={onEnd}
      title={boardsCopy.actions.deleteTitle(ads.length)}
      action={boardsCopy.actions.deleteAds(ads.length)}
      onConfirm={async () => {
        onEnd();
        wall.clear();
        await deleteAds(ads, (ad) => wall.deletableCopy(ad)?.teamId ?? null);
      }}
    >
      {deletionMessage(ads.map((ad) => wall.deletableCopy(ad)?.teamId ?? null))}
    </Confirm>
  );
}

function deletionMessage(teamIds: readonly (number | null)[]): string {
  const { deleteText, deleteOwn, deleteTeam, deleteMixed } = boardsCopy.actions;
  const { length } = teamIds;
  const isOwn = teamIds.every((teamId) => teamId === null);
  const isTeam = teamIds.every((teamId) => teamId !== null);
  return deleteText(length, isOwn ? deleteOwn(length) : isTeam ? deleteTeam(length) : deleteMixed);
}

interface ChooseBoardProps extends AdActionDialogProps {
  readonly pending: PendingAction;
}

function ChooseBoard({ pending: { act, ads }, wall, onEnd }: ChooseBoardProps) {
  const { boards: places = [] } = useSave();
  const { boards } = useBoards();
  const from = wall.board;
  const run = (id: number): void => {
    // The cache already contains a board that was just created.
    const all = queryClient.getQueryData(api.boards.list.queryKey()) ?? boards;
    const to = all.find((board) => board.id === id);
    if (to === undefined) return;
    onEnd();
    wall.clear();
    const done = act === 'move' && from !== null ? moveAds(ads, from, to, all) : saveAds(ads, to);
    done.catch(toastError);
  };
  const what = ads.length === 1 ? boardsCopy.actions.thisAd : adsCopy.ads(ads.length);
  return (
    <Dialog
      open
      onOpenChange={onEnd}
      title={act === 'move' ? boardsCopy.actions.moveTitle(what) : boardsCopy.actions.saveTitle(what)}
    >
      <BoardPicker boards={places.filter(({ id }) => id !== from?.id)} onPick={({ id }) => run(id)} />
    </Dialog>
  );
}
