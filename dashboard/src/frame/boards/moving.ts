import { reloadBoards, reloadSavedAds } from '../../api/boards.ts';
import { api, client, queryClient } from '../../api/client.ts';
import type { Board } from '../../api/types.ts';
import { tellError } from '../../parts/toast.tsx';
import { ask } from './asked.ts';
import { afterMove, type Place, placeAt, type Spot } from './tree.ts';

/** Moves a board to a spot of the tree; where that hands it to other people, it asks first. */
export function moveBoard(board: Board, spot: Spot): void {
  const place = placeAt(queryClient.getQueryData(api.boards.list.queryKey()) ?? [], board.id, spot);
  if (place === null) return;
  if (place.teamId === board.teamId) putBoard(board, place).catch(tellError);
  else ask({ what: 'handOver', board, place });
}

/** Moves are sent one after another: of two under way at once, the first could be carried out last. */
let lastMove: Promise<unknown> = Promise.resolve();
let movesUnderWay = 0;

/** Shows the board where it goes at once, and back where it was if it cannot go there. */
export async function putBoard(board: Board, place: Place): Promise<void> {
  const key = api.boards.list.queryKey();
  await queryClient.cancelQueries(api.boards.list.queryFilter());
  const before = queryClient.getQueryData(key);
  if (before !== undefined) queryClient.setQueryData(key, afterMove(before, board.id, place));
  movesUnderWay += 1;
  const move = lastMove.then(() => send(board, place));
  lastMove = move.catch(() => undefined);
  try {
    await move;
  } catch (error) {
    queryClient.setQueryData(key, before);
    throw error;
  } finally {
    movesUnderWay -= 1;
    // Between two moves the server would tell where boards were before the second.
    if (movesUnderWay === 0) void (place.teamId === board.teamId ? reloadBoards() : reloadSavedAds());
  }
}

function send(board: Board, { parentBoardId, order, teamId }: Place): Promise<Board> {
  const handedOver = teamId !== board.teamId && { teamId };
  return client.boards.update.mutate({ id: board.id, parentBoardId, order, ...handedOver });
}
