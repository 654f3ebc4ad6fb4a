import { may } from '@magpie/contract';
import { MagpieError } from '../kernel/errors.ts';
import type { Postgres } from '../kernel/postgres/postgres.ts';
import type { Caller } from '../kernel/procedure.ts';
import * as sql from './boards.sql.ts';
import type { BoardRow } from './boards.sql.ts';

/** Whose board it is. */
export type Scoped = Pick<BoardRow, 'teamId' | 'authorId'>;

/** Boards are ordered, and ads saved, within a scope: the team's, or the author's own. */
export function scopeOf({ teamId, authorId }: Scoped): string {
  return teamId === null ? `user:${authorId}` : `team:${teamId}`;
}

/** A scope whose boards somebody sees, and whether they may change them. */
export interface VisibleScope {
  readonly scope: string;
  readonly canEdit: boolean;
}

/** The scopes whose boards a person sees: their own first, then those of their teams, by id. */
export async function visibleScopes(db: Postgres, userId: string): Promise<VisibleScope[]> {
  const teams = await sql.teamsJoined(db, userId);
  return [
    { scope: scopeOf({ teamId: null, authorId: userId }), canEdit: true },
    ...teams.map(({ teamId, role }) => ({
      scope: scopeOf({ teamId, authorId: userId }),
      canEdit: may(role, 'editBoards'),
    })),
  ];
}

export async function scopesSeenBy(db: Postgres, userId: string): Promise<string[]> {
  return (await visibleScopes(db, userId)).map(({ scope }) => scope);
}

export async function foundBoard(db: Postgres, id: number): Promise<BoardRow> {
  const board = await sql.findBoard(db, id);
  if (board === undefined) throw new MagpieError('NOT_FOUND', `There is no board ${id}.`);
  return board;
}

/** The board, if the caller may look at it: its author outside a team, any member inside one. */
export async function readableBoard(db: Postgres, id: number, caller: Caller): Promise<BoardRow> {
  const board = await foundBoard(db, id);
  if (board.teamId !== null) await roleOf(db, board.teamId, caller);
  else refuseForeign(board, caller);
  return board;
}

/** The board, if the caller may change it: its author outside a team, anybody but a viewer inside one. */
export async function editableBoard(db: Postgres, id: number, caller: Caller): Promise<BoardRow> {
  const board = await foundBoard(db, id);
  if (board.teamId !== null) await refuseUnlessEditor(db, board.teamId, caller);
  else refuseForeign(board, caller);
  return board;
}

/** The board as it is while nobody else changes its scope (and those named besides). */
export async function holdBoard(
  tx: Postgres,
  id: number,
  caller: Caller,
  besides: readonly Scoped[] = [],
): Promise<BoardRow> {
  const seen = await editableBoard(tx, id, caller);
  await lockScopes(tx, [seen, ...besides].map(scopeOf));
  const held = await editableBoard(tx, id, caller);
  if (scopeOf(held) !== scopeOf(seen)) {
    throw new MagpieError('CONFLICT', `Board ${id} was just moved to another team; look at it again.`);
  }
  return held;
}

/** Always in the same order, so that two who need the same ones do not wait for each other. */
export async function lockScopes(tx: Postgres, scopes: readonly string[]): Promise<void> {
  for (const scope of [...new Set(scopes)].toSorted()) await sql.lockScope(tx, scope);
}

export async function refuseUnlessEditor(db: Postgres, teamId: number, caller: Caller): Promise<void> {
  const role = await roleOf(db, teamId, caller);
  if (!may(role, 'editBoards')) {
    throw new MagpieError('FORBIDDEN', `As a ${role} of team ${teamId} you can look but not change.`);
  }
}

async function roleOf(db: Postgres, teamId: number, caller: Caller): Promise<sql.Role> {
  const role = await sql.roleInTeam(db, teamId, caller.userId);
  if (role === undefined) throw new MagpieError('NOT_FOUND', `There is no team ${teamId}.`);
  if (role === null) throw new MagpieError('FORBIDDEN', `You are not a member of team ${teamId}.`);
  return role;
}

function refuseForeign(board: BoardRow, caller: Caller): void {
  if (board.authorId === caller.userId) return;
  throw new MagpieError('FORBIDDEN', `Board ${board.id} belongs to somebody else.`);
}
