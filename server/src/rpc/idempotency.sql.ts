import { deleteBatch } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';

export interface IdempotencyKey {
  readonly credential: string;
  readonly keySha256: Buffer;
  readonly call: number;
}

export interface FirstCall {
  readonly procedure: string;
  readonly inputSha256: Buffer;
  readonly answer: Buffer | null;
}

/**
 * Claims the key for this transaction and replaces an expired claim. A concurrent claim of the same key waits
 * until the first transaction ends. Returns whether this call is the first.
 */
export async function claimKey(
  db: Postgres,
  key: IdempotencyKey,
  first: Omit<FirstCall, 'answer'>,
): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO idempotency_keys AS held (credential, key_sha256, call, procedure, input_sha256)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (credential, key_sha256, call) DO UPDATE
       SET procedure = excluded.procedure, input_sha256 = excluded.input_sha256, answer = NULL, created_at = now()
       WHERE held.created_at < now() - interval '24 hours'
     RETURNING call`,
    [key.credential, key.keySha256, key.call, first.procedure, first.inputSha256],
  );
  return rows.length === 1;
}

export async function readFirstCall(db: Postgres, key: IdempotencyKey): Promise<FirstCall | undefined> {
  const rows = await db.query<FirstCall>(
    `SELECT procedure, input_sha256 AS "inputSha256", answer
     FROM idempotency_keys
     WHERE credential = $1 AND key_sha256 = $2 AND call = $3`,
    [key.credential, key.keySha256, key.call],
  );
  return rows[0];
}

export async function storeResponse(db: Postgres, key: IdempotencyKey, answer: Buffer): Promise<void> {
  await db.query(
    `UPDATE idempotency_keys SET answer = $4 WHERE credential = $1 AND key_sha256 = $2 AND call = $3`,
    [key.credential, key.keySha256, key.call, answer],
  );
}

export function deleteExpiredKeys(db: Postgres): Promise<number> {
  return deleteBatch(db, 'idempotency_keys', `created_at < now() - interval '24 hours'`);
}
