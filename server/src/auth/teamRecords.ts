import type { Member, Team } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Call, Caller } from '../rpc/procedure.ts';
import { actorOf, addAuditEntry } from './auditLog.sql.ts';
import { teamNotFound } from './roles.ts';
import { findTeam, type MemberRow, type TeamRow } from './teams.sql.ts';

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

interface TeamAuditEntry {
  readonly teamId: number;
  /** The name of the team or the address of the user. */
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export async function auditTeam(
  tx: Postgres,
  by: Pick<Call<unknown>, 'caller' | 'address'>,
  act: string,
  entry: TeamAuditEntry,
): Promise<void> {
  await addAuditEntry(tx, { ...actorOf(by), act, ...entry });
}
