import type { Postgres } from '../db/postgres/postgres.ts';

/** Keeps a secret unless there is one already, and says which one counts: the same for every node. */
export async function keepSecret(db: Postgres, secret: string): Promise<string> {
  const [row] = await db.query<{ secret: string }>(
    `INSERT INTO instance AS held (secret) VALUES ($1)
     ON CONFLICT (singleton) DO UPDATE SET secret = coalesce(held.secret, excluded.secret)
     RETURNING secret`,
    [secret],
  );
  if (row === undefined) throw new Error('the secret was not returned');
  return row.secret;
}
