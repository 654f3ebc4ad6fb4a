import { unsortedBoardName } from '@magpie/contract/limits';
import { Link } from '@tanstack/react-router';
import { Ellipsis, Globe } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useBoards } from '../../../lib/api/boards.ts';
import type { Board } from '../../../lib/api/types.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { ExpandIcon } from '../../../ui/ExpandIcon.tsx';
import { formatShort } from '../../../lib/format.ts';
import { useDragged, useDragSource, useDropTarget } from './drag.ts';
import { moveToTarget, openDialog } from './moveBoard.ts';
import { countAdsWithin, listAncestors, isWithin, type DropTarget, findStep, findTurn } from './tree.ts';
import { useDeleteBoard } from './deleteBoard.ts';
import { boardsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';
import { Menu, MenuItem, MenuLine, type MenuProps } from '../../../ui/Menu.tsx';

const copy = boardsCopy.tree;

interface BoardItemProps {
  readonly board: Board;
  readonly depth: number;
  readonly isLast: boolean;
  /** Whether its child boards are shown; null without any. */
  readonly isOpen: boolean | null;
  readonly onFold: () => void;
}

export function BoardItem({ board, depth, isLast, isOpen, onFold }: BoardItemProps) {
  const { boards, mayEdit } = useBoards();
  const isEditable = mayEdit(board);
  const accepts = useAccepts(board);
  const { isDragging, dragProps } = useDragSource(`board ${board.id}`, { what: 'board', board }, isEditable);
  const { isOver, dropProps } = useDropTarget({ at: 'inside', boardId: board.id }, accepts !== 'nothing');
  return (
    <div {...dragProps} className={classes('group relative', isDragging && 'opacity-55')}>
      {accepts === 'boards' && <DropLine at="before" boardId={board.id} depth={depth} />}
      <div
        {...dropProps}
        className={classes(
          'flex h-8 items-center rounded-md pr-1 hover:bg-sunk has-aria-[current=page]:bg-accent-soft',
          isOver && 'bg-accent-soft outline-2 -outline-offset-2 outline-accent',
        )}
        style={{ paddingLeft: toIndent(depth) }}
      >
        <Fold board={board} isOpen={isOpen} onFold={onFold} />
        <BoardLink board={board} isEditable={isEditable} />
        <span
          aria-hidden
          className={classes(
            'px-1 text-xs text-quiet tabular-nums',
            isEditable && 'group-focus-within:hidden group-hover:hidden',
          )}
        >
          {formatShort(isOpen === false ? countAdsWithin(boards, board) : board.adCount)}
        </span>
        {isEditable && (
          <span className="w-0 overflow-hidden group-focus-within:w-6 group-focus-within:overflow-visible group-hover:w-6 has-[[data-state=open]]:w-6">
            <BoardMenu
              board={board}
              trigger={
                <IconButton label={copy.actionsFor(board.name)} className="size-6! rounded-sm">
                  <Ellipsis size={16} aria-hidden />
                </IconButton>
              }
            />
          </span>
        )}
      </div>
      {accepts === 'boards' && isLast && <DropLine at="after" boardId={board.id} depth={depth} />}
    </div>
  );
}

/** Deep levels are indented by less, so that their names fit. */
function toIndent(depth: number): string {
  return `${Math.min(depth, 3) * 12 + Math.min(Math.max(depth - 3, 0), 16) * 4}px`;
}

function useAccepts(board: Board): 'nothing' | 'ads' | 'boards' {
  const { boards, mayEdit } = useBoards();
  const dragged = useDragged();
  if (dragged === null || !mayEdit(board)) return 'nothing';
  if (dragged.what === 'ads') return dragged.fromBoardId === board.id ? 'nothing' : 'ads';
  return isWithin(boards, board.id, dragged.board.id) ? 'nothing' : 'boards';
}

function Fold({ board: { name }, isOpen, onFold }: Pick<BoardItemProps, 'board' | 'isOpen' | 'onFold'>) {
  if (isOpen === null) return <span aria-hidden className="w-6 shrink-0" />;
  return (
    <button
      type="button"
      aria-label={copy.boardsIn(name)}
      aria-expanded={isOpen}
      onClick={onFold}
      className="flex size-6 shrink-0 items-center justify-center rounded-sm text-quiet hover:text-ink"
    >
      <ExpandIcon isOpen={isOpen} />
    </button>
  );
}

function BoardLink({ board, isEditable }: { readonly board: Board; readonly isEditable: boolean }) {
  const { boards } = useBoards();
  const moveByKey = (event: KeyboardEvent): void => {
    if (!event.altKey || !isEditable) return;
    const target = findKeyTarget(event.key, boards, board.id);
    if (target === undefined) return;
    event.preventDefault();
    if (target !== null) moveToTarget(board, target);
  };
  return (
    <Link
      to="/boards/$boardId"
      params={{ boardId: String(board.id) }}
      activeOptions={{ includeSearch: false, exact: true }}
      draggable={false}
      onKeyDown={moveByKey}
      {...(isEditable && { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' })}
      title={[...listAncestors(boards, board.id), board].map(({ name }) => name).join(' / ')}
      aria-label={copy.boardLabel(board.name, board.adCount, board.published)}
      className="flex h-full min-w-0 flex-1 items-center gap-1.5 rounded-md text-quiet group-hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
    >
      <span className="truncate">{board.name}</span>
      {board.published && <Globe size={12} aria-hidden className="shrink-0" />}
    </Link>
  );
}

/** Null if the board cannot move that way; undefined for other keys. */
function findKeyTarget(key: string, boards: readonly Board[], id: number): DropTarget | null | undefined {
  if (key === 'ArrowUp') return findStep(boards, id, 'up');
  if (key === 'ArrowDown') return findStep(boards, id, 'down');
  if (key === 'ArrowLeft') return findTurn(boards, id, 'out');
  return key === 'ArrowRight' ? findTurn(boards, id, 'in') : undefined;
}

interface DropLineProps {
  readonly at: 'before' | 'after';
  readonly boardId: number;
  readonly depth: number;
}

function DropLine({ at, boardId, depth }: DropLineProps) {
  const { isOver, dropProps } = useDropTarget({ at, boardId });
  return (
    <div
      {...dropProps}
      className={classes(
        'absolute inset-x-0 z-10 flex h-2.5 items-center',
        at === 'before' ? '-top-1' : '-bottom-1',
      )}
      style={{ paddingLeft: toIndent(depth) }}
    >
      {isOver && <span className="h-0.5 w-full rounded-full bg-accent" />}
    </div>
  );
}

export function BoardMenu({ board, trigger }: Pick<MenuProps, 'trigger'> & { readonly board: Board }) {
  const { boards } = useBoards();
  const deleteBoard = useDeleteBoard();
  // Its ads are on no other board: they can only be moved or deleted.
  const isKept = board.name === unsortedBoardName && board.adCount > 0;
  const step = (direction: 'up' | 'down') => {
    const target = findStep(boards, board.id, direction);
    return { disabled: target === null, onSelect: () => target !== null && moveToTarget(board, target) };
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
      {!isKept && (
        <>
          <MenuLine />
          <MenuItem bad onSelect={() => void deleteBoard(board)}>
            {uiCopy.delete}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
