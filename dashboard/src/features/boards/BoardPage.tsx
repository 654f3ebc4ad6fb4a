import { getRouteApi, Link } from '@tanstack/react-router';
import { Ellipsis, FileText, Share2, ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useQuery, useMutation } from '@tanstack/react-query';
import { textLimits } from '@magpie/contract/limits';
import { useBoards, boardQueries } from '../../lib/api/boards.ts';
import type { Board } from '../../lib/api/types.ts';
import { BoardMenu } from './tree/BoardItem.tsx';
import { AdWallSkeleton } from '../ads/AdWall.tsx';
import { Button, buttonClasses, IconButton } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Empty, ErrorPanel, Skeleton, ErrorLine } from '../../ui/states.tsx';
import { BoardFacts, BoardTitle, publicPath, slugFrom } from './BoardHeader.tsx';
import { CreativesButton, ExportButton } from './SelectionBar.tsx';
import { BoardCovers } from './BoardCovers.tsx';
import { SavedAds } from './SavedAds.tsx';
import { adsCopy } from '../ads/copy.ts';
import { boardsCopy } from './copy.ts';
import { api } from '../../lib/api/client.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Switch, TextField } from '../../ui/fields.tsx';
import { useDebounced } from '../../lib/hooks/useDebounced.ts';
import { uiCopy } from '../../ui/copy.ts';

const copy = boardsCopy.board;
const { share } = boardsCopy;

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
          <ErrorPanel error={error} onRetry={retry} />
        </Page>
      )}
    >
      {(boards) => {
        const board = boards.find(({ id }) => String(id) === boardId);
        // The key resets the selection and open forms when the board changes.
        if (board !== undefined) return <LoadedBoard key={board.id} board={board} />;
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
      }}
    </QueryView>
  );
}

function LoadedBoard({ board }: { readonly board: Board }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { boards } = useBoards();
  const inside = boards.filter(({ parentBoardId }) => parentBoardId === board.id);
  return (
    <Page
      title={board.name}
      heading={
        <div className="flex flex-wrap items-center gap-x-4">
          <BoardTitle board={board} />
          <BoardFacts board={board} />
        </div>
      }
      actions={<BoardActions board={board} />}
    >
      {inside.length > 0 && (
        <BoardCovers boards={inside} label={boardsCopy.tree.boardsIn(board.name)} isSmall />
      )}
      <SavedAds
        board={board}
        search={search}
        onSearch={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
        }
      />
    </Page>
  );
}

function BoardActions({ board }: { readonly board: Board }) {
  const search = route.useSearch();
  const { mayEdit } = useBoards();
  const [isSharing, setSharing] = useState(false);
  return (
    <>
      <ExportButton board={board} search={search} />
      <Link to="/reports/view" search={{ boardId: board.id }} className={buttonClasses()}>
        <FileText size={16} aria-hidden /> <span className="max-sm:sr-only">{adsCopy.weeklyReport}</span>
      </Link>
      {board.adCount > 0 && <CreativesButton board={board} />}
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

function ShareDialog({ board, onClose }: { readonly board: Board; readonly onClose: () => void }) {
  const toggle = useMutation(
    api.boards.togglePublic.mutationOptions({ meta: { invalidates: boardQueries } }),
  );
  // The switch changes before the server responds.
  const isPublic = toggle.isPending ? toggle.variables.published === true : board.published;
  const link = new URL(publicPath(board), location.href).href;
  return (
    <Dialog open onOpenChange={onClose} title={share.title(board.name)} description={share.description}>
      <Switch
        label={share.public}
        hint={isPublic ? share.publicHint : share.privateHint}
        checked={isPublic}
        onChange={(published) => {
          if (!toggle.isPending) toggle.mutate({ id: board.id, published });
        }}
      />
      {toggle.isError && <ErrorLine error={toggle.error} />}
      <SlugForm key={board.slug} board={board} />
      {board.published && isPublic && (
        <div className="flex flex-wrap items-center gap-2 rounded-md border bg-sunk p-3">
          <code className="min-w-0 flex-1 text-xs">{link}</code>
          <CopyButton text={link} label={uiCopy.copyLink} />
          <a href={link} target="_blank" rel="noopener" className={buttonClasses()}>
            <ExternalLink size={16} aria-hidden /> {share.open}
          </a>
        </div>
      )}
      <p className="text-xs text-quiet">{share.visitorsSee}</p>
    </Dialog>
  );
}

/** The slug of the public link; its availability is checked while typing. */
function SlugForm({ board }: { readonly board: Board }) {
  const [slug, setSlug] = useState(board.slug ?? slugFrom(board.name));
  const debounced = useDebounced(slug, 250);
  const isOwn = slug === (board.slug ?? '');
  const check = useQuery({
    ...api.boards.checkSlugAvailability.queryOptions({ slug: debounced }),
    enabled: !isOwn && debounced !== '',
    staleTime: 0,
  });
  const save = useMutation(api.boards.updateSlug.mutationOptions({ meta: { invalidates: boardQueries } }));
  const result = debounced === slug ? check.data : undefined;
  const isAvailable = slug === '' ? board.slug !== null : result?.available === true;
  const reason = isOwn || slug === '' ? null : (result?.reason ?? null);
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ id: board.id, slug: slug === '' ? null : slug });
      }}
    >
      <TextField
        label={share.address}
        value={slug}
        maxLength={textLimits.slug}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setSlug(target.value.toLowerCase().replaceAll(/\s+/g, '-'))}
        hint={slugHint(slug, isOwn, result?.available)}
        error={save.isError ? save.error.message : reason && share.reasons[reason]}
        className="flex-1"
      />
      <Button type="submit" busy={save.isPending} disabled={isOwn || !isAvailable} className="mt-6">
        {share.setAddress}
      </Button>
    </form>
  );
}

function slugHint(slug: string, isOwn: boolean, isAvailable: boolean | undefined): ReactNode {
  if (slug === '') return share.noAddress;
  if (isOwn) return share.currentAddress;
  if (isAvailable === undefined) return share.checkingAvailability;
  return isAvailable ? <span className="text-good">{share.available}</span> : undefined;
}
