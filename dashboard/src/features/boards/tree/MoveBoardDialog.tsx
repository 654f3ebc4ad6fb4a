import { useState } from 'react';
import { useBoards } from '../../../lib/api/boards.ts';
import type { Board } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { closeDialog } from './dialog.ts';
import { BoardChoice, parseLocation, formatLocation } from './BoardChoice.tsx';
import { moveBoard } from './moveBoard.ts';
import { isWithin } from './tree.ts';
import { boardsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = boardsCopy.tree;

export function MoveBoardDialog({ board }: { readonly board: Board }) {
  const { boards } = useBoards();
  const [value, setValue] = useState(formatLocation(board));
  const move = (): void => {
    const { parentBoardId, teamId } = parseLocation(value, boards);
    closeDialog();
    moveBoard(
      board,
      parentBoardId === null ? { at: 'end', teamId } : { at: 'inside', boardId: parentBoardId },
    );
  };
  return (
    <Dialog open onOpenChange={closeDialog} title={copy.moveTitle(board.name)}>
      <BoardChoice
        label={copy.moveTo}
        hint={copy.moveHint}
        value={value}
        onChange={setValue}
        offers={({ id }) => !isWithin(boards, id, board.id)}
      />
      <DialogActions>
        <Button onClick={closeDialog}>{uiCopy.cancel}</Button>
        <Button variant="primary" onClick={move} disabled={value === formatLocation(board)}>
          {copy.moveBoard}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
