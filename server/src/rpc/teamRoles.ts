import { roleCan, type TeamAction } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller } from './procedure.ts';
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
