import { type Comment, type contract, roleCan } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import { withIsoTimes } from '../rpc/isoTimes.ts';
import type { Caller, ProcedureHandlers } from '../rpc/procedure.ts';
import {
  assertCanChange,
  assertCanEdit,
  assertCanRead,
  lockScopes,
  requireMember,
  toScopeName,
} from '../rpc/scopes.ts';
import * as sql from './comments.sql.ts';
import { findCopyIds } from './labels.sql.ts';

const maxComments = 1000;

export const commentsRouter: ProcedureHandlers<typeof contract.comments> = {
  list: async ({ input: { hash, teamId = null }, caller, db }) => {
    if (teamId !== null) await requireMember(db, teamId, caller);
    const id = await requireCopy(db, hash, teamId, caller);
    return (await sql.listComments(db, id)).map(presentComment);
  },

  create: async ({ input: { hash, teamId = null, text }, caller, db }) => {
    await lockScopes(db, [toScopeName({ teamId, authorId: caller.userId })]);
    if (teamId !== null) await assertCanEdit(db, teamId, caller);
    const savedAdId = await requireCopy(db, hash, teamId, caller);
    if ((await sql.countComments(db, savedAdId)) >= maxComments) {
      throw new MagpieError(
        'CONFLICT',
        `This ad has ${maxComments} comments, the maximum; delete one first.`,
      );
    }
    return readComment(db, await sql.insertComment(db, savedAdId, caller.userId, text));
  },

  update: async ({ input: { id, text }, caller, db }) => {
    const comment = await requireComment(db, id, caller);
    await assertCanChange(db, ownerOf(comment), caller, `Comment ${id}`);
    if (comment.authorId !== caller.userId)
      throw new MagpieError('FORBIDDEN', `Comment ${id} is by somebody else; only its author can edit it.`);
    await sql.updateComment(db, id, text);
    return readComment(db, id);
  },

  delete: async ({ input: { id }, caller, db }) => {
    const comment = await requireComment(db, id, caller);
    if (comment.authorId !== caller.userId) await assertCanModerate(db, comment, caller);
    await sql.deleteComment(db, id);
    return { success: true };
  },
};

async function requireCopy(
  db: Postgres,
  hash: string,
  teamId: number | null,
  caller: Caller,
): Promise<number> {
  const [copy] = await findCopyIds(db, toScopeName({ teamId, authorId: caller.userId }), [hash]);
  if (copy !== undefined) return copy.id;
  const owner = teamId === null ? 'You have' : `Team ${teamId} has`;
  throw notFoundError('ad', hash, `${owner} not saved an ad ${hash}.`);
}

const ownerOf = ({ teamId, ownerId }: sql.StoredComment) => ({ teamId, authorId: ownerId ?? '' });

/** Everyone who sees the copy sees its comments. */
async function requireComment(db: Postgres, id: number, caller: Caller): Promise<sql.StoredComment> {
  const comment = await sql.findComment(db, id);
  if (comment === undefined) throw notFoundError('comment', id);
  await assertCanRead(db, ownerOf(comment), caller, `Comment ${id}`);
  return comment;
}

async function assertCanModerate(
  db: Postgres,
  { id, teamId }: sql.StoredComment,
  caller: Caller,
): Promise<void> {
  // The owner of a personal copy may delete every comment on it.
  if (teamId === null || roleCan(await requireMember(db, teamId, caller), 'deleteSavedAds')) return;
  throw new MagpieError(
    'FORBIDDEN',
    `Comment ${id} is by somebody else; only its author, and owners and admins of the team, can delete it.`,
  );
}

async function readComment(db: Postgres, id: number): Promise<Comment> {
  const comment = await sql.findComment(db, id);
  if (comment === undefined) throw new Error(`comment ${id} no longer exists`);
  return presentComment(comment);
}

function presentComment({ ownerId: _ownerId, ...comment }: sql.StoredComment): Comment {
  return withIsoTimes(comment);
}
