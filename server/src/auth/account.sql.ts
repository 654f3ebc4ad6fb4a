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

/** Deletes mailed links that were not opened. */
export async function deleteVerificationsOf(tx: Postgres, userId: string): Promise<void> {
  await tx.query(`DELETE FROM verifications WHERE value = $1`, [userId]);
}

/** Cascades to keys, sessions, follows, rules, notifications and webhooks. */
export async function deletePersonRow(tx: Postgres, userId: string): Promise<void> {
  await tx.query(`DELETE FROM users WHERE id = $1`, [userId]);
}
