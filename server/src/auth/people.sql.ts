import { accountDeletedError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';

export interface NewPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly isOwner: boolean;
  readonly isVerified: boolean;
}

export interface Person {
  readonly id: string;
  readonly isOwner: boolean;
  readonly created: boolean;
}

/** Adds a user or finds the one with that address, ignoring case. May promote to owner, but never demotes. */
export async function addOrFindPerson(db: Postgres, person: NewPerson): Promise<Person> {
  const [row] = await db.query<Person>(
    `INSERT INTO users AS person (id, email, name, is_owner, email_verified) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (lower(email)) DO UPDATE SET is_owner = person.is_owner OR excluded.is_owner
     RETURNING id, is_owner AS "isOwner", id = $1 AS created`,
    [person.id, person.email, person.name, person.isOwner, person.isVerified],
  );
  if (row === undefined) throw new Error('the person was not returned');
  return row;
}

export async function findEmail(db: Postgres, userId: string): Promise<string> {
  const [row] = await db.query<{ email: string }>(`SELECT email FROM users WHERE id = $1`, [userId]);
  if (row === undefined) throw accountDeletedError();
  return row.email;
}

export async function findPerson(db: Postgres, email: string): Promise<{ id: string } | undefined> {
  const [row] = await db.query<{ id: string }>(`SELECT id FROM users WHERE lower(email) = lower($1)`, [
    email,
  ]);
  return row;
}

/** Called after a mailed link was opened, which proves control of the address. False if it was already verified. */
export async function markVerified(tx: Postgres, userId: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE users SET email_verified = true, updated_at = now() WHERE id = $1 AND NOT email_verified RETURNING id`,
    [userId],
  );
  return rows.length > 0;
}

export async function isInvited(db: Postgres, email: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM invitations
     WHERE lower(email) = lower($1) AND status = 'open' AND expires_at > now() AND team_id IS NOT NULL
     LIMIT 1`,
    [email],
  );
  return rows.length > 0;
}

export interface ListedPerson {
  readonly email: string;
  readonly name: string | null;
  readonly isOwner: boolean;
  readonly isVerified: boolean;
  readonly createdAt: Date;
}

export function listPeople(db: Postgres): Promise<ListedPerson[]> {
  return db.query<ListedPerson>(
    `SELECT email, name, is_owner AS "isOwner", email_verified AS "isVerified", created_at AS "createdAt"
     FROM users ORDER BY lower(email)`,
  );
}

/** Locks the instance row until the transaction ends, so that only one node creates the first key. */
export async function lockInstance(tx: Postgres): Promise<{ firstKeyShown: boolean }> {
  await tx.query(`INSERT INTO instance DEFAULT VALUES ON CONFLICT DO NOTHING`);
  const [row] = await tx.query<{ firstKeyShown: boolean }>(
    `SELECT first_key_shown_at IS NOT NULL AS "firstKeyShown" FROM instance FOR UPDATE`,
  );
  return { firstKeyShown: row?.firstKeyShown ?? false };
}

export async function markFirstKeyShown(tx: Postgres): Promise<void> {
  await tx.query(`UPDATE instance SET first_key_shown_at = now()`);
}

/** Stores a secret unless one exists and returns the stored one, so that all nodes use the same. */
export async function storeSecretOnce(db: Postgres, secret: string): Promise<string> {
  const [row] = await db.query<{ secret: string }>(
    `INSERT INTO instance AS held (secret) VALUES ($1)
     ON CONFLICT (singleton) DO UPDATE SET secret = coalesce(held.secret, excluded.secret)
     RETURNING secret`,
    [secret],
  );
  if (row === undefined) throw new Error('the secret was not returned');
  return row.secret;
}
