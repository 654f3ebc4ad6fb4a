import { roleCan, type TeamAction } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller } from './procedure.ts';
import * as sql from './scopes.sql.ts';
import { roleInTeam, type Role } from './scopes.sql.ts';

/** The caller's role. Unknown team: 404; not a member: 403. */
export async function requireMember(db: Postgres, teamId: number, caller: Caller): Promise<Role> {
  const role = await roleInTeam(db, teamId, caller.userId);
  if (role === undefined) throw teamNotFound(teamId);
  if (role === null) throw new MagpieError('FORBIDDEN', `You are not a member of team ${teamId}.`);
  return role;
}

export async function requireRole(
  db: Postgres,
  teamId: number,
  caller: Caller,
  act: ManagementAction,
): Promise<Role> {
  const role = await requireMember(db, teamId, caller);
  assertRole(role, act);
  return role;
}

export function teamNotFound(teamId: number): MagpieError {
  return notFoundError('team', teamId);
}

/** Actions on the team itself; scopes.ts covers its contents. */
export type ManagementAction = Exclude<TeamAction, 'editContents' | 'deleteSavedAds'>;

const requirements: Readonly<Record<ManagementAction, string>> = {
  readTeam: 'Only members of a team may view it',
  manageMembers: 'Only owners and admins of a team may invite, remove or change its members',
  manageAdmins: 'Only owners of a team may make, remove or change its admins and owners',
  updateTeam: 'Only owners and admins of a team may change its name or slug',
  deleteTeam: 'Only owners of a team may delete it',
  readAudit: 'Only owners of a team may read its audit log',
};

export function assertRole(role: Role, act: ManagementAction): void {
  if (!roleCan(role, act)) throw new MagpieError('FORBIDDEN', `${requirements[act]}; you are its ${role}.`);
}

export interface Scoped {
  readonly teamId: number | null;
  readonly authorId: string;
}

/** The scope of boards, saved ads, products and images: the team's, or the author's personal one. */
export function toScopeName({ teamId, authorId }: Scoped): string {
  return teamId === null ? `user:${authorId}` : `team:${teamId}`;
}

export interface VisibleScope {
  readonly scope: string;
  readonly canEdit: boolean;
}

export async function visibleScopes(db: Postgres, userId: string): Promise<VisibleScope[]> {
  const teams = await sql.teamsJoined(db, userId);
  return [
    { scope: toScopeName({ teamId: null, authorId: userId }), canEdit: true },
    ...teams.map(({ teamId, role }) => ({
      scope: toScopeName({ teamId, authorId: userId }),
      canEdit: roleCan(role, 'editContents'),
    })),
  ];
}

export async function visibleScopeNames(db: Postgres, userId: string): Promise<string[]> {
  return (await visibleScopes(db, userId)).map(({ scope }) => scope);
}

/** Locks in a fixed order, so that two transactions cannot deadlock. */
export async function lockScopes(tx: Postgres, scopes: readonly string[]): Promise<void> {
  for (const scope of [...new Set(scopes)].toSorted()) await sql.lockScope(tx, scope);
}

/** Requires the author, or any member of the team. `what` is the subject of the error: `Board 5`. */
export async function assertCanRead(
  db: Postgres,
  owner: Scoped,
  caller: Caller,
  what: string,
): Promise<void> {
  if (owner.teamId !== null) await requireMember(db, owner.teamId, caller);
  else assertAuthor(owner, caller, what);
}

export async function assertCanChange(
  db: Postgres,
  owner: Scoped,
  caller: Caller,
  what: string,
): Promise<void> {
  if (owner.teamId !== null) await assertCanEdit(db, owner.teamId, caller);
  else assertAuthor(owner, caller, what);
}

export async function assertCanEdit(db: Postgres, teamId: number, caller: Caller): Promise<void> {
  const role = await requireMember(db, teamId, caller);
  if (!roleCan(role, 'editContents')) {
    throw new MagpieError('FORBIDDEN', `Your role in team ${teamId} (${role}) does not allow changes.`);
  }
}

/** Requires an owner or admin of the team: deletes its copy of an ad from all its boards at once. */
export async function assertCanDeleteSavedAds(db: Postgres, teamId: number, caller: Caller): Promise<void> {
  const role = await requireMember(db, teamId, caller);
  if (roleCan(role, 'deleteSavedAds')) return;
  throw new MagpieError(
    'FORBIDDEN',
    `Only owners and admins of team ${teamId} can delete its copy of an ad, and your role is ${role}; use ads.removeFromBoard to remove an ad from one board.`,
  );
}

function assertAuthor({ authorId }: Scoped, caller: Caller, what: string): void {
  if (authorId === caller.userId) return;
  throw new MagpieError('FORBIDDEN', `${what} belongs to somebody else.`);
}
