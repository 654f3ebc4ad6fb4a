import type { Active, Over } from '@dnd-kit/core';
import type { Board, SavedAd } from '../../api/types.ts';
import type { Spot } from './tree.ts';

/** What is in somebody's hand. */
export type Dragged =
  | { readonly what: 'board'; readonly board: Board }
  | {
      readonly what: 'ads';
      readonly ads: readonly SavedAd[];
      /** The board that they would leave; null when none is shown. */
      readonly fromBoardId: number | null;
      readonly onDropped: () => void;
    };

// What is dragged and where it is dropped are given to the library as they are, and come back from it untyped.

export function draggedIn(active: Active): Dragged {
  return active.data.current as Dragged;
}

export function droppedOn(over: Over | null): Spot | null {
  return (over?.data.current as Spot | undefined) ?? null;
}
