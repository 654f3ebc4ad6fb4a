import type { ApiKey, Scope } from '@magpie/contract';
import { deleteBatch } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';

export interface KeyRow extends Omit<ApiKey, 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'revokedAt'> {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

const keyColumns = `id, name, prefix, scopes, created_at AS "createdAt", last_used_at AS "lastUsedAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt"`;

/** Newest first; includes revoked and expired keys for 90 days. */
export function listKeys(db: Postgres, userId: string): Promise<KeyRow[]> {
  return db.query<KeyRow>(
    `SELECT ${keyColumns}
     FROM api_keys
     WHERE user_id = $1 AND coalesce(least(revoked_at, expires_at), now()) > now() - interval '90 days'
     ORDER BY created_at DESC, id`,
    [userId],
  );
}

export interface NewKey {
  readonly userId: string;
  readonly name: string;
  readonly prefix: string;
  readonly secretSha256: Buffer;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

export async function insertKey(db: Postgres, key: NewKey): Promise<KeyRow> {
  const [row] = await db.query<KeyRow>(
    `INSERT INTO api_keys (user_id, name, prefix, secret_sha256, scopes, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING ${keyColumns}`,
    [key.userId, key.name, key.prefix, key.secretSha256, key.scopes, key.expiresAt],
  );
  if (row === undefined) throw new Error('the new key was not returned');
  return row;
}

export async function keyOwner(db: Postgres, id: number): Promise<string | undefined> {
  const rows = await db.query<{ userId: string }>(`SELECT user_id AS "userId" FROM api_keys WHERE id = $1`, [
    id,
  ]);
  return rows[0]?.userId;
}

export async function revokeKey(db: Postgres, id: number): Promise<boolean> {
  const rows = await db.query(
    `UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING id`,
    [id],
  );
  return rows.length > 0;
}

export async function revokeUserKeys(tx: Postgres, userId: string): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `UPDATE api_keys SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL RETURNING id`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

export interface LiveKey {
  readonly id: number;
  readonly userId: string;
  readonly isOwner: boolean;
  readonly scopes: Scope[];
  readonly expiresAt: Date | null;
  /** Whether the stored last use is older than a minute. */
  readonly useIsStale: boolean;
}

export async function findLiveKey(db: Postgres, secretSha256: Buffer): Promise<LiveKey | undefined> {
  const rows = await db.query<LiveKey>(
    `SELECT key.id, key.user_id AS "userId", person.is_owner AS "isOwner", key.scopes, key.expires_at AS "expiresAt",
            key.last_used_at IS NULL OR key.last_used_at < now() - interval '1 minute' AS "useIsStale"
     FROM api_keys key JOIN users person ON person.id = key.user_id
     WHERE key.secret_sha256 = $1 AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > now())`,
    [secretSha256],
  );
  return rows[0];
}

export async function recordKeyUse(db: Postgres, id: number): Promise<void> {
  await db.query(
    `UPDATE api_keys SET last_used_at = now()
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    [id],
  );
}

export function deleteDeadKeys(db: Postgres): Promise<number> {
  return deleteBatch(db, 'api_keys', `least(revoked_at, expires_at) < now() - interval '90 days'`);
}
