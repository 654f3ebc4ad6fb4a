import type { Team } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';

export interface TeamToLeave {
  readonly id: number;
  readonly name: string;
  /** Null for a former member whose content stayed. */
  readonly role: Team['role'] | null;
  /** The other member with the highest role who joined first; null: none. */
  readonly heir: string | null;
  readonly heirRole: Team['role'] | null;
  readonly othersWrote: boolean;
}

const works = `(
    SELECT team_id, author_id FROM boards
    UNION ALL SELECT team_id, author_id FROM clone_products
    UNION ALL SELECT team_id, author_id FROM brand_images
    UNION ALL SELECT team_id, author_id FROM ai_images
  )`;

/** Locked until the transaction ends, and sorted in the order in which their content is locked. */
export async function lockTeamsToLeave(tx: Postgres, userId: string) {
  await tx.query(
    `SELECT FROM teams team
     WHERE id IN (
       SELECT team_id FROM team_members WHERE user_id = $1
       UNION SELECT team_id FROM ${works} work WHERE author_id = $1
     )
     ORDER BY id FOR NO KEY UPDATE`,
    [userId],
  );
  return tx.query<TeamToLeave>(
    `SELECT team.id, team.name, own.role, heir.user_id AS heir, heir.role AS "heirRole",
       EXISTS (SELECT FROM ${works} work WHERE team_id = team.id AND author_id <> $1) AS "othersWrote"
     FROM teams team
     LEFT JOIN team_members own ON own.team_id = team.id AND own.user_id = $1 AND own.joined_at IS NOT NULL
     LEFT JOIN LATERAL (
       SELECT user_id, role FROM team_members other
       WHERE other.team_id = team.id AND other.user_id <> $1 AND other.joined_at IS NOT NULL
       ORDER BY array_position(ARRAY['owner', 'admin', 'member', 'viewer'], role), joined_at, id
       LIMIT 1
     ) heir ON true
     WHERE own.id IS NOT NULL OR EXISTS (SELECT FROM ${works} work WHERE team_id = team.id AND author_id = $1)
     ORDER BY ('team:' || team.id) COLLATE "C"`,
    [userId],
  );
}

export async function deleteInvitationsTo(
  tx: Postgres,
  email: string,
): Promise<{ readonly teamId: number; readonly role: Team['role'] }[]> {
  await tx.query(`DELETE FROM invitations WHERE lower(email) = lower($1)`, [email]);
  return tx.query(
    `DELETE FROM team_members WHERE lower(email) = lower($1) AND joined_at IS NULL
     RETURNING team_id AS "teamId", role`,
    [email],
  );
}
