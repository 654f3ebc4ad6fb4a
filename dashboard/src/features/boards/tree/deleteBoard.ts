import { useNavigate, useParams } from '@tanstack/react-router';
import { savedAdQueries } from '../../../lib/api/boards.ts';
import { client } from '../../../lib/api/client.ts';
import { changeResponse } from '../../../lib/api/pendingChanges.ts';
import type { Board } from '../../../lib/api/types.ts';
import { deleteWithUndo } from '../../../ui/undo.tsx';
import { boardsCopy } from '../copy.ts';

export function useDeleteBoard(): (board: Board) => Promise<void> {
  const navigate = useNavigate();
  const { boardId } = useParams({ strict: false });
  return async (board) => {
    // The page of a deleted board would query it.
    if (boardId === String(board.id)) await navigate({ to: '/boards' });
    deleteWithUndo({
      text: boardsCopy.tree.deleted(board.name),
      changes: [
        changeResponse('boards', 'list', (boards) => withoutBoard(boards, board)),
        changeResponse('ads', 'listBoardsContaining', (boards) => withoutBoard(boards, board)),
      ],
      send: () => client.boards.remove.mutate({ id: board.id, keepAds: true }),
      invalidates: savedAdQueries,
    });
  };
}

/** The boards inside it move up one level. */
export function withoutBoard(boards: readonly Board[], { id, parentBoardId }: Board): Board[] {
  const moveUp = (board: Board): Board => (board.parentBoardId === id ? { ...board, parentBoardId } : board);
  return boards.filter((board) => board.id !== id).map(moveUp);
}
