import { useState } from 'react';
import { useBoards } from '../../api/boards.ts';
import type { Board } from '../../api/types.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { answered } from './asked.ts';
import { BoardChoice, chosenPlace, valueOfPlace } from './BoardChoice.tsx';
import { moveBoard } from './moving.ts';
import { isWithin } from './tree.ts';

export function MoveBoardDialog({ board }: { readonly board: Board }) {
  const { boards } = useBoards();
  const [value, setValue] = useState(valueOfPlace(board));
  const move = (): void => {
    const { parentBoardId, teamId } = chosenPlace(value, boards);
    answered();
    moveBoard(
      board,
      parentBoardId === null ? { at: 'end', teamId } : { at: 'inside', boardId: parentBoardId },
    );
  };
  return (
    <Dialog open onOpenChange={answered} title={`Move ${board.name}`}>
      <BoardChoice
        label="Move to"
        hint="The boards in it go along."
        value={value}
        onChange={setValue}
        offers={({ id }) => !isWithin(boards, id, board.id)}
      />
      <DialogActions>
        <Button onClick={answered}>Cancel</Button>
        <Button look="primary" onClick={move} disabled={value === valueOfPlace(board)}>
          Move board
        </Button>
      </DialogActions>
    </Dialog>
  );
}
