import { textLimits } from '@magpie/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Globe, Lock, Users } from 'lucide-react';
import { boardQueries, useBoards } from '../../lib/api/boards.ts';
import { api } from '../../lib/api/client.ts';
import type { Board } from '../../lib/api/types.ts';
import { listAncestors } from './tree/tree.ts';
import { Tip, tipOn } from '../../ui/Tip.tsx';
import { formatAgo, formatTime } from '../../lib/format.ts';
import { boardsCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';
import { InlineEdit } from './InlineEdit.tsx';

const copy = boardsCopy.board;

const meta = { invalidates: boardQueries };

export function BoardTitle({ board }: { readonly board: Board }) {
  const { boards, mayEdit } = useBoards();
  const rename = useMutation(api.boards.update.mutationOptions({ meta }));
  const above = listAncestors(boards, board.id);
  const title = (
    <h1 dir="auto" className="min-w-0 text-2xl font-semibold">
      {board.name}
    </h1>
  );
  return (
    <>
      {above.length > 0 && (
        <nav aria-label={copy.breadcrumb} className="flex flex-wrap gap-x-1.5 text-xs text-quiet">
          {above.map(({ id, name }) => (
            <span key={id} className="flex gap-1.5">
              <Link to="/boards/$boardId" params={{ boardId: String(id) }} className="hover:underline">
                {name}
              </Link>
              <span aria-hidden>/</span>
            </span>
          ))}
        </nav>
      )}
      {mayEdit(board) ? (
        <InlineEdit
          label={uiCopy.name}
          edit={copy.rename}
          value={board.name}
          maxLength={textLimits.name}
          onSave={(name) => rename.mutateAsync({ id: board.id, name })}
        >
          {title}
        </InlineEdit>
      ) : (
        title
      )}
    </>
  );
}

export function BoardFacts({ board }: { readonly board: Board }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-quiet">
        <Access board={board} />
        {board.published && (
          <>
            <a
              href={publicPath(board)}
              target="_blank"
              rel="noreferrer noopener"
              className="flex items-center gap-1.5 rounded-sm text-good hover:underline"
            >
              <Globe size={12} aria-hidden /> {copy.public}
              <span className="sr-only"> {copy.publicPage}</span>
            </a>
            <Tip tip={copy.viewsTip}>{copy.views(board.views)}</Tip>
          </>
        )}
        <Tip tip={copy.updatedTip(formatTime(board.updatedAt), formatTime(board.createdAt))}>
          {copy.updated(formatAgo(board.updatedAt))}
        </Tip>
        {board.description === null && <Description board={board} />}
      </div>
      {board.description !== null && (
        <div className="w-full text-quiet">
          <Description board={board} />
        </div>
      )}
    </>
  );
}

function Description({ board }: { readonly board: Board }) {
  const { mayEdit } = useBoards();
  const save = useMutation(api.boards.updateDescription.mutationOptions({ meta }));
  const text = (
    <p
      dir="auto"
      className={board.description === null ? 'py-2 max-sm:sr-only' : 'max-w-2xl py-1.5 whitespace-pre-line'}
    >
      {board.description ?? copy.noDescription}
    </p>
  );
  if (!mayEdit(board)) return board.description === null ? null : text;
  return (
    <InlineEdit
      label={uiCopy.description}
      edit={copy.editDescription}
      value={board.description ?? ''}
      maxLength={textLimits.boardDescription}
      isLong
      onSave={(description) => save.mutateAsync({ id: board.id, description })}
    >
      {text}
    </InlineEdit>
  );
}

/** Nothing for a public board without a team, which has a link instead. */
function Access({ board: { teamId, published } }: { readonly board: Board }) {
  const { teams } = useBoards();
  const members = useQuery({
    ...api.teams.listMembers.queryOptions({ id: teamId ?? 0 }),
    enabled: teamId !== null,
  });
  if (teamId === null) {
    if (published) return null;
    return (
      <span className="flex items-center gap-1.5">
        <Lock size={12} aria-hidden /> {copy.private}
      </span>
    );
  }
  const team = teams.find(({ id }) => id === teamId);
  const people = (members.data ?? []).filter(({ status }) => status === 'active');
  return (
    <button
      type="button"
      {...tipOn(people.map(({ name, email, role }) => `${name ?? email}, ${role}`).join('\n'))}
      className="flex cursor-help items-center gap-1.5 rounded-sm"
    >
      <Users size={12} aria-hidden /> {team?.name} · {copy.people(team?.memberCount ?? people.length)}
    </button>
  );
}

/** The public path of a board: its slug, else its id. */
export function publicPath({ id, slug }: Pick<Board, 'id' | 'slug'>): string {
  return `/b/${slug ?? id}`;
}

/** `Hooks I like` → `hooks-i-like` */
export function slugFrom(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/-+$/, '');
}
