import { useState } from 'react';
import { useBoards } from '../../lib/api/boards.ts';
import type { Board, SavedAd } from '../../lib/api/types.ts';
import { removeAds } from './bulkActions.ts';
import { toastError } from '../../ui/toast.tsx';
import { useKeyDown } from '../../lib/hooks/useKeyDown.ts';
import { selectedOf, noSelection, toggle } from './selection.ts';
import { type AdAction, shownCopy, type Wall } from './wall.ts';

export interface PendingAction {
  readonly act: AdAction;
  readonly ads: readonly SavedAd[];
}

/** The selection of a wall, and the action that is waiting for its dialog. */
export function useWall(board: Board | null, ads: readonly SavedAd[]) {
  const { boards, mayEdit, mayDeleteCopy } = useBoards();
  const [selection, setSelection] = useState(noSelection);
  const [pending, setPending] = useState<PendingAction | null>(null);
  const clear = (): void => setSelection(noSelection);
  useKeyDown((event) => {
    // A dialog or menu has already handled Escape.
    if (event.key === 'Escape' && !event.defaultPrevented) clear();
  });
  const order = ads.map(({ hash }) => hash);
  const wall: Wall = {
    board,
    isEditable: board === null || mayEdit(board),
    mayChange: ({ boardIds }) =>
      board === null ? boards.some((one) => boardIds.includes(one.id) && mayEdit(one)) : mayEdit(board),
    deletableCopy: (ad) => {
      const copy = board === null ? shownCopy(ad, boards) : { teamId: board.teamId };
      return copy !== null && mayDeleteCopy(copy) ? copy : null;
    },
    selected: selection.selected,
    toggle: (hash, asRange) => setSelection(toggle(selection, hash, order, asRange)),
    withSelection: (ad) => (selection.selected.has(ad.hash) ? selectedOf(selection, ads) : [ad]),
    clear,
    act: (act, on) => {
      // Removing is reversible, so it needs no confirmation.
      if (act === 'remove' && board !== null) {
        clear();
        removeAds(on, board).catch(toastError);
      } else setPending({ act, ads: on });
    },
  };
  const selectAll = (): void => setSelection({ selected: new Set(order), last: null });
  return { wall, pending, endPending: () => setPending(null), selectAll };
}
