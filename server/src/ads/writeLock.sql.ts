import { setTimeout as sleep } from 'node:timers/promises';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Sighting } from './merge.ts';

const retryMilliseconds = 100;

/**
 * Acquires the write lock of the index until the transaction ends. A recording reads, merges and writes, so two at once
 * would lose updates. Polls, because a waiting statement would hit the statement timeout, and disables the idle timeout,
 * because ClickHouse may be slow while the lock is held.
 */
export async function acquireWriteLock(tx: Postgres) {
  await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  while (!(await tryWriteLock(tx))) await sleep(retryMilliseconds);
}

async function tryWriteLock(tx: Postgres) {
  const [row] = await tx.query<{ ours: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtext('magpie catalog')) AS ours`,
  );
  return row?.ours ?? false;
}

export async function updateFreshness(tx: Postgres, { source }: Sighting) {
  await tx.query(
    `INSERT INTO source_freshness (source, last_import_at) VALUES ($1, now())
     ON CONFLICT (source) DO UPDATE SET last_import_at = now()`,
    [source],
  );
}

export async function deleteFreshness(tx: Postgres, source: string) {
  await tx.query('DELETE FROM source_freshness WHERE source = $1', [source]);
}

/** Returns the number of the new recording; other transactions see it after the commit. */
export async function beginRecording(tx: Postgres) {
  const [row] = await tx.query<{ newest: number }>(
    'UPDATE recordings SET newest = newest + 1 RETURNING newest::float8 AS newest',
  );
  return row?.newest ?? 0;
}

export async function newestRecording(db: Postgres) {
  const [row] = await db.query<{ newest: number }>('SELECT newest::float8 AS newest FROM recordings');
  return row?.newest ?? 0;
}

/** For a database that was restored from an older state than the index. */
export async function raiseRecordings(tx: Postgres, least: number) {
  await tx.query('UPDATE recordings SET newest = $1', [least]);
}
