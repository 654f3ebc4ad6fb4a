import { getRouteApi, Link } from '@tanstack/react-router';
import { Ellipsis, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useBoards } from '../../lib/api/boards.ts';
import type { Board } from '../../lib/api/types.ts';
import { BoardMenu } from './tree/BoardRow.tsx';
import { AdWallSkeleton } from '../ads/AdWall.tsx';
import { Button, buttonClasses, IconButton } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Empty, Failure, Skeleton } from '../../ui/states.tsx';
import { BoardCovers } from './BoardCovers.tsx';
import { BoardFacts, BoardTitle } from './BoardHeader.tsx';
import { ExportButton } from './SelectionBar.tsx';
import { SavedAds } from './SavedAds.tsx';
import { ShareDialog } from './ShareDialog.tsx';
import { boardsCopy } from './copy.ts';
import { AdThumb } from '../ads/AdThumb.tsx';
import { firstMedia, thumbnailOf } from '../ads/mediaUrls.ts';
import { api } from '../../lib/api/client.ts';

const copy = boardsCopy.board;

const route = getRouteApi('/shell/boards/$boardId');

export function BoardPage() {
  const { boardId } = route.useParams();
  const { query } = useBoards();
  return (
    <QueryView
      query={query}
      loading={
        <Page title={copy.title} heading={<Skeleton className="h-8 w-64" />}>
          <AdWallSkeleton />
        </Page>
      }
      renderError={(error, retry) => (
        <Page title={copy.title} narrow>
          <Failure error={error} onRetry={retry} />
        </Page>
      )}
    >
      {(boards) => {
        const board = boards.find(({ id }) => String(id) === boardId);
        // The key resets the selection and open forms when the board changes.
        return board === undefined ? <UnknownBoard /> : <LoadedBoard key={board.id} board={board} />;
      }}
    </QueryView>
  );
}

function UnknownBoard() {
  return (
    <Page title={copy.title} narrow>
      <Empty
        action={
          <Link to="/boards" className={buttonClasses('primary')}>
            {copy.viewBoards}
          </Link>
        }
      >
        {copy.notFound}
      </Empty>
    </Page>
  );
}

function LoadedBoard({ board }: { readonly board: Board }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { boards } = useBoards();
  const inside = boards.filter(({ parentBoardId }) => parentBoardId === board.id);
  return (
    <>
      {board.adCount > 0 && <CoverStrip board={board} />}
      <Page
        title={board.name}
        heading={<BoardTitle board={board} />}
        about={<BoardFacts board={board} />}
        actions={<BoardActions board={board} />}
      >
        {inside.length > 0 && <BoardCovers boards={inside} label={copy.boardsIn(board.name)} />}
        <SavedAds
          board={board}
          search={search}
          onSearch={(change) =>
            void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
          }
        />
      </Page>
    </>
  );
}

function BoardActions({ board }: { readonly board: Board }) {
  const search = route.useSearch();
  const { mayEdit } = useBoards();
  const [isSharing, setSharing] = useState(false);
  return (
    <>
      <ExportButton board={board} search={search} />
      {mayEdit(board) && (
        <>
          <Button variant="primary" onClick={() => setSharing(true)}>
            <Share2 size={16} aria-hidden /> {copy.share}
          </Button>
          <BoardMenu
            board={board}
            trigger={
              <IconButton label={copy.actions} variant="plain">
                <Ellipsis size={16} aria-hidden />
              </IconButton>
            }
          />
          {isSharing && <ShareDialog board={board} onClose={() => setSharing(false)} />}
        </>
      )}
    </>
  );
}

function CoverStrip({ board }: { readonly board: Board }) {
  const { data } = useQuery(api.ads.list.queryOptions({ boardId: board.id, limit: 16 }));
  return (
    <div aria-hidden className="flex h-24 gap-0.5 overflow-hidden border-b bg-sunk sm:h-32">
      {data?.ads.map((ad) => (
        <AdThumb
          key={ad.hash}
          url={thumbnailOf(firstMedia(ad))}
          brand={ad.advertiser.name}
          className="h-full max-w-80 min-w-24 flex-1 sm:min-w-32"
        />
      ))}
    </div>
  );
}
