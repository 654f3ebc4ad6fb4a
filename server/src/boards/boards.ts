import { reservedSlugs, slugPattern, type Board, type contract } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import { unsortedBoardName } from '@magpie/contract/limits';
import { isUniqueViolation, type Postgres } from '../db/postgres/postgres.ts';
import { invalidField } from '../rpc/invalidField.ts';
import { withIsoTimes } from '../rpc/isoTimes.ts';
import type { Caller, ProcedureHandlers } from '../rpc/procedure.ts';
import {
  lockScopes,
  assertCanEdit,
  toScopeName,
  type Scoped,
  visibleScopeNames,
  assertCanChange,
  assertCanRead,
} from '../rpc/scopes.ts';
import * as sql from './boards.sql.ts';
import { adsOnBoards } from './savedAds.sql.ts';
import { deleteUnlinkedAds, moveAdsOfBoards } from './teamBoards.ts';

export const boardsRouter: ProcedureHandlers<typeof contract.boards> = {
  list: async ({ caller, db }) => {
    const scopes = await visibleScopeNames(db, caller.userId);
    return (await sql.listBoards(db, scopes)).map(withIsoTimes);
  },

  create: async ({ input, caller, db }) => {
    const parentId = input.parentBoardId ?? null;
    const parent = parentId === null ? null : await lockBoard(db, parentId, caller);
    const teamId = input.teamId ?? parent?.teamId ?? null;
    const scope = toScopeName({ teamId, authorId: caller.userId });
    if (parent === null) await lockScopes(db, [scope]);
    // Checked after locking, so that the team cannot be deleted in between.
    if (teamId !== null) await assertCanEdit(db, teamId, caller);
    if (parent !== null) assertSameOwner(parent, { teamId, authorId: caller.userId });
    const id = await sql.insertBoard(db, scope, {
      name: input.name,
      description: input.description ?? null,
      authorId: caller.userId,
      teamId,
      parentBoardId: parent?.id ?? null,
    });
    return readBoard(db, id);
  },

  update: async ({ input, caller, db }) => {
    const teamId = input.teamId;
    const board = await lockBoard(
      db,
      input.id,
      caller,
      teamId === undefined ? [] : [{ teamId, authorId: caller.userId }],
    );
    if (teamId !== undefined && teamId !== board.teamId) await changeTeam(db, board, teamId, caller);
    if (input.parentBoardId !== undefined) await changeParent(db, input.id, input.parentBoardId, caller);
    if (input.name !== undefined) await sql.updateBoard(db, input.id, 'name', input.name);
    if (input.order !== undefined) await sql.updateBoardPosition(db, input.id, input.order);
    return readBoard(db, input.id);
  },

  remove: async ({ input, caller, db }) => {
    const board = await lockBoard(db, input.id, caller);
    const adIds = await adsOnBoards(db, [board.id]);
    if (input.keepAds) await moveToUnsorted(db, board, caller);
    await sql.moveChildrenUp(db, board.id, board.parentBoardId);
    await sql.deleteBoard(db, board.id);
    await sql.closeGaps(db, toScopeName(board));
    await deleteUnlinkedAds(db, adIds);
    return { success: true };
  },

  updateSlug: async ({ input: { id, slug }, caller, db }) => {
    await lockBoard(db, id, caller);
    if (slug !== null && reservedSlugs.has(slug))
      throw invalidField('slug', `must not be a reserved word; got ${slug}`);
    try {
      await sql.updateBoard(db, id, 'slug', slug);
    } catch (error) {
      // Also covers a concurrent request for the same slug.
      if (isUniqueViolation(error, 'boards_slug_key')) {
        throw new MagpieError('CONFLICT', `The slug ${slug} is taken by another board; choose another one.`);
      }
      throw error;
    }
    return readBoard(db, id);
  },

  updateDescription: async ({ input: { id, description }, caller, db }) => {
    await lockBoard(db, id, caller);
    await sql.updateBoard(db, id, 'description', description);
    return readBoard(db, id);
  },

  togglePublic: async ({ input: { id, published }, caller, db }) => {
    const board = await lockBoard(db, id, caller);
    await sql.updateBoard(db, id, 'published', published ?? !board.published);
    return readBoard(db, id);
  },

  checkSlugAvailability: async ({ input: { slug }, db }) => {
    const reason = await slugProblem(db, slug);
    return { slug, available: reason === null, reason };
  },
};

