import type { Board } from '../../api/types.ts';
import { createStore } from '../../parts/store.ts';
import type { Place } from './tree.ts';

/** What is asked about boards at the moment, in a dialog that any page may open. */
export type Asked =
  | { readonly what: 'new'; readonly parentBoardId: number | null; readonly teamId: number | null }
  | { readonly what: 'rename' | 'move' | 'delete'; readonly board: Board }
  /** Whether a board may go to other people, or away from them. */
  | { readonly what: 'handOver'; readonly board: Board; readonly place: Place };

const asked = createStore<Asked | null>(null);

export function ask(question: Asked): void {
  asked.set(question);
}

export function answered(): void {
  asked.set(null);
}

export const useAsked = asked.use;
