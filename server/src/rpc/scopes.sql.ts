import type { Team } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';

export type Role = Team['role'];

/** The teams that a person has joined, by id. */
export function teamsJoined(db: Postgres, userId: string): Promise<{ teamId: number; role: Role }[]> {
  return db.query(
    `SELECT team_id AS "teamId", role
     FROM team_members
     WHERE user_id = $1 AND joined_at IS NOT NULL
     ORDER BY team_id`,
    [userId],
  );
}

/** The role of a person in a team: null for a team without that person, undefined for a team that does not exist. */
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

/**
 * Until the transaction ends, nobody else adds, moves or removes what is in this scope: boards, saved ads, products,
 * images. The lock is named after what there was first; nodes of two versions must mean the same one.
 */
export async function lockScope(tx: Postgres, scope: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('boards of ' || $1, 0))`, [scope]);
}
