import type { Postgres } from '../db/postgres/postgres.ts';

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
