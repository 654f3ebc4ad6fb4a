import { reloadBoards, reloadSavedAds } from '../../../lib/api/boards.ts';
import { api, client, queryClient } from '../../../lib/api/client.ts';
import type { Board } from '../../../lib/api/types.ts';
import { toastError } from '../../../ui/toast.tsx';
import { openDialog } from './dialog.ts';
import { afterMove, type BoardPosition, resolveDrop, type DropTarget } from './tree.ts';

/** Moves a board to a target of the tree; a move to another owner needs confirmation. */
export function moveBoard(board: Board, target: DropTarget): void {
  const position = resolveDrop(queryClient.getQueryData(api.boards.list.queryKey()) ?? [], board.id, target);
  if (position === null) return;
  if (position.teamId === board.teamId) setBoardPosition(board, position).catch(toastError);
  else openDialog({ what: 'transfer', board, position });
}

/** Moves are sent one after another, since concurrent requests could be applied out of order. */
let lastMove: Promise<unknown> = Promise.resolve();
let pendingMoves = 0;

/** Moves the board in the cache immediately, and back if the request fails. */
export async function setBoardPosition(board: Board, position: BoardPosition): Promise<void> {
  const key = api.boards.list.queryKey();
  await queryClient.cancelQueries(api.boards.list.queryFilter());
  const before = queryClient.getQueryData(key);
  if (before !== undefined) queryClient.setQueryData(key, afterMove(before, board.id, position));
  pendingMoves += 1;
  const move = lastMove.then(() => send(board, position));
  lastMove = move.catch(() => undefined);
  try {
    await move;
  } catch (error) {
    queryClient.setQueryData(key, before);
    throw error;
  } finally {
    pendingMoves -= 1;
    // A reload between two moves would show the state before the second.
    if (pendingMoves === 0) void (position.teamId === board.teamId ? reloadBoards() : reloadSavedAds());
  }
}

function send(board: Board, { parentBoardId, order, teamId }: BoardPosition): Promise<Board> {
  const newTeam = teamId !== board.teamId && { teamId };
  return client.boards.update.mutate({ id: board.id, parentBoardId, order, ...newTeam });
}
