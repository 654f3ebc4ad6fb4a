import type { ReactNode } from 'react';
import { useBoards } from '../../../lib/api/boards.ts';
import type { Board } from '../../../lib/api/types.ts';
import { Menu, MenuItem, MenuLine } from '../../../ui/Menu.tsx';
import { openDialog } from './dialog.ts';
import { moveBoard } from './moveBoard.ts';
import { stepOf } from './tree.ts';
import { boardsCopy } from '../copy.ts';

const copy = boardsCopy.tree;

interface BoardMenuProps {
  readonly board: Board;
  /** A single button. */
  readonly trigger: ReactNode;
}

export function BoardMenu({ board, trigger }: BoardMenuProps) {
  const { boards } = useBoards();
  const step = (direction: 'up' | 'down') => {
    const target = stepOf(boards, board.id, direction);
    return { disabled: target === null, onSelect: () => target !== null && moveBoard(board, target) };
  };
  return (
    <Menu trigger={trigger} align="start">
      <MenuItem onSelect={() => openDialog({ what: 'new', parentBoardId: board.id, teamId: board.teamId })}>
        {copy.newBoardInside}
      </MenuItem>
      <MenuItem onSelect={() => openDialog({ what: 'rename', board })}>{copy.renameItem}</MenuItem>
      <MenuLine />
      <MenuItem {...step('up')}>{copy.moveUp}</MenuItem>
      <MenuItem {...step('down')}>{copy.moveDown}</MenuItem>
      <MenuItem onSelect={() => openDialog({ what: 'move', board })}>{copy.moveItem}</MenuItem>
      <MenuLine />
      <MenuItem bad onSelect={() => openDialog({ what: 'delete', board })}>
        {copy.deleteItem}
      </MenuItem>
    </Menu>
  );
}
