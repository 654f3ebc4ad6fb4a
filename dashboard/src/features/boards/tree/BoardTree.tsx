import { useParams } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Fragment } from 'react';
import { useBoards } from '../../../lib/api/boards.ts';
import type { Board } from '../../../lib/api/types.ts';
import { classes } from '../../../ui/classes.ts';
import { createLazyModule } from '../../../ui/lazyModule.ts';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import { useStored } from '../../../lib/hooks/useStored.ts';
import { useDragged, useDropTarget } from './drag.ts';
import { openDialog, useDialog } from './moveBoard.ts';
import { BoardItem } from './BoardItem.tsx';
import { listAncestors, type Branch, buildTree } from './tree.ts';
import { boardsCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = boardsCopy.tree;

const dialogs = createLazyModule(() => import('./BoardDialogs.tsx'));

/** The dialog that the tree or a page has opened. */
export function BoardDialogs() {
  const dialog = useDialog();
  const loaded = dialogs.use(dialog !== null);
  return dialog !== null && loaded !== null && <loaded.OpenBoardDialog dialog={dialog} />;
}

export function BoardTree() {
  const { query } = useBoards();
  return (
    <QueryView
      query={query}
      loading={
        <Loading label={boardsCopy.boards.loadingBoards}>
          <Skeleton className="my-1 h-6" />
        </Loading>
      }
      renderError={(_error, retry) => (
        <p className="flex flex-col items-start px-3 py-1 text-xs text-quiet">
          {copy.failed}
          <button type="button" onClick={retry} className="rounded-sm text-accent hover:underline">
            {uiCopy.tryAgain}
          </button>
        </p>
      )}
    >
      {(boards) => <Tree boards={boards} />}
    </QueryView>
  );
}

function Tree({ boards }: { readonly boards: readonly Board[] }) {
  const { teams, mayEdit } = useBoards();
  const shown = teams.filter((team) => boards.some(({ teamId }) => teamId === team.id));
  return (
    <div className="flex flex-col gap-0.5 py-1 pl-2">
      <div className="-mx-1 flex max-h-[45vh] flex-col gap-0.5 overflow-y-auto px-1">
        {shown.length > 0 && <Heading name={boardsCopy.boards.myBoards} teamId={null} />}
        <Branches branches={buildTree(boards, null)} />
        {shown.map(({ id, name }) => (
          <Fragment key={id}>
            <Heading name={name} teamId={id} isClosed={!mayEdit({ teamId: id })} />
            <Branches branches={buildTree(boards, id)} />
          </Fragment>
        ))}
      </div>
      <button
        type="button"
        onClick={() => openDialog({ what: 'new', parentBoardId: null, teamId: null })}
        className="flex h-8 items-center gap-1 rounded-md px-1 text-quiet hover:bg-sunk hover:text-ink"
      >
        <Plus size={16} aria-hidden /> {copy.newBoard}
      </button>
    </div>
  );
}

interface HeadingProps {
  readonly name: string;
  readonly teamId: number | null;
  readonly isClosed?: boolean;
}

/** The owner of the boards below; a board that is dropped here moves to its top level. */
function Heading({ name, teamId, isClosed = false }: HeadingProps) {
  const isBoardDragged = useDragged()?.what === 'board';
  const { isOver, dropProps } = useDropTarget({ at: 'end', teamId }, isBoardDragged && !isClosed);
  return (
    <p
      {...dropProps}
      className={classes(
        'truncate rounded-md px-1.5 pt-2 pb-1 text-xs text-quiet',
        isOver && 'bg-accent-soft outline-2 -outline-offset-2 outline-accent',
      )}
    >
      {name}
    </p>
  );
}

const noneToggled: Readonly<Record<number, boolean>> = {};

function Branches({
  branches,
  depth = 0,
}: {
  readonly branches: readonly Branch[];
  readonly depth?: number;
}) {
  const [toggled, setToggled] = useStored('openBoards', noneToggled);
  const { boards } = useBoards();
  const { boardId } = useParams({ strict: false });
  if (branches.length === 0) return null;
  const shown = boardId === undefined ? [] : listAncestors(boards, Number(boardId));
  return (
    <ul>
      {branches.map(({ board, branches: below }, number) => {
        // The ancestors of the open board are expanded, unless somebody collapsed them.
        const isOpen = toggled[board.id] ?? shown.some(({ id }) => id === board.id);
        return (
          <li key={board.id}>
            <BoardItem
              board={board}
              depth={depth}
              isLast={number === branches.length - 1}
              isOpen={below.length === 0 ? null : isOpen}
              onFold={() => setToggled({ ...toggled, [board.id]: !isOpen })}
            />
            {isOpen && <Branches branches={below} depth={depth + 1} />}
          </li>
        );
      })}
    </ul>
  );
}
