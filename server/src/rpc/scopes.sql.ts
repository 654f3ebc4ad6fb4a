import type { Team } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';

export type Role = Team['role'];

export function teamsJoined(db: Postgres, userId: string): Promise<{ teamId: number; role: Role }[]> {
  return db.query(
    `SELECT team_id AS "teamId", role
     FROM team_members
     WHERE user_id = $1 AND joined_at IS NOT NULL
     ORDER BY team_id`,
    [userId],
  );
}

/** A person's role in a team: null if not a member, undefined if the team does not exist. */
export async function roleInTeam(
  db: Postgres,
  teamId: number,
  userId: string,
): Promise<Role | null | undefined> {
  const rows = await db.query<{ role: Role | null }>(
    `SELECT member.role
     FROM teams team
     LEFT JOIN team_members member
       ON member.team_id = team.id AND member.user_id = $2 AND member.joined_at IS NOT NULL
     WHERE team.id = $1`,
    [teamId, userId],
  );
  return rows[0]?.role;
}

/** The lock keeps its original name, because nodes of different versions must use the same lock. */
export async function lockScope(tx: Postgres, scope: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('boards of ' || $1, 0))`, [scope]);
}
