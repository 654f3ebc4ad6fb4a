import { setTimeout as sleep } from 'node:timers/promises';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Sighting } from './sightings.ts';

export const retryMilliseconds = 20;

/**
 * Acquires a lock until the transaction ends. Polls, because a waiting statement would hit the statement timeout, and
 * disables the idle timeout, because ClickHouse may be slow while the lock is held.
 */
async function acquire(tx: Postgres, statement: string) {
  await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  while (!(await tryLock(tx, statement))) await sleep(retryMilliseconds);
}

async function tryLock(tx: Postgres, statement: string) {
  const [row] = await tx.query<{ ours: boolean }>(statement);
  return row?.ours ?? false;
}

const index = `hashtext('magpie catalog')`;
/** Held while maintenance waits. Without it, recordings of several nodes that overlap would never let maintenance run. */
const waiting = `hashtext('magpie catalog maintenance')`;

/** Locks the index for a recording: waits for maintenance, not for other recordings. */
export function lockForRecording(tx: Postgres) {
  return acquire(
    tx,
    `WITH maintenance AS MATERIALIZED (SELECT NOT pg_try_advisory_lock_shared(${waiting}) AS waits)
     SELECT CASE WHEN waits THEN false ELSE pg_try_advisory_xact_lock_shared(${index}) END AS ours,
       CASE WHEN waits THEN false ELSE pg_advisory_unlock_shared(${waiting}) END AS released
     FROM maintenance`,
  );
}

/** Locks the index for maintenance: waits until nothing is recorded on any node. */
export async function lockForMaintenance(tx: Postgres) {
  await acquire(tx, `SELECT pg_try_advisory_xact_lock(${waiting}) AS ours`);
  await acquire(tx, `SELECT pg_try_advisory_xact_lock(${index}) AS ours`);
}

/** Locks the rows of all advertisers, which a recording reads, merges and writes. */
export function lockAdvertisers(tx: Postgres) {
  return acquire(tx, `SELECT pg_try_advisory_xact_lock(hashtext('magpie advertisers')) AS ours`);
}

/** Locks the families of creatives, which a recording reads, joins and writes. */
export function lockFamilies(tx: Postgres) {
  return acquire(tx, `SELECT pg_try_advisory_xact_lock(hashtext('magpie families')) AS ours`);
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

/** Shows other nodes, until the transaction ends, that the process of a recording is running. */
export async function lockHolder(tx: Postgres, holder: number) {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('magpie recording'), $1::integer)`, [holder]);
}

/** Returns the number of the new recording, or null while another one with one of the keys is open. */
export async function openRecording(tx: Postgres, holder: number, keys: readonly number[]) {
  // The next statement sees the recordings that were opened until it got the lock.
  await tx.query('SELECT FROM recordings FOR UPDATE');
  const [row] = await tx.query<{ recording: number }>(
    `WITH overlapping AS (
       SELECT FROM open_recordings, unnest(keys) AS key WHERE key = ANY ($2::bigint[]) LIMIT 1
     ), numbered AS (
       UPDATE recordings SET newest = newest + 1 WHERE NOT EXISTS (SELECT FROM overlapping) RETURNING newest
     )
     INSERT INTO open_recordings (recording, holder, keys)
     SELECT newest, $1, $2 FROM numbered
     RETURNING recording::float8 AS recording`,
    [holder, keys],
  );
  return row?.recording ?? null;
}

export async function hasOpenRecordings(db: Postgres) {
  const rows = await db.query('SELECT FROM open_recordings LIMIT 1');
  return rows.length > 0;
}

/** Closes the recordings whose process is gone, and returns their numbers. */
export async function closeInterruptedRecordings(tx: Postgres) {
  const rows = await tx.query<{ recording: number }>(
    `DELETE FROM open_recordings
     WHERE pg_try_advisory_xact_lock(hashtext('magpie recording'), holder)
     RETURNING recording::float8 AS recording`,
  );
  return rows.map(({ recording }) => recording);
}

/** Returns the newest recording that readers see after the commit. */
export async function closeRecording(tx: Postgres, recording: number) {
  await tx.query('DELETE FROM open_recordings WHERE recording = $1', [recording]);
  return newestRecording(tx);
}

/** The newest recording that readers see: it and all before it have ended. */
export async function newestRecording(db: Postgres) {
  const [row] = await db.query<{ newest: number }>(
    `SELECT coalesce((SELECT min(recording) - 1 FROM open_recordings), newest)::float8 AS newest FROM recordings`,
  );
  return row?.newest ?? 0;
}

/** The newest number, also of an open recording. */
export async function newestNumber(db: Postgres) {
  const [row] = await db.query<{ newest: number }>('SELECT newest::float8 AS newest FROM recordings');
  return row?.newest ?? 0;
}

/** For a database that was restored from an older state than the index. */
export async function raiseRecordings(tx: Postgres, least: number) {
  await tx.query('UPDATE recordings SET newest = $1', [least]);
}
