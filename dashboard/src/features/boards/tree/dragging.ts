import type { Active, Over } from '@dnd-kit/core';
import type { Board, SavedAd } from '../../../lib/api/types.ts';
import type { DropTarget } from './tree.ts';

export type Dragged =
  | { readonly what: 'board'; readonly board: Board }
  | {
      readonly what: 'ads';
      readonly ads: readonly SavedAd[];
      /** The board that they are dragged from; null outside of a board. */
      readonly fromBoardId: number | null;
      readonly onDropped: () => void;
    };

// The library returns drag data untyped.

export function draggedIn(active: Active): Dragged {
  return active.data.current as Dragged;
}

export function droppedOn(over: Over | null): DropTarget | null {
  return (over?.data.current as DropTarget | undefined) ?? null;
}
