import type { Postgres } from '../kernel/postgres/postgres.ts';

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

/** Uses a link up; whom it signs in, or undefined when it was used already or its hour is over. */
export async function useLink(tx: Postgres, tokenSha256: Buffer): Promise<string | undefined> {
  const [row] = await tx.query<{ userId: string }>(
    `UPDATE sign_in_links SET used_at = now()
     WHERE token_sha256 = $1 AND used_at IS NULL AND expires_at > now()
     RETURNING user_id AS "userId"`,
    [tokenSha256],
  );
  return row?.userId;
}

/** Links, and visits to providers, that nobody came back from. */
export async function deleteOldLinks(db: Postgres): Promise<number> {
  const links = await db.query(
    `DELETE FROM sign_in_links
     WHERE token_sha256 = ANY (ARRAY(
       SELECT token_sha256 FROM sign_in_links WHERE expires_at < now() LIMIT 10000 FOR UPDATE SKIP LOCKED))
     RETURNING user_id`,
  );
  const visits = await db.query(
    `DELETE FROM verifications
     WHERE id = ANY (ARRAY(
       SELECT id FROM verifications WHERE expires_at < now() LIMIT 10000 FOR UPDATE SKIP LOCKED))
     RETURNING id`,
  );
  return links.length + visits.length;
}
