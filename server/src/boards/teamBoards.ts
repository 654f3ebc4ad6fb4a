import type { Postgres } from '../db/postgres/postgres.ts';
import { lockScopes, scopeOf } from '../rpc/scopes.ts';
import { moveToScope } from './boards.sql.ts';
import { moveAdsOfBoards } from './savedAdsMoving.ts';
import * as sql from './teamBoards.sql.ts';

/**
 * Moves the boards of a team with their saved ads to the end of their authors' lists, which leaves the team empty. Team
 * scopes are locked before personal ones, so the authors are read after the lock, when none can be added.
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
    await moveAdsOfBoards(tx, ids, to);
    await moveToScope(tx, ids, null, scopeOf(to));
  }
}

export interface HandOver {
  readonly teamId: number;
  readonly from: string;
  readonly to: string;
}

/** Makes another user the author of a person's boards in a team. */
export async function handOverBoards(tx: Postgres, { teamId, from, to }: HandOver): Promise<void> {
  await lockScopes(tx, [scopeOf({ teamId, authorId: from })]);
  await sql.changeAuthor(tx, teamId, from, to);
}
