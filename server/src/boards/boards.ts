import { reservedSlugs, slugPattern, type Board, type contract } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import { isUniqueViolation, type Postgres } from '../db/postgres/postgres.ts';
import type { Caller, Handlers } from '../rpc/procedure.ts';
import { lockScopes, assertCanEdit, scopeOf, type Scoped, visibleScopeNames } from '../rpc/scopes.ts';
import { editableBoard, requireBoard, lockBoard } from './boardAccess.ts';
import * as sql from './boards.sql.ts';
import type { BoardRow, CountedBoardRow } from './boards.sql.ts';
import { adsOnBoards } from './savedAds.sql.ts';
import { deleteUnlinkedAds, moveAdsOfBoards } from './savedAdsMoving.ts';

export const boardsRouter: Handlers<typeof contract.boards> = {
  list: async ({ caller, db }) => {
    const scopes = await visibleScopeNames(db, caller.userId);
    return (await sql.listBoards(db, scopes)).map(presentBoard);
  },

  create: async ({ input, caller, db }) => {
    const parentId = input.parentBoardId ?? null;
    const parent = parentId === null ? null : await lockBoard(db, parentId, caller);
    const teamId = input.teamId ?? parent?.teamId ?? null;
    const scope = scopeOf({ teamId, authorId: caller.userId });
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
    if (input.name !== undefined) await sql.renameBoard(db, input.id, input.name);
    if (input.order !== undefined) await sql.moveBoard(db, input.id, input.order);
    return readBoard(db, input.id);
  },

  remove: async ({ input, caller, db }) => {
    const board = await lockBoard(db, input.id, caller);
    const adIds = await adsOnBoards(db, [board.id]);
    await sql.moveChildrenUp(db, board.id, board.parentBoardId);
    await sql.deleteBoard(db, board.id);
    await sql.closeGaps(db, scopeOf(board));
    await deleteUnlinkedAds(db, adIds);
    return { success: true };
  },

  updateSlug: async ({ input: { id, slug }, caller, db }) => {
    await lockBoard(db, id, caller);
    if (slug !== null && reservedSlugs.has(slug)) throw slugReserved(slug);
    try {
      await sql.setSlug(db, id, slug);
    } catch (error) {
      // Also covers a concurrent request for the same slug.
      if (isUniqueViolation(error, 'boards_slug_key')) throw slugTaken(slug);
      throw error;
    }
    return readBoard(db, id);
  },

  updateDescription: async ({ input: { id, description }, caller, db }) => {
    await lockBoard(db, id, caller);
    await sql.setDescription(db, id, description);
    return readBoard(db, id);
  },

  togglePublic: async ({ input: { id, published }, caller, db }) => {
    const board = await lockBoard(db, id, caller);
    await sql.setPublished(db, id, published ?? !board.published);
    return readBoard(db, id);
  },

  checkSlugAvailability: async ({ input: { slug }, db }) => {
    const reason = await slugProblem(db, slug);
    return { slug, available: reason === null, reason };
  },
};

async function slugProblem(db: Postgres, slug: string): Promise<'invalid' | 'reserved' | 'taken' | null> {
  if (!slugPattern.test(slug)) return 'invalid';
  if (reservedSlugs.has(slug)) return 'reserved';
  return (await sql.isSlugTaken(db, slug)) ? 'taken' : null;
}

function slugReserved(slug: string): MagpieError {
  const message = `slug must not be a reserved word; got ${slug}.`;
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'slug', message }] });
}

function slugTaken(slug: string | null): MagpieError {
  return new MagpieError('CONFLICT', `The slug ${slug} is taken by another board; choose another one.`);
}

async function readBoard(db: Postgres, id: number): Promise<Board> {
  const board = await sql.findCountedBoard(db, id);
  if (board === undefined) throw new Error(`board ${id} no longer exists`);
  return presentBoard(board);
}

function assertSameOwner(parent: BoardRow, child: Scoped): void {
  if (scopeOf(parent) !== scopeOf(child)) {
    throw new MagpieError(
      'BAD_REQUEST',
      `Board ${parent.id} is not in the same team, so it cannot be the parent of this board.`,
    );
  }
}

/** Moves a board into or out of a team, with its sub-boards and their ads. */
async function changeTeam(
  tx: Postgres,
  board: BoardRow,
  teamId: number | null,
  caller: Caller,
): Promise<void> {
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
  await sql.moveToScope(tx, ids, teamId, scopeOf(to));
  await sql.setParent(tx, board.id, null);
  await sql.closeGaps(tx, scopeOf(board));
}

async function changeParent(
  tx: Postgres,
  id: number,
  parentBoardId: number | null,
  caller: Caller,
): Promise<void> {
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
  await sql.setParent(tx, id, parentBoardId);
}

export function presentBoard(row: CountedBoardRow): Board {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
