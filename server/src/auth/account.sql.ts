import type { Team } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';

export interface ProfileRow {
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  readonly emailVerified: boolean;
  readonly isOwner: boolean;
  readonly hasPassword: boolean;
  readonly createdAt: Date;
}

export async function findProfile(db: Postgres, userId: string): Promise<ProfileRow | undefined> {
  const rows = await db.query<ProfileRow>(
    `SELECT id AS "userId", email, name, email_verified AS "emailVerified", is_owner AS "isOwner",
       EXISTS (SELECT FROM sign_in_methods WHERE user_id = person.id AND password IS NOT NULL) AS "hasPassword",
       created_at AS "createdAt"
     FROM users person WHERE id = $1`,
    [userId],
  );
  return rows[0];
}

/** Locks the user until the transaction ends against concurrent deletes and references. */
export async function lockPersonForDelete(tx: Postgres, userId: string): Promise<void> {
  await tx.query(`SELECT FROM users WHERE id = $1 FOR UPDATE`, [userId]);
}

/** Counts the owners of this instance and locks them until the transaction ends. */
export async function countInstanceOwners(tx: Postgres): Promise<number> {
  const rows = await tx.query(`SELECT id FROM users WHERE is_owner ORDER BY id FOR NO KEY UPDATE`);
  return rows.length;
}

export interface TeamToLeave {
  readonly id: number;
  readonly name: string;
  /** Null for a former member whose content stayed. */
  readonly role: Team['role'] | null;
  /** The other member with the highest role who joined first; null: none. */
  readonly heir: string | null;
  readonly heirRole: Team['role'] | null;
  /** Whether other users created content in it. */
  readonly othersWrote: boolean;
}

/** The authors of content by team. */
const works = `(
    SELECT team_id, author_id FROM boards
    UNION ALL SELECT team_id, author_id FROM clone_products
    UNION ALL SELECT team_id, author_id FROM brand_images
    UNION ALL SELECT team_id, author_id FROM ai_images
  )`;

/**
 * The teams that a user is a member of or has content in, locked until the transaction ends. Sorted in the order in which
 * their content is locked.
 */
export async function teamsToLeave(tx: Postgres, userId: string): Promise<TeamToLeave[]> {
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

export interface RevokedInvitation {
  readonly teamId: number;
  readonly role: Team['role'];
}

/** Deletes the invitations of an address and returns them. */
export async function deleteInvitationsOf(tx: Postgres, email: string): Promise<RevokedInvitation[]> {
  await tx.query(`DELETE FROM invitations WHERE lower(email) = lower($1)`, [email]);
  return tx.query<RevokedInvitation>(
    `DELETE FROM team_members WHERE lower(email) = lower($1) AND joined_at IS NULL
     RETURNING team_id AS "teamId", role`,
    [email],
  );
}

/** Deletes mailed links that were not opened. */
export async function deleteVerificationsOf(tx: Postgres, userId: string): Promise<void> {
  await tx.query(`DELETE FROM verifications WHERE value = $1`, [userId]);
}

/** Cascades to keys, sessions, follows, rules, notifications and webhooks. */
export async function deletePersonRow(tx: Postgres, userId: string): Promise<void> {
  await tx.query(`DELETE FROM users WHERE id = $1`, [userId]);
}
