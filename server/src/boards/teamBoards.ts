import type { Postgres } from '../db/postgres/postgres.ts';
import { lockScopes, scopeOf } from '../rpc/scopes.ts';
import { moveToScope } from './boards.sql.ts';
import { takeAdsAlong } from './savedAdsMoving.ts';
import * as sql from './teamBoards.sql.ts';

/**
 * Gives the boards of a team to their authors, with what is saved on them, at the end of their lists: after this the
 * team has neither boards nor saved ads. Scopes of teams come before those of people in the order in which they are
 * locked, so the authors are asked for when none can be added any more.
 */
export async function returnBoards(tx: Postgres, teamId: number): Promise<void> {
  await lockScopes(tx, [scopeOf({ teamId, authorId: '' })]);
  const boards = await sql.boardsOfTeam(tx, teamId);
  const authors = [...new Set(boards.map(({ authorId }) => authorId))];
  await lockScopes(
    tx,
    authors.map((authorId) => scopeOf({ teamId: null, authorId })),
  );
  await sql.liftFromForeignParents(tx, teamId);
  for (const authorId of authors) {
    const to = { teamId: null, authorId };
    const ids = boards.filter((board) => board.authorId === authorId).map(({ id }) => id);
    await takeAdsAlong(tx, ids, to);
    await moveToScope(tx, ids, null, scopeOf(to));
  }
}

export interface HandOver {
  readonly teamId: number;
  readonly from: string;
  readonly to: string;
}

/** Makes somebody else the author of what a person wrote in a team; the boards stay where they are. */
export async function handOverBoards(tx: Postgres, { teamId, from, to }: HandOver): Promise<void> {
  await lockScopes(tx, [scopeOf({ teamId, authorId: from })]);
  await sql.changeAuthor(tx, teamId, from, to);
}
