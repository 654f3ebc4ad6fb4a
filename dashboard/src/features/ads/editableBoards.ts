import type { Board } from '../../lib/api/types.ts';

/** A board with its path: "Hooks / Questions". */
export interface BoardPlace {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly adCount: number;
}

/** The boards that this person may save to. */
export function editableBoards(
  boards: readonly Board[],
  mayEdit: (board: Board) => boolean,
): readonly BoardPlace[] {
  return boards.filter(mayEdit).map((board) => ({
    id: board.id,
    name: board.name,
    path: pathOf(board, boards),
    adCount: board.adCount,
  }));
}

function pathOf(board: Board, boards: readonly Board[]): string {
  const parent = boards.find(({ id }) => id === board.parentBoardId);
  return parent === undefined ? board.name : `${pathOf(parent, boards)} / ${board.name}`;
}
