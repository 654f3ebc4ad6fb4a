import { useState } from 'react';
import type { Board, ListedAd, SavedAd } from '../../lib/api/types.ts';
import { type AdCopy, shownCopy, useBoards } from '../../lib/api/boards.ts';
import { isUnsorted, removeFromBoard } from '../ads/removing.ts';
import { listSelected, useSelection } from '../ads/selection.ts';
import { toastError } from '../../ui/toast.tsx';
import { type BoardSearch, isOfSeveral, loadSavedAds } from './search.ts';

export type Wall = ReturnType<typeof useWall>['wall'];

export type AdAction = 'save' | 'move' | 'remove' | 'delete' | 'organize';

export interface PendingAction {
  readonly act: AdAction;
  readonly ads: readonly SavedAd[];
}

export function useWall(board: Board | null, search: BoardSearch, ads: readonly ListedAd[]) {
  const permissions = usePermissions(board);
  const [pending, setPending] = useState<PendingAction | null>(null);
  const { selection, clear, selectAll, toggle } = useSelection(ads);
  /** The saved ads that entries of the wall stand for. */
  const loadAds = (entries: readonly ListedAd[]): Promise<readonly SavedAd[]> =>
    loadSavedAds(board?.id ?? 'ALL', search, entries);
  const run = (act: AdAction, on: readonly SavedAd[]): void => {
    if (act === 'remove' && board !== null) {
      removeFromBoard(
        on.map(({ hash }) => hash),
        board,
      );
    } else setPending({ act, ads: on });
  };
  const wall = {
    board,
    ...permissions,
    selected: selection.selected,
    toggle,
    /** The ads that an action on this one includes: the selection if it is part of it. */
    withSelection: (ad: ListedAd): readonly ListedAd[] =>
      selection.selected.has(ad.hash) ? listSelected(selection, ads) : [ad],
    clear,
    loadAds,
    act: (act: AdAction, on: readonly ListedAd[]): void => {
      if (act === 'remove') clear();
      if (on.some(isOfSeveral)) {
        const start = (loaded: readonly SavedAd[]): void => run(act, permissions.allowed(act, on, loaded));
        loadAds(on).then(start, toastError);
      } else run(act, on);
    },
  };
  return { wall, pending, endPending: () => setPending(null), selectAll };
}

function usePermissions(board: Board | null) {
  const { boards, mayEdit, mayDeleteCopy } = useBoards();
  const copyOf = (ad: SavedAd): AdCopy | null =>
    board === null ? shownCopy(ad, boards) : { teamId: board.teamId };
  /** The shown copy of an ad, if the user may delete it from all boards of its owner. */
  const deletableCopy = (ad: SavedAd): AdCopy | null => {
    const copy = copyOf(ad);
    return copy !== null && mayDeleteCopy(copy) ? copy : null;
  };
  /** The owner of the shown copies, if all have the same and the user may edit them. */
  const editableCopy = (on: readonly SavedAd[]): AdCopy | null => {
    const [first = null, ...others] = on.map(copyOf);
    if (first === null || !mayEdit(first)) return null;
    return others.every((copy) => copy?.teamId === first.teamId) ? first : null;
  };
  return {
    isEditable: board === null || mayEdit(board),
    /** Ads that were removed from all other boards can only be moved or deleted. */
    isRemovable: board !== null && mayEdit(board) && !isUnsorted(board),
    /** Whether the user may edit this ad; among all saved ads, some are on read-only boards. */
    mayChange: ({ boardIds }: SavedAd): boolean =>
      board === null ? boards.some((one) => boardIds.includes(one.id) && mayEdit(one)) : mayEdit(board),
    deletableCopy,
    editableCopy,
    /** The ads of these entries on which the user may act; their copies may have other owners. */
    allowed: (act: AdAction, entries: readonly SavedAd[], ads: readonly SavedAd[]): readonly SavedAd[] => {
      if (act === 'delete') return ads.filter((ad) => deletableCopy(ad) !== null);
      if (act !== 'organize') return ads;
      const owner = editableCopy(entries);
      return ads.filter((ad) => copyOf(ad)?.teamId === owner?.teamId);
    },
  };
}
