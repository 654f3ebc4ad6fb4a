import type { Board } from '../../../lib/api/types.ts';
import { createStore } from '../../../lib/store.ts';
import type { BoardPosition } from './tree.ts';

/** The open board dialog; any page may open one. */
export type BoardDialog =
  | { readonly what: 'new'; readonly parentBoardId: number | null; readonly teamId: number | null }
  | { readonly what: 'rename' | 'move' | 'delete'; readonly board: Board }
  /** Confirms a move between personal and team boards. */
  | { readonly what: 'transfer'; readonly board: Board; readonly position: BoardPosition };

const store = createStore<BoardDialog | null>(null);

export function openDialog(dialog: BoardDialog): void {
  store.set(dialog);
}

export function closeDialog(): void {
  store.set(null);
}

export const useDialog = store.use;
