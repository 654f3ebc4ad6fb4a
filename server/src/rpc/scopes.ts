import { may } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller } from './procedure.ts';
import * as sql from './scopes.sql.ts';

/** Whose something is: a team's, or its author's own. */
export interface Scoped {
  readonly teamId: number | null;
  readonly authorId: string;
}

/** Boards are ordered, ads saved, products and images kept within a scope: the team's, or the author's own. */
export function scopeOf({ teamId, authorId }: Scoped): string {
  return teamId === null ? `user:${authorId}` : `team:${teamId}`;
}

/** A scope of which somebody sees what it holds, and whether they may change that. */
export interface VisibleScope {
  readonly scope: string;
  readonly canEdit: boolean;
}

/** The scopes into which a person sees: their own first, then those of their teams, by id. */
export async function visibleScopes(db: Postgres, userId: string): Promise<VisibleScope[]> {
  const teams = await sql.teamsJoined(db, userId);
  return [
    { scope: scopeOf({ teamId: null, authorId: userId }), canEdit: true },
    ...teams.map(({ teamId, role }) => ({
      scope: scopeOf({ teamId, authorId: userId }),
      canEdit: may(role, 'editContents'),
    })),
  ];
}

export async function scopesSeenBy(db: Postgres, userId: string): Promise<string[]> {
  return (await visibleScopes(db, userId)).map(({ scope }) => scope);
}

/** Always in the same order, so that two who need the same ones do not wait for each other. */
export async function lockScopes(tx: Postgres, scopes: readonly string[]): Promise<void> {
  for (const scope of [...new Set(scopes)].toSorted()) await sql.lockScope(tx, scope);
}

/** Lets the author look outside a team, any member inside one. `what` names it in a refusal: `Board 5`. */
export async function assertCanRead(
  db: Postgres,
  owner: Scoped,
  caller: Caller,
  what: string,
): Promise<void> {
  if (owner.teamId !== null) await roleOf(db, owner.teamId, caller);
  else refuseForeign(owner, caller, what);
}

/** Lets the author change it outside a team, anybody but a viewer inside one. */
export async function assertCanChange(
  db: Postgres,
  owner: Scoped,
  caller: Caller,
  what: string,
): Promise<void> {
  if (owner.teamId !== null) await assertCanEdit(db, owner.teamId, caller);
  else refuseForeign(owner, caller, what);
}

export async function assertCanEdit(db: Postgres, teamId: number, caller: Caller): Promise<void> {
  const role = await roleOf(db, teamId, caller);
  if (!may(role, 'editContents')) {
    throw new MagpieError('FORBIDDEN', `As a ${role} of team ${teamId} you can look but not change.`);
  }
}

/** Lets owners and admins of a team delete its copy of an ad from all its boards at once. */
export async function assertCanDeleteSavedAds(db: Postgres, teamId: number, caller: Caller): Promise<void> {
  const role = await roleOf(db, teamId, caller);
  if (may(role, 'deleteSavedAds')) return;
  throw new MagpieError(
    'FORBIDDEN',
    `Only owners and admins of team ${teamId} may delete its copy of an ad, and you are its ${role}; ads.removeFromBoard takes an ad off one board.`,
  );
}

async function roleOf(db: Postgres, teamId: number, caller: Caller): Promise<sql.Role> {
  const role = await sql.roleInTeam(db, teamId, caller.userId);
  if (role === undefined) throw new MagpieError('NOT_FOUND', `There is no team ${teamId}.`);
  if (role === null) throw new MagpieError('FORBIDDEN', `You are not a member of team ${teamId}.`);
  return role;
}

function refuseForeign({ authorId }: Scoped, caller: Caller, what: string): void {
  if (authorId === caller.userId) return;
  throw new MagpieError('FORBIDDEN', `${what} belongs to somebody else.`);
}
