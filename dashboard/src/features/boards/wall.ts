import { useState } from 'react';
import type { Board, SavedAd } from '../../lib/api/types.ts';
import { type AdCopy, shownCopy, useBoards } from '../../lib/api/boards.ts';
import { isUnsorted, removeFromBoard } from '../ads/removing.ts';
import { listSelected, useSelection } from '../ads/selection.ts';

export type Wall = ReturnType<typeof useWall>['wall'];

export type AdAction = 'save' | 'move' | 'remove' | 'delete' | 'organize';

export interface PendingAction {
  readonly act: AdAction;
  readonly ads: readonly SavedAd[];
}

export function useWall(board: Board | null, ads: readonly SavedAd[]) {
  const { boards, mayEdit, mayDeleteCopy } = useBoards();
  const [pending, setPending] = useState<PendingAction | null>(null);
  const copyOf = (ad: SavedAd): AdCopy | null =>
    board === null ? shownCopy(ad, boards) : { teamId: board.teamId };
  const { selection, clear, selectAll, toggle } = useSelection(ads);
  const wall = {
    board,
    isEditable: board === null || mayEdit(board),
    /** Ads that were removed from all other boards can only be moved or deleted. */
    isRemovable: board !== null && mayEdit(board) && !isUnsorted(board),
    /** Whether the user may edit this ad; among all saved ads, some are on read-only boards. */
    mayChange: ({ boardIds }: SavedAd): boolean =>
      board === null ? boards.some((one) => boardIds.includes(one.id) && mayEdit(one)) : mayEdit(board),
    /** The shown copy of an ad, if the user may delete it from all boards of its owner. */
    deletableCopy: (ad: SavedAd): AdCopy | null => {
      const copy = copyOf(ad);
      return copy !== null && mayDeleteCopy(copy) ? copy : null;
    },
    /** The owner of the shown copies, if all have the same and the user may edit them. */
    editableCopy: (on: readonly SavedAd[]): AdCopy | null => {
      const [first = null, ...others] = on.map(copyOf);
      if (first === null || !mayEdit(first)) return null;
      return others.every((copy) => copy?.teamId === first.teamId) ? first : null;
    },
    selected: selection.selected,
    toggle,
    /** The ads that an action on this one includes: the selection if it is part of it. */
    withSelection: (ad: SavedAd): readonly SavedAd[] =>
      selection.selected.has(ad.hash) ? listSelected(selection, ads) : [ad],
    clear,
    act: (act: AdAction, on: readonly SavedAd[]): void => {
      if (act === 'remove' && board !== null) {
        clear();
        removeFromBoard(
          on.map(({ hash }) => hash),
          board,
        );
      } else setPending({ act, ads: on });
    },
  };
  return { wall, pending, endPending: () => setPending(null), selectAll };
}
