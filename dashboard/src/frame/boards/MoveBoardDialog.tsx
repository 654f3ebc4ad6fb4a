import { useState } from 'react';
import { useBoards } from '../../api/boards.ts';
import type { Board } from '../../api/types.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { closeDialog } from './dialog.ts';
import { BoardChoice, chosenPlace, valueOfPlace } from './BoardChoice.tsx';
import { moveBoard } from './moving.ts';
import { isWithin } from './tree.ts';

export function MoveBoardDialog({ board }: { readonly board: Board }) {
  const { boards } = useBoards();
  const [value, setValue] = useState(valueOfPlace(board));
  const move = (): void => {
    const { parentBoardId, teamId } = chosenPlace(value, boards);
    closeDialog();
    moveBoard(
      board,
      parentBoardId === null ? { at: 'end', teamId } : { at: 'inside', boardId: parentBoardId },
    );
  };
  return (
    <Dialog open onOpenChange={closeDialog} title={`Move ${board.name}`}>
      <BoardChoice
        label="Move to"
        hint="Boards inside it move along."
        value={value}
        onChange={setValue}
        offers={({ id }) => !isWithin(boards, id, board.id)}
      />
      <DialogActions>
        <Button onClick={closeDialog}>Cancel</Button>
        <Button variant="primary" onClick={move} disabled={value === valueOfPlace(board)}>
          Move board
        </Button>
      </DialogActions>
    </Dialog>
  );
}