/** The caller has locked the board. */
async function moveToUnsorted(tx: Postgres, board: sql.StoredBoard, caller: Caller): Promise<void> {
  if (!(await sql.hasAdsOfItsOwn(tx, board.id))) return;
  if (board.name === unsortedBoardName) {
    throw new MagpieError(
      'CONFLICT',
      `Board ${board.id} has ads that are on no other board. Move or delete them first.`,
    );
  }
  const scope = toScopeName(board);
  const known = await sql.findBoardByName(tx, scope, unsortedBoardName);
  const { teamId } = board;
  const unsorted =
    known ??
    (await sql.insertBoard(tx, scope, {
      name: unsortedBoardName,
      description: null,
      authorId: caller.userId,
      teamId,
      parentBoardId: null,
    }));
  await sql.linkAdsOfItsOwn(tx, board.id, unsorted);
}

async function slugProblem(db: Postgres, slug: string): Promise<'invalid' | 'reserved' | 'taken' | null> {
  if (!slugPattern.test(slug)) return 'invalid';
  if (reservedSlugs.has(slug)) return 'reserved';
  return (await sql.isSlugTaken(db, slug)) ? 'taken' : null;
}

async function readBoard(db: Postgres, id: number): Promise<Board> {
  const board = await sql.findCountedBoard(db, id);
  if (board === undefined) throw new Error(`board ${id} no longer exists`);
  return withIsoTimes(board);
}

function assertSameOwner(parent: sql.StoredBoard, child: Scoped): void {
  if (toScopeName(parent) !== toScopeName(child)) {
    throw new MagpieError(
      'BAD_REQUEST',
      `Board ${parent.id} is not in the same team, so it cannot be the parent of this board.`,
    );
  }
}

async function changeTeam(tx: Postgres, board: sql.StoredBoard, teamId: number | null, caller: Caller) {
  if (teamId !== null) await assertCanEdit(tx, teamId, caller);
  const moving = await sql.subtree(tx, board.id);
  if (teamId === null && moving.some(({ authorId }) => authorId !== caller.userId)) {
    throw new MagpieError(
      'FORBIDDEN',
      `Board ${board.id} or one below it is by another author, so you cannot take it out of its team.`,
    );
  }
  const ids = moving.map(({ id }) => id);
  const to = { teamId, authorId: caller.userId };
  await moveAdsOfBoards(tx, ids, to);
  await sql.moveToScope(tx, ids, teamId, toScopeName(to));
  await sql.updateBoard(tx, board.id, 'parent_board_id', null);
  await sql.closeGaps(tx, toScopeName(board));
}

async function changeParent(tx: Postgres, id: number, parentBoardId: number | null, caller: Caller) {
  if (parentBoardId !== null) {
    const parent = await editableBoard(tx, parentBoardId, caller);
    assertSameOwner(parent, await requireBoard(tx, id));
    if ((await sql.subtree(tx, id)).some((board) => board.id === parentBoardId)) {
      throw new MagpieError(
        'BAD_REQUEST',
        `Board ${parentBoardId} is board ${id} or below it, so it cannot be its parent.`,
      );
    }
  }
  await sql.updateBoard(tx, id, 'parent_board_id', parentBoardId);
}

async function requireBoard(db: Postgres, id: number): Promise<sql.StoredBoard> {
  const board = await sql.findStoredBoard(db, id);
  if (board === undefined) throw notFoundError('board', id);
  return board;
}

export async function readableBoard(db: Postgres, id: number, caller: Caller): Promise<sql.StoredBoard> {
  const board = await requireBoard(db, id);
  await assertCanRead(db, board, caller, `Board ${id}`);
  return board;
}

export async function editableBoard(db: Postgres, id: number, caller: Caller): Promise<sql.StoredBoard> {
  const board = await requireBoard(db, id);
  await assertCanChange(db, board, caller, `Board ${id}`);
  return board;
}

export async function lockBoard(
  tx: Postgres,
  id: number,
  caller: Caller,
  additional: readonly Scoped[] = [],
): Promise<sql.StoredBoard> {
  const seen = await editableBoard(tx, id, caller);
  await lockScopes(tx, [seen, ...additional].map(toScopeName));
  const locked = await editableBoard(tx, id, caller);
  if (toScopeName(locked) !== toScopeName(seen)) {
    throw new MagpieError('CONFLICT', `Board ${id} was just moved to another team; reload it.`);
  }
  return locked;
}
