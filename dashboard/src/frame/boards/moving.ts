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

/** Shows the board where it goes at once, and back where it was if it cannot go there. */
export async function putBoard(board: Board, place: Place): Promise<void> {
  const { parentBoardId, order, teamId } = place;
  const key = api.boards.list.queryKey();
  await queryClient.cancelQueries(api.boards.list.queryFilter());
  const before = queryClient.getQueryData(key);
  if (before !== undefined) queryClient.setQueryData(key, afterMove(before, board.id, place));
  try {
    await client.boards.update.mutate({
      id: board.id,
      parentBoardId,
      order,
      ...(teamId !== board.teamId && { teamId }),
    });
  } catch (error) {
    queryClient.setQueryData(key, before);
    throw error;
  } finally {
    void (teamId === board.teamId ? reloadBoards() : reloadSavedAds());
  }
}
