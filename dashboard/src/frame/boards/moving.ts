import { reloadBoards, reloadSavedAds } from '../../api/boards.ts';
import { api, client, queryClient } from '../../api/client.ts';
import type { Board } from '../../api/types.ts';
import { toastError } from '../../parts/toast.tsx';
import { openDialog } from './dialog.ts';
import { afterMove, type Place, placeAt, type Spot } from './tree.ts';

/** Moves a board to a spot of the tree; a move to another owner needs confirmation. */
export function moveBoard(board: Board, spot: Spot): void {
  const place = placeAt(queryClient.getQueryData(api.boards.list.queryKey()) ?? [], board.id, spot);
  if (place === null) return;
  if (place.teamId === board.teamId) putBoard(board, place).catch(toastError);
  else openDialog({ what: 'transfer', board, place });
}

/** Moves are sent one after another, since concurrent requests could be applied out of order. */
let lastMove: Promise<unknown> = Promise.resolve();
let pendingMoves = 0;

/** Moves the board in the cache immediately, and back if the request fails. */
export async function putBoard(board: Board, place: Place): Promise<void> {
  const key = api.boards.list.queryKey();
  await queryClient.cancelQueries(api.boards.list.queryFilter());
  const before = queryClient.getQueryData(key);
  if (before !== undefined) queryClient.setQueryData(key, afterMove(before, board.id, place));
  pendingMoves += 1;
  const move = lastMove.then(() => send(board, place));
  lastMove = move.catch(() => undefined);
  try {
    await move;
  } catch (error) {
    queryClient.setQueryData(key, before);
    throw error;
  } finally {
    pendingMoves -= 1;
    // A reload between two moves would show the state before the second.
    if (pendingMoves === 0) void (place.teamId === board.teamId ? reloadBoards() : reloadSavedAds());
  }
}

function send(board: Board, { parentBoardId, order, teamId }: Place): Promise<Board> {
  const newTeam = teamId !== board.teamId && { teamId };
  return client.boards.update.mutate({ id: board.id, parentBoardId, order, ...newTeam });
}
