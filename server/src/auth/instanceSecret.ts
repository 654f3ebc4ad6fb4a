import { randomBytes } from 'node:crypto';
import type { Postgres } from '../db/postgres/postgres.ts';
import { storeSecretOnce } from './instanceSecret.sql.ts';

/** The secret that signs cookies and links: from the configuration, or generated once and stored in the database. */
export async function instanceSecret(db: Postgres, configured: string | null): Promise<string> {
  return configured ?? storeSecretOnce(db, randomBytes(32).toString('base64url'));
}
