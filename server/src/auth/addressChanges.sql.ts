import type { Postgres } from '../db/postgres/postgres.ts';

const identifierOf = (userId: string): string => `change-email:${userId}`;

export interface NewAddressChange {
  /** Of the end of the link that was sent to the new address. */
  readonly tokenSha256: Buffer;
  readonly userId: string;
  readonly newEmail: string;
}

export async function insertAddressChange(tx: Postgres, change: NewAddressChange): Promise<void> {
  await tx.query(
    `INSERT INTO verifications (id, identifier, value, expires_at) VALUES ($1, $2, $3, now() + interval '1 hour')`,
    [change.tokenSha256.toString('hex'), identifierOf(change.userId), change.newEmail],
  );
}

export interface Moving {
  readonly id: string;
  /** The address that they have until now. */
  readonly email: string;
}

/** The person whom a link was made for, while nobody else changes what lets them in. */
export async function lockMoving(tx: Postgres, tokenSha256: Buffer): Promise<Moving | undefined> {
  const [row] = await tx.query<Moving>(
    `SELECT id, email FROM users
     WHERE id = (SELECT substr(identifier, length($2) + 1) FROM verifications WHERE id = $1 AND starts_with(identifier, $2))
     FOR NO KEY UPDATE`,
    [tokenSha256.toString('hex'), identifierOf('')],
  );
  return row;
}

/** The new address that a link is for, which can be had once; undefined when that was, or its hour is over. */
export async function takeNewAddress(tx: Postgres, tokenSha256: Buffer): Promise<string | undefined> {
  const [row] = await tx.query<{ newEmail: string }>(
    `DELETE FROM verifications WHERE id = $1 AND expires_at > now() RETURNING value AS "newEmail"`,
    [tokenSha256.toString('hex')],
  );
  return row?.newEmail;
}

/** From now on the link that was sent to a new address leads nowhere; nor does one that is asked for at this moment. */
export async function voidAddressChange(tx: Postgres, userId: string): Promise<void> {
  await lockPerson(tx, userId);
  await tx.query(`DELETE FROM verifications WHERE identifier = $1`, [identifierOf(userId)]);
}

/** Until the transaction ends, nobody else changes what lets this person in; undefined when they are gone. */
export async function lockPerson(tx: Postgres, userId: string): Promise<{ email: string } | undefined> {
  const [row] = await tx.query<{ email: string }>(`SELECT email FROM users WHERE id = $1 FOR NO KEY UPDATE`, [
    userId,
  ]);
  return row;
}

/** Their address is another one from now on, which they have shown to be theirs. */
export async function changeAddress(tx: Postgres, userId: string, email: string): Promise<void> {
  await tx.query(`UPDATE users SET email = $2, email_verified = true, updated_at = now() WHERE id = $1`, [
    userId,
    email,
  ]);
}
