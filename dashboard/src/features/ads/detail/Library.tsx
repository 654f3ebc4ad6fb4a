import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { savedAdQueries } from '../../../lib/api/boards.ts';
import { api, client } from '../../../lib/api/client.ts';
import type { AdDetails, Board } from '../../../lib/api/types.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { StoredMedia } from './StoredMedia.tsx';
import { Note } from './Note.tsx';

/** The boards that contain the ad, its note and its stored media. */
export function Library({ ad }: { readonly ad: AdDetails }) {
  const { hash } = ad;
  const boards = useQuery(api.ads.listBoardsContaining.queryOptions({ hash }));
  return (
    <Section title="On your boards">
      <QueryView
        query={boards}
        loading={
          <Loading label="Loading boards">
            <Skeleton className="h-9" />
          </Loading>
        }
        empty={<p className="text-quiet">Not saved yet. Save it to keep its media and add a note.</p>}
      >
        {(saved) => (
          <>
            <ul className="-my-1 flex flex-col divide-y">
              {saved.map((board) => (
                <BoardRow key={board.id} board={board} ad={ad} />
              ))}
            </ul>
            {ad.savedAt !== null && (
              <>
                <Note key={`${hash} ${ad.note}`} hash={hash} note={ad.note} />
                <StoredMedia hash={hash} />
              </>
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}

function BoardRow({ board, ad: { hash, note } }: { readonly board: Board; readonly ad: AdDetails }) {
  const undo = useMutation({
    mutationFn: () => client.ads.addToBoard.mutate({ boardId: board.id, hash, note }),
    onError: toastError,
    meta: { invalidates: savedAdQueries },
  });
  const undoButton = <Button onClick={() => undo.mutate()}>Undo</Button>;
  const remove = useMutation({
    mutationFn: () => client.ads.removeFromBoard.mutate({ boardId: board.id, hash }),
    onSuccess: () => toast(`Removed from ${board.name}`, undoButton),
    onError: toastError,
    meta: { invalidates: savedAdQueries },
  });
  return (
    <li className="flex items-center justify-between gap-2 py-1">
      <Link
        to="/boards/$boardId"
        params={{ boardId: String(board.id) }}
        className="min-w-0 truncate font-semibold hover:underline"
      >
        {board.name}
      </Link>
      <IconButton label={`Remove from ${board.name}`} busy={remove.isPending} onClick={() => remove.mutate()}>
        <X size={16} aria-hidden />
      </IconButton>
    </li>
  );
}
