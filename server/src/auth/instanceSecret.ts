import { randomBytes } from 'node:crypto';
import type { Postgres } from '../db/postgres/postgres.ts';
import { keepSecret } from './instanceSecret.sql.ts';

/** What cookies and links of this instance are signed with: as configured, or made once and kept in the database. */
export async function instanceSecret(db: Postgres, configured: string | null): Promise<string> {
  return configured ?? keepSecret(db, randomBytes(32).toString('base64url'));
}
