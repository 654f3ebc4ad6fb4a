import { useState } from 'react';
import type { Board, SavedAd } from '../../lib/api/types.ts';
import { useBoards } from '../../lib/api/boards.ts';
import { isUnsorted, removeFromBoard } from '../ads/removing.ts';
import { useKeyDown } from '../../lib/hooks/useKeyDown.ts';

export type Wall = ReturnType<typeof useWall>['wall'];

/** A team's copy, or for null the user's own. */
interface DeletableCopy {
  readonly teamId: number | null;
}

/** The user's own copy takes precedence over those of teams, and these are ordered by team id. */
export function shownCopy(ad: Pick<SavedAd, 'boardIds'>, boards: readonly Board[]): DeletableCopy | null {
  const teamIds = boards.filter(({ id }) => ad.boardIds.includes(id)).map(({ teamId }) => teamId);
  if (teamIds.length === 0) return null;
  return { teamId: teamIds.includes(null) ? null : Math.min(...teamIds.map(Number)) };
}

export type AdAction = 'save' | 'move' | 'remove' | 'delete';

export interface PendingAction {
  readonly act: AdAction;
  readonly ads: readonly SavedAd[];
}

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
  const wall = {
    board,
    isEditable: board === null || mayEdit(board),
    /** Ads that were removed from all other boards can only be moved or deleted. */
    isRemovable: board !== null && mayEdit(board) && !isUnsorted(board),
    /** Whether the user may edit this ad; among all saved ads, some are on read-only boards. */
    mayChange: ({ boardIds }: SavedAd): boolean =>
      board === null ? boards.some((one) => boardIds.includes(one.id) && mayEdit(one)) : mayEdit(board),
    /** The shown copy of an ad, if the user may delete it from all boards of its owner. */
    deletableCopy: (ad: SavedAd): DeletableCopy | null => {
      const copy = board === null ? shownCopy(ad, boards) : { teamId: board.teamId };
      return copy !== null && mayDeleteCopy(copy) ? copy : null;
    },
    selected: selection.selected,
    toggle: (hash: string, asRange: boolean): void => setSelection(toggle(selection, hash, order, asRange)),
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
  const selectAll = (): void => setSelection({ selected: new Set(order), last: null });
  return { wall, pending, endPending: () => setPending(null), selectAll };
}

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly last: string | null;
}

export const noSelection: Selection = { selected: new Set(), last: null };

/** Toggles an ad; with `asRange`, applies its new state to everything from the last toggled one. */
export function toggle(
  { selected, last }: Selection,
  hash: string,
  order: readonly string[],
  asRange: boolean,
): Selection {
  const isSelected = !selected.has(hash);
  const next = new Set(selected);
  for (const one of asRange ? between(order, last, hash) : [hash]) {
    if (isSelected) next.add(one);
    else next.delete(one);
  }
  return { selected: next, last: hash };
}

function between(order: readonly string[], from: string | null, to: string): readonly string[] {
  const ends = [from === null ? -1 : order.indexOf(from), order.indexOf(to)].toSorted((a, b) => a - b);
  const [first = -1, final = -1] = ends;
  return first === -1 ? [to] : order.slice(first, final + 1);
}

/** The selected items that are still present, in their order. */
export function listSelected<Item extends { readonly hash: string }>(
  { selected }: Selection,
  items: readonly Item[],
): readonly Item[] {
  return items.filter(({ hash }) => selected.has(hash));
}
