import { getRouteApi } from '@tanstack/react-router';
import { LayoutGrid, Plus } from 'lucide-react';
import { useBoards } from '../../lib/api/boards.ts';
import { openDialog } from './tree/moveBoard.ts';
import { buildTree } from './tree/tree.ts';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Empty } from '../../ui/states.tsx';
import { BoardCovers, BoardCoversSkeleton } from './BoardCovers.tsx';
import { ExportButton } from './SelectionBar.tsx';
import { SavedAds } from './SavedAds.tsx';
import { boardsCopy } from './copy.ts';

const copy = boardsCopy.boards;

const route = getRouteApi('/shell/boards');

export function BoardsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { boards } = useBoards();
  return (
    <Page
      title={copy.title}
      about={boards.length > 0 ? copy.count(boards.length) : undefined}
      actions={
        <>
          {search.show === 'ads' && <ExportButton board={null} search={search} />}
          <NewBoard />
        </>
      }
      filters={
        <div>
          <Segmented
            label={copy.show}
            value={search.show ?? 'boards'}
            options={[
              { value: 'boards', label: copy.title },
              { value: 'ads', label: copy.allSavedAds },
            ]}
            onChange={(show) => void navigate({ search: show === 'ads' ? { show } : {} })}
          />
        </div>
      }
    >
      {search.show === 'ads' ? (
        <SavedAds
          board={null}
          search={search}
          onSearch={(change) =>
            void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
          }
        />
      ) : (
        <AllBoards />
      )}
    </Page>
  );
}

function NewBoard() {
  return (
    <Button variant="primary" onClick={() => openDialog({ what: 'new', parentBoardId: null, teamId: null })}>
      <Plus size={16} aria-hidden /> {boardsCopy.tree.newBoard}
    </Button>
  );
}

function AllBoards() {
  const { query, teams } = useBoards();
  return (
    <QueryView
      query={query}
      loading={<BoardCoversSkeleton />}
      empty={
        <Empty icon={<LayoutGrid size={24} aria-hidden />} action={<NewBoard />}>
          {copy.empty}
        </Empty>
      }
    >
      {(boards) => (
        <div className="flex flex-col gap-8">
          {[{ id: null, name: copy.myBoards }, ...teams].map(({ id, name }) => {
            const tops = buildTree(boards, id).map(({ board }) => board);
            if (tops.length === 0) return null;
            return (
              <section key={id} className="flex flex-col gap-3">
                <h2 className={teams.length === 0 ? 'sr-only' : 'text-base font-semibold'}>{name}</h2>
                <BoardCovers boards={tops} label={name} />
              </section>
            );
          })}
        </div>
      )}
    </QueryView>
  );
}
