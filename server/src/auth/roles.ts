import { roleCan, type Team, type TeamAction } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller } from '../rpc/procedure.ts';
import { roleInTeam } from '../rpc/scopes.sql.ts';
import { lockTeam } from './teams.sql.ts';

type Role = Team['role'];

/** Returns the caller's role if it permits the action. Unknown team: 404; not a member: 403. */
export async function requireRole(
  db: Postgres,
  teamId: number,
  caller: Caller,
  act: TeamAction,
): Promise<Role> {
  const role = await roleInTeam(db, teamId, caller.userId);
  if (role === undefined) throw teamNotFound(teamId);
  if (role === null) throw new MagpieError('FORBIDDEN', `You are not a member of team ${teamId}.`);
  assertRole(role, act);
  return role;
}

export function teamNotFound(teamId: number): MagpieError {
  return new MagpieError('NOT_FOUND', `There is no team ${teamId}.`);
}

/** The same, with the team and its members locked until the transaction ends. */
export async function lockTeamAsRole(
  tx: Postgres,
  teamId: number,
  caller: Caller,
  act: TeamAction,
): Promise<Role> {
  await lockTeam(tx, teamId);
  return requireRole(tx, teamId, caller, act);
}

const requirements: Readonly<Record<TeamAction, string>> = {
  readTeam: 'Only members of a team may view it',
  editContents: 'Only owners, admins and members of a team may change its contents',
  deleteSavedAds: "Only owners and admins of a team may delete the team's copy of an ad",
  manageMembers: 'Only owners and admins of a team may invite, remove or change its members',
  manageAdmins: 'Only owners of a team may make, remove or change its admins and owners',
  updateTeam: 'Only owners and admins of a team may change its name or slug',
  deleteTeam: 'Only owners of a team may delete it',
  readAudit: 'Only owners of a team may read its audit log',
};

export function assertRole(role: Role, act: TeamAction): void {
  if (!roleCan(role, act)) throw new MagpieError('FORBIDDEN', `${requirements[act]}; you are its ${role}.`);
}
