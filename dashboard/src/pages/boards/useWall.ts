import { useState } from 'react';
import { useBoards } from '../../api/boards.ts';
import type { Board, SavedAd } from '../../api/types.ts';
import { removeAds } from '../../frame/boards/adWork.ts';
import { tellError } from '../../parts/toast.tsx';
import { useKeyDown } from '../../parts/useKeyDown.ts';
import { chosenOf, nothingChosen, touch } from './selection.ts';
import { type AdAct, shownCopy, type Wall } from './wall.ts';

export interface AskedAct {
  readonly act: AdAct;
  readonly ads: readonly SavedAd[];
}

/** What is chosen of the ads on a page, and what is being asked about them. */
export function useWall(board: Board | null, ads: readonly SavedAd[]) {
  const { boards, mayEdit, mayDeleteCopy } = useBoards();
  const [selection, setSelection] = useState(nothingChosen);
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const clear = (): void => setSelection(nothingChosen);
  useKeyDown((event) => {
    // In a dialog or a menu it closes that.
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
    chosen: selection.chosen,
    touch: (hash, asRange) => setSelection(touch(selection, hash, order, asRange)),
    together: (ad) => (selection.chosen.has(ad.hash) ? chosenOf(selection, ads) : [ad]),
    clear,
    act: (act, on) => {
      // What is taken off a board can be put back: it is not asked about.
      if (act === 'remove' && board !== null) {
        clear();
        removeAds(on, board).catch(tellError);
      } else setAsked({ act, ads: on });
    },
  };
  const chooseAll = (): void => setSelection({ chosen: new Set(order), last: null });
  return { wall, asked, answered: () => setAsked(null), chooseAll };
}
