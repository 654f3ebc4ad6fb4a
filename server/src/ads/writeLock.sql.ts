import { setTimeout as sleep } from 'node:timers/promises';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Sighting } from './merge.ts';

const betweenTriesMilliseconds = 100;

/**
 * Waits until no other node writes to the index, until the transaction ends. Recording reads, merges and
 * writes; two that did so at once would each lose what the other found. It asks again and again, since a statement that
 * waits is ended after seconds, and so would be the transaction that holds the turn while the engine is slow.
 */
export async function acquireWriteLock(tx: Postgres): Promise<void> {
  await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  while (!(await isOurTurn(tx))) await sleep(betweenTriesMilliseconds);
}

async function isOurTurn(tx: Postgres): Promise<boolean> {
  const [row] = await tx.query<{ ours: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtext('magpie catalog')) AS ours`,
  );
  return row?.ours ?? false;
}

/** When each source last told of ads. */
export async function noteFreshness(tx: Postgres, { source }: Sighting): Promise<void> {
  await tx.query(
    `INSERT INTO source_freshness (source, last_import_at) VALUES ($1, now())
     ON CONFLICT (source) DO UPDATE SET last_import_at = now()`,
    [source],
  );
}

/** Of a source whose ads are gone. */
export async function forgetFreshness(tx: Postgres, source: string): Promise<void> {
  await tx.query('DELETE FROM source_freshness WHERE source = $1', [source]);
}

/** The number of the recording that this transaction is; another transaction sees it when this one is committed. */
export async function beginRecording(tx: Postgres): Promise<number> {
  const [row] = await tx.query<{ newest: number }>(
    'UPDATE recordings SET newest = newest + 1 RETURNING newest::float8 AS newest',
  );
  return row?.newest ?? 0;
}

export async function newestRecording(db: Postgres): Promise<number> {
  const [row] = await db.query<{ newest: number }>('SELECT newest::float8 AS newest FROM recordings');
  return row?.newest ?? 0;
}

/** Never less than the index says, as after the database was restored from an older state. */
export async function raiseRecordings(tx: Postgres, least: number): Promise<void> {
  await tx.query('UPDATE recordings SET newest = $1', [least]);
}
