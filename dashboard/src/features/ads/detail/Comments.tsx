import { textLimits } from '@magpie/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAccount } from '../../../lib/api/account.ts';
import { shownCopy, useBoards } from '../../../lib/api/boards.ts';
import { api, client } from '../../../lib/api/client.ts';
import { changeResponse } from '../../../lib/api/pendingChanges.ts';
import { useTeams } from '../../../lib/api/teams.ts';
import type { AdDetails, RouterOutputs } from '../../../lib/api/types.ts';
import { describeError } from '../../../lib/errors.ts';
import { formatTime } from '../../../lib/format.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import { deleteWithUndo } from '../../../ui/undo.tsx';
import { uiCopy } from '../../../ui/copy.ts';
import { commentsCopy as copy } from './copy.ts';

type Comment = RouterOutputs['comments']['list'][number];

const invalidates = [api.comments.pathFilter()];
const meta = { invalidates };

interface AdCopy {
  readonly hash: string;
  readonly teamId: number | null;
}

/** The comments on the shown copy of a saved ad. */
export function Comments({ ad: { hash, boardIds, savedAt } }: { readonly ad: AdDetails }) {
  const { boards } = useBoards();
  const shown = shownCopy({ boardIds }, boards);
  if (savedAt === null || shown === null) return null;
  return <CopyComments key={`${hash} ${shown.teamId}`} hash={hash} teamId={shown.teamId} />;
}

function CopyComments({ hash, teamId }: AdCopy) {
  const comments = useQuery(api.comments.list.queryOptions({ hash, teamId }));
  const { getTeamName, mayEdit, mayDeleteCopy } = useTeams();
  const { userId } = useAccount();
  // On a personal copy, a note serves the same purpose; comments may have come along with a board of a team.
  if (teamId === null && (comments.data ?? []).length === 0) return null;
  const mayComment = mayEdit({ teamId });
  return (
    <Section
      title={copy.title}
      about={teamId === null ? copy.aboutOwn : copy.about(getTeamName(teamId) ?? '')}
    >
      <QueryView
        query={comments}
        loading={
          <Loading label={copy.loading}>
            <Skeleton className="h-12" />
          </Loading>
        }
        empty={<p className="text-quiet">{copy.empty}</p>}
      >
        {(all) => (
          <ul aria-label={copy.title} className="flex flex-col gap-3">
            {all.map((comment) => {
              const isOwn = comment.authorId === userId;
              return (
                <CommentItem
                  key={comment.id}
                  comment={comment}
                  mayEdit={isOwn && mayComment}
                  mayDelete={isOwn || mayDeleteCopy({ teamId })}
                />
              );
            })}
          </ul>
        )}
      </QueryView>
      {mayComment && <NewComment hash={hash} teamId={teamId} />}
    </Section>
  );
}

interface CommentItemProps {
  readonly comment: Comment;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
}

function CommentItem({ comment, mayEdit, mayDelete }: CommentItemProps) {
  const { id, authorName, text, createdAt, updatedAt } = comment;
  const [isEditing, setEditing] = useState(false);
  const update = useMutation(
    api.comments.update.mutationOptions({ onSuccess: () => setEditing(false), meta }),
  );
  if (isEditing)
    return (
      <li>
        <CommentForm
          label={copy.editOne}
          action={uiCopy.save}
          initial={text}
          save={update}
          onSave={(changed) => update.mutate({ id, text: changed })}
          onCancel={() => setEditing(false)}
        />
      </li>
    );
  const time = formatTime(createdAt);
  return (
    <li className="flex flex-col gap-0.5">
      <div className="flex min-h-8 items-center gap-2">
        <span dir="auto" className="min-w-0 truncate font-semibold">
          {copy.by(authorName)}
        </span>
        <span className="flex-1 text-xs text-quiet">{updatedAt === null ? time : copy.edited(time)}</span>
        {mayEdit && (
          <IconButton label={copy.editOne} className="size-8!" onClick={() => setEditing(true)}>
            <Pencil size={14} aria-hidden />
          </IconButton>
        )}
        {mayDelete && (
          <IconButton label={copy.deleteOne} className="size-8!" onClick={() => deleteComment(id)}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      <p dir="auto" className="break-words whitespace-pre-line">
        {text}
      </p>
    </li>
  );
}

function deleteComment(id: number): void {
  deleteWithUndo({
    text: copy.deleted,
    changes: [changeResponse('comments', 'list', (all) => all.filter((comment) => comment.id !== id))],
    send: () => client.comments.delete.mutate({ id }),
    invalidates,
  });
}

function NewComment({ hash, teamId }: AdCopy) {
  // Empty again after each comment.
  const [count, setCount] = useState(0);
  const create = useMutation(
    api.comments.create.mutationOptions({ onSuccess: () => setCount(count + 1), meta }),
  );
  return (
    <CommentForm
      key={count}
      label={copy.add}
      action={copy.action}
      initial=""
      save={create}
      onSave={(text) => create.mutate({ hash, teamId, text })}
    />
  );
}

interface CommentFormProps {
  readonly label: string;
  readonly action: string;
  readonly initial: string;
  readonly save: { readonly isPending: boolean; readonly error: unknown };
  readonly onSave: (text: string) => void;
  readonly onCancel?: () => void;
}

function CommentForm({ label, action, initial, save, onSave, onCancel }: CommentFormProps) {
  const [text, setText] = useState(initial);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave(text);
  };
  return (
    <form onSubmit={submit} className="flex flex-col items-end gap-2">
      <TextAreaField
        hideLabel
        label={label}
        placeholder={label}
        value={text}
        rows={2}
        maxLength={textLimits.comment}
        error={save.error === null ? null : describeError(save.error)}
        onChange={({ target }) => setText(target.value)}
        className="w-full"
      />
      <div className="flex gap-2">
        {onCancel !== undefined && <Button onClick={onCancel}>{uiCopy.cancel}</Button>}
        <Button type="submit" busy={save.isPending} disabled={text.trim() === '' || text === initial}>
          {action}
        </Button>
      </div>
    </form>
  );
}
