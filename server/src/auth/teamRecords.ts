import type { Member, Team } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Call, Caller } from '../rpc/procedure.ts';
import { actorOf, addAuditEntry } from './auditLog.sql.ts';
import { noTeam } from './roles.ts';
import { findTeam, type MemberRow, type TeamRow } from './teams.sql.ts';

/** A team as one of its members sees it. */
export async function readTeam(db: Postgres, id: number, { userId }: Caller): Promise<Team> {
  const team = await findTeam(db, id, userId);
  // It was there a moment ago.
  if (team === undefined) throw noTeam(id);
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

interface Noted {
  readonly teamId: number;
  /** The name of the team, or the address of the person. */
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export async function noteInTeam(
  tx: Postgres,
  by: Pick<Call<unknown>, 'caller' | 'address'>,
  act: string,
  noted: Noted,
): Promise<void> {
  await addAuditEntry(tx, { ...actorOf(by), act, ...noted });
}
