import type { ReactNode } from 'react';
import { useBoards } from '../../../lib/api/boards.ts';
import type { Board } from '../../../lib/api/types.ts';
import { Menu, MenuItem, MenuLine } from '../../../ui/Menu.tsx';
import { openDialog } from './dialog.ts';
import { moveBoard } from './moveBoard.ts';
import { stepOf } from './tree.ts';

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
        New board inside…
      </MenuItem>
      <MenuItem onSelect={() => openDialog({ what: 'rename', board })}>Rename…</MenuItem>
      <MenuLine />
      <MenuItem {...step('up')}>Move up</MenuItem>
      <MenuItem {...step('down')}>Move down</MenuItem>
      <MenuItem onSelect={() => openDialog({ what: 'move', board })}>Move to…</MenuItem>
      <MenuLine />
      <MenuItem bad onSelect={() => openDialog({ what: 'delete', board })}>
        Delete…
      </MenuItem>
    </Menu>
  );
}
