import { MutationObserver } from '@tanstack/react-query';
import { boardQueries, savedAdQueries } from '../../../lib/api/boards.ts';
import { api, client, queryClient } from '../../../lib/api/client.ts';
import { optimistic, updateQuery } from '../../../lib/optimistic.ts';
import type { Board } from '../../../lib/api/types.ts';
import { toastError } from '../../../ui/toast.tsx';
import { afterMove, type BoardPosition, resolveDrop, type DropTarget } from './tree.ts';
import { createSharedValue } from '../../../lib/store.ts';

/** Moves a board to a target of the tree; a move to another owner needs confirmation. */
export function moveToTarget(board: Board, target: DropTarget): void {
  const position = resolveDrop(queryClient.getQueryData(api.boards.list.queryKey()) ?? [], board.id, target);
  if (position === null) return;
  if (position.teamId === board.teamId) setBoardPosition(board, position).catch(toastError);
  else openDialog({ what: 'transfer', board, position });
}

export function setBoardPosition(board: Board, position: BoardPosition): Promise<Board> {
  const isTransfer = position.teamId !== board.teamId;
  return new MutationObserver(queryClient, {
    mutationFn: () => send(board, position),
    onMutate: optimistic(() => [
      updateQuery(api.boards.list.queryKey(), (before) => before && afterMove(before, board.id, position)),
    ]),
    // Concurrent requests could be applied out of order.
    scope: { id: 'move boards' },
    meta: { invalidates: isTransfer ? savedAdQueries : boardQueries },
  }).mutate();
}

function send(board: Board, { parentBoardId, order, teamId }: BoardPosition): Promise<Board> {
  const newTeam = teamId !== board.teamId && { teamId };
  return client.boards.update.mutate({ id: board.id, parentBoardId, order, ...newTeam });
}

/** The open board dialog; any page may open one. */
export type BoardDialog =
  | { readonly what: 'new'; readonly parentBoardId: number | null; readonly teamId: number | null }
  | { readonly what: 'rename' | 'move'; readonly board: Board }
  | { readonly what: 'transfer'; readonly board: Board; readonly position: BoardPosition };

const store = createSharedValue<BoardDialog | null>(null);

export function openDialog(dialog: BoardDialog): void {
  store.set(dialog);
}

export function closeDialog(): void {
  store.set(null);
}

export const useDialog = store.use;
