import { textLimits } from '@magpie/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Tag as TagIcon, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { savedAdQueries, shownCopy, useBoards } from '../../../lib/api/boards.ts';
import { api } from '../../../lib/api/client.ts';
import type { AdDetails, Board } from '../../../lib/api/types.ts';
import { describeError } from '../../../lib/errors.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';
import { ErrorLine, Loading, Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { adsCopy } from '../copy.ts';
import { Organized, OrganizeDialog } from '../Labels.tsx';
import { isUnsorted, removeFromBoard, unsaveAd } from '../removing.ts';

const copy = adsCopy.library;

export function SavedBoards({ ad }: { readonly ad: AdDetails }) {
  const { hash } = ad;
  const boards = useQuery(api.ads.listBoardsContaining.queryOptions({ hash }));
  return (
    <Section title={copy.title}>
      <QueryView
        query={boards}
        loading={
          <Loading label={copy.loading}>
            <Skeleton className="h-9" />
          </Loading>
        }
        empty={<p className="text-quiet">{copy.empty}</p>}
      >
        {(saved) => (
          <>
            <ul className="-my-1 flex flex-col divide-y">
              {saved.map((board) => (
                <SavedBoard
                  key={board.id}
                  board={board}
                  onRemove={getRemoval(ad, board, saved.length === 1)}
                />
              ))}
            </ul>
            {ad.savedAt !== null && (
              <>
                <AdLabels ad={ad} />
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

/** Null if only deleting would remove it: an ad with a note, labels or a stage stays saved. */
function getRemoval(
  { hash, note, labels, stage }: AdDetails,
  board: Board,
  isOnly: boolean,
): (() => void) | null {
  const isPlain = note === null && labels.length === 0 && stage === null;
  if (isOnly && isPlain) return () => unsaveAd(hash, board);
  return isOnly && isUnsorted(board) ? null : () => removeFromBoard([hash], board);
}

interface SavedBoardProps {
  readonly board: Board;
  readonly onRemove: (() => void) | null;
}

function SavedBoard({ board, onRemove }: SavedBoardProps) {
  return (
    <li className="flex items-center justify-between gap-2 py-1">
      <Link
        to="/boards/$boardId"
        params={{ boardId: String(board.id) }}
        className="min-w-0 truncate font-semibold hover:underline"
      >
        {board.name}
      </Link>
      {onRemove !== null && (
        <IconButton label={adsCopy.removal.removeFrom(board.name)} onClick={onRemove}>
          <X size={16} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

function AdLabels({ ad }: { readonly ad: AdDetails }) {
  const { boards, mayEdit } = useBoards();
  const [isOpen, setOpen] = useState(false);
  const shown = shownCopy(ad, boards);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Organized ad={ad} />
      {shown !== null && mayEdit(shown) && (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          <TagIcon size={16} aria-hidden /> {adsCopy.labels.action}
        </Button>
      )}
      {isOpen && shown !== null && (
        <OrganizeDialog ads={[ad]} teamId={shown.teamId} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}

function Note({ hash, note }: { readonly hash: string; readonly note: string | null }) {
  const [text, setText] = useState(note ?? '');
  const setNote = useMutation(
    api.ads.setNote.mutationOptions({
      onSuccess: (saved) => toast(saved.note === null ? copy.noteRemoved : copy.noteSaved),
      meta: { invalidates: savedAdQueries },
    }),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setNote.mutate({ hash, note: text.trim() === '' ? null : text });
  };
  return (
    <form onSubmit={submit} className="flex flex-col items-end gap-2">
      <TextAreaField
        label={copy.note}
        value={text}
        maxLength={textLimits.note}
        placeholder={copy.notePlaceholder}
        error={setNote.isError ? describeError(setNote.error) : null}
        onChange={({ target }) => setText(target.value)}
        className="w-full"
      />
      <Button type="submit" busy={setNote.isPending} disabled={text === (note ?? '')}>
        {copy.saveNote}
      </Button>
    </form>
  );
}

/** The stored media of a saved ad; polls while some are pending. */
function StoredMedia({ hash }: { readonly hash: string }) {
  const media = useQuery({
    ...api.ads.listKeptMedia.queryOptions({ hash }),
    // Saving an ad again replaces its stored media.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((file) => file.state === 'waiting') === true ? 10_000 : false,
  });
  return (
    <QueryView
      query={media}
      loading={<Skeleton className="h-5" />}
      renderError={(error) => <ErrorLine error={error} />}
    >
      {(files) => {
        const stored = files.filter(({ state }) => state === 'kept');
        const failed = files.filter(({ state }) => state === 'failed');
        const waiting = files.length - stored.length - failed.length;
        const bytes = stored.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
        return (
          <div className="flex flex-col gap-1 text-xs text-quiet">
            <p className="flex flex-wrap gap-x-1.5">
              <Tip tip={copy.storedTip}>{copy.stored(stored.length, bytes)}</Tip>
              {waiting > 0 && <span>{copy.pending(waiting)}</span>}
              {failed.length > 0 && <span>{copy.failed(failed.length)}</span>}
            </p>
            {[...new Set(failed.map(({ error }) => error))].map(
              (error) => error !== null && <p key={error}>{error}</p>,
            )}
          </div>
        );
      }}
    </QueryView>
  );
}
