import { may, type Team, type TeamAct } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller } from '../rpc/procedure.ts';
import { roleInTeam } from '../rpc/scopes.sql.ts';
import { lockTeam } from './teams.sql.ts';

type Role = Team['role'];

/** The role of the caller in a team, if it may do this: a team that is not there is 404, one of others 403. */
export async function roleFor(db: Postgres, teamId: number, caller: Caller, act: TeamAct): Promise<Role> {
  const role = await roleInTeam(db, teamId, caller.userId);
  if (role === undefined) throw noTeam(teamId);
  if (role === null) throw new MagpieError('FORBIDDEN', `You are not a member of team ${teamId}.`);
  assertRole(role, act);
  return role;
}

export function noTeam(teamId: number): MagpieError {
  return new MagpieError('NOT_FOUND', `There is no team ${teamId}.`);
}

/** The same, while nobody else changes the team or who is in it. */
export async function holdTeam(tx: Postgres, teamId: number, caller: Caller, act: TeamAct): Promise<Role> {
  await lockTeam(tx, teamId);
  return roleFor(tx, teamId, caller, act);
}

const whoMay: Readonly<Record<TeamAct, string>> = {
  readTeam: 'Only members of a team may look at it',
  editContents: 'Only owners, admins and members of a team may change what it has',
  deleteSavedAds: "Only owners and admins of a team may delete the team's copy of an ad",
  manageMembers: 'Only owners and admins of a team may invite, remove or change its members',
  manageAdmins: 'Only owners of a team may make, remove or change its admins and owners',
  updateTeam: 'Only owners and admins of a team may change its name or slug',
  deleteTeam: 'Only owners of a team may delete it',
  readAudit: 'Only owners of a team may read what was done in it',
};

export function assertRole(role: Role, act: TeamAct): void {
  if (!may(role, act)) throw new MagpieError('FORBIDDEN', `${whoMay[act]}; you are its ${role}.`);
}
