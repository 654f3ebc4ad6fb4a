import type { Postgres } from '../db/postgres/postgres.ts';

const changeIdentifier = (userId: string): string => `change-email:${userId}`;

export async function insertAddressChange(
  tx: Postgres,
  tokenSha256: Buffer,
  userId: string,
  newEmail: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO verifications (id, identifier, value, expires_at) VALUES ($1, $2, $3, now() + interval '1 hour')`,
    [tokenSha256.toString('hex'), changeIdentifier(userId), newEmail],
  );
}

export interface AddressChangeUser {
  readonly id: string;
  readonly email: string;
}

export async function lockAddressChangeUser(
  tx: Postgres,
  tokenSha256: Buffer,
): Promise<AddressChangeUser | undefined> {
  const [row] = await tx.query<AddressChangeUser>(
    `SELECT id, email FROM users
     WHERE id = (SELECT substr(identifier, length($2) + 1) FROM verifications WHERE id = $1 AND starts_with(identifier, $2))
     FOR NO KEY UPDATE`,
    [tokenSha256.toString('hex'), changeIdentifier('')],
  );
  return row;
}

/** Returns the new address for a token once; undefined if it was used or has expired. */
export async function consumeNewAddress(tx: Postgres, tokenSha256: Buffer): Promise<string | undefined> {
  const [row] = await tx.query<{ newEmail: string }>(
    `DELETE FROM verifications WHERE id = $1 AND expires_at > now() RETURNING value AS "newEmail"`,
    [tokenSha256.toString('hex')],
  );
  return row?.newEmail;
}

/** Invalidates a mailed address change, including one that is requested concurrently. */
export async function voidAddressChange(tx: Postgres, userId: string): Promise<void> {
  await lockPerson(tx, userId);
  await tx.query(`DELETE FROM verifications WHERE identifier = $1`, [changeIdentifier(userId)]);
}

/** Locks the user's credentials until the transaction ends; undefined if the user was deleted. */
export async function lockPerson(tx: Postgres, userId: string): Promise<{ email: string } | undefined> {
  const [row] = await tx.query<{ email: string }>(`SELECT email FROM users WHERE id = $1 FOR NO KEY UPDATE`, [
    userId,
  ]);
  return row;
}

export async function changeAddress(tx: Postgres, userId: string, email: string): Promise<void> {
  await tx.query(`UPDATE users SET email = $2, email_verified = true, updated_at = now() WHERE id = $1`, [
    userId,
    email,
  ]);
}
