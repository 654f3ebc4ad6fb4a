import type { Member, Team } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller } from '../rpc/procedure.ts';
import type { Role } from '../rpc/scopes.sql.ts';
import { type ManagementAction, requireRole, teamNotFound } from '../rpc/teamRoles.ts';
import { findTeam, lockTeam, type MemberRow, type TeamRow } from './teams.sql.ts';

/** A team from the perspective of a member. */
export async function readTeam(db: Postgres, id: number, { userId }: Caller): Promise<Team> {
  const team = await findTeam(db, id, userId);
  // Deleted concurrently.
  if (team === undefined) throw teamNotFound(id);
  return presentTeam(team);
}

export function presentTeam(row: TeamRow): Team {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}

export function presentMember(row: MemberRow): Member {
  const { userId, email, name, role, status, invitedAt, joinedAt } = row;
  const times = { invitedAt: invitedAt.toISOString(), joinedAt: joinedAt?.toISOString() ?? null };
  return { userId, email, name, role, status, ...times };
}

/** Returns the caller's role if it permits the action; locks the team and its members until the transaction ends. */
export async function lockTeamAsRole(
  tx: Postgres,
  teamId: number,
  caller: Caller,
  act: ManagementAction,
): Promise<Role> {
  await lockTeam(tx, teamId);
  return requireRole(tx, teamId, caller, act);
}
