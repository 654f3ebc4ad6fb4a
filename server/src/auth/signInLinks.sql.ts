import { deleteBatch } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { lockPerson } from './addressChanges.sql.ts';

export async function insertLink(tx: Postgres, tokenSha256: Buffer, userId: string): Promise<void> {
  await tx.query(
    `INSERT INTO sign_in_links (token_sha256, user_id, expires_at) VALUES ($1, $2, now() + interval '1 hour')`,
    [tokenSha256, userId],
  );
}

export async function isLinkOpen(db: Postgres, tokenSha256: Buffer): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM sign_in_links WHERE token_sha256 = $1 AND used_at IS NULL AND expires_at > now()`,
    [tokenSha256],
  );
  return rows.length > 0;
}

/** Locks the user before the link, in the same order as `endLinks`, to prevent deadlocks. */
async function lockUserOfLink(tx: Postgres, tokenSha256: Buffer): Promise<void> {
  await tx.query(
    `SELECT FROM users WHERE id = (SELECT user_id FROM sign_in_links WHERE token_sha256 = $1) FOR NO KEY UPDATE`,
    [tokenSha256],
  );
}

export async function consumeLink(tx: Postgres, tokenSha256: Buffer): Promise<string | undefined> {
  await lockUserOfLink(tx, tokenSha256);
  const [row] = await tx.query<{ userId: string; createdAt: string }>(
    `UPDATE sign_in_links SET used_at = now()
     WHERE token_sha256 = $1 AND used_at IS NULL AND expires_at > now()
     RETURNING user_id AS "userId", created_at::text AS "createdAt"`,
    [tokenSha256],
  );
  if (row !== undefined) await endLinksBefore(tx, row.userId, row.createdAt);
  return row?.userId;
}

export async function endLinks(tx: Postgres, userId: string): Promise<void> {
  await lockPerson(tx, userId);
  await endLinksBefore(tx, userId, null);
}

/** The time is text, because a Date lacks microseconds. */
async function endLinksBefore(tx: Postgres, userId: string, time: string | null): Promise<void> {
  await tx.query(
    `WITH sign_in AS (
       DELETE FROM sign_in_links
       WHERE user_id = $1 AND used_at IS NULL AND ($2::timestamptz IS NULL OR created_at <= $2)
     )
     DELETE FROM verifications WHERE value = $1 AND ($2::timestamptz IS NULL OR created_at <= $2)`,
    [userId, time],
  );
}

export async function deleteOldLinks(db: Postgres): Promise<number> {
  const links = await deleteBatch(db, 'sign_in_links', `expires_at < now()`);
  return links + (await deleteBatch(db, 'verifications', `expires_at < now()`));
}
