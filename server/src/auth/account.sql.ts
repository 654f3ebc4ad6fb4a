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

/** Whoever else deletes this person, or writes something of theirs, waits until the transaction ends. */
export async function holdPerson(tx: Postgres, userId: string): Promise<void> {
  await tx.query(`SELECT FROM users WHERE id = $1 FOR UPDATE`, [userId]);
}

/** How many own this instance; until the transaction ends, none of them goes. */
export async function countOwnersOfInstance(tx: Postgres): Promise<number> {
  const rows = await tx.query(`SELECT id FROM users WHERE is_owner ORDER BY id FOR NO KEY UPDATE`);
  return rows.length;
}

export interface TeamToLeave {
  readonly id: number;
  readonly name: string;
  /** Null for somebody who has left it and whose works stayed. */
  readonly role: Team['role'] | null;
  /** Who has been in it longest besides, an owner where there is one; null: nobody. */
  readonly heir: string | null;
  readonly heirRole: Team['role'] | null;
  /** Whether others have made something in it. */
  readonly othersWrote: boolean;
}

/** Who has made something in which team. */
const works = `(
    SELECT team_id, author_id FROM boards
    UNION ALL SELECT team_id, author_id FROM clone_products
    UNION ALL SELECT team_id, author_id FROM brand_images
    UNION ALL SELECT team_id, author_id FROM ai_images
  )`;

/**
 * The teams that somebody is in or has made something in; until the transaction ends, nobody joins or leaves them. In
 * the order in which what belongs to them is locked.
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

export interface TakenBack {
  readonly teamId: number;
  readonly role: Team['role'];
}

/** Takes back invitations of an address that nobody has any more, and says to which teams. */
export async function deleteInvitationsOf(tx: Postgres, email: string): Promise<TakenBack[]> {
  await tx.query(`DELETE FROM invitations WHERE lower(email) = lower($1)`, [email]);
  return tx.query<TakenBack>(
    `DELETE FROM team_members WHERE lower(email) = lower($1) AND joined_at IS NULL
     RETURNING team_id AS "teamId", role`,
    [email],
  );
}

/** Links that were sent to somebody and wait to come back. */
export async function deleteVerificationsOf(tx: Postgres, userId: string): Promise<void> {
  await tx.query(`DELETE FROM verifications WHERE value = $1`, [userId]);
}

/** Whatever belongs to the person goes along: keys, sessions, follows, rules, notifications, webhooks. */
export async function deletePersonRow(tx: Postgres, userId: string): Promise<void> {
  await tx.query(`DELETE FROM users WHERE id = $1`, [userId]);
}
