import type { Postgres } from '../db/postgres/postgres.ts';

export interface PendingImport {
  readonly id: string;
  readonly recordings: readonly number[];
  readonly lastRecordedAt: Date;
}

/**
 * Imports that ended, or that count as interrupted because nothing was added since the given time. Oldest first. While an
 * earlier recording is open, it may still write the first use of a page, so later ones wait for it.
 */
export function endedImports(db: Postgres, silentSince: Date, most: number) {
  return db.query<PendingImport>(
    `SELECT id, last_recorded_at AS "lastRecordedAt",
       ARRAY(SELECT recording FROM untold_recordings WHERE import_id = id ORDER BY recording) AS recordings
     FROM untold_imports
     WHERE (ended_at IS NOT NULL OR last_recorded_at < $1) AND NOT EXISTS (
       SELECT FROM untold_recordings JOIN open_recordings ON open_recordings.recording < untold_recordings.recording
       WHERE import_id = id
     )
     ORDER BY last_recorded_at, id
     LIMIT $2`,
    [silentSince, most],
  );
}

/** False if another transaction holds or has finished it, or if more was recorded since: then read it again. */
export async function lockPendingImport(tx: Postgres, { id, recordings }: PendingImport) {
  const [ours] = await tx.query('SELECT FROM untold_imports WHERE id = $1 FOR UPDATE SKIP LOCKED', [id]);
  if (ours === undefined) return false;
  const more = await tx.query(
    'SELECT FROM untold_recordings WHERE import_id = $1 AND recording <> ALL ($2::bigint[]) LIMIT 1',
    [id, recordings],
  );
  return more.length === 0;
}

/** Deletes a locked import. A recording that adds to it meanwhile waits for the lock and inserts it again. */
export async function deletePendingImport(tx: Postgres, { id }: PendingImport) {
  await tx.query('DELETE FROM untold_imports WHERE id = $1', [id]);
}

/**
 * Adds recordings that alert rules have to process, as part of an import or, for null, as a separate one. Call it at the
 * end of the recording's transaction, because locked imports are skipped. A recording that is already pending moves to
 * this import: more may have been written under its number.
 */
export async function addPendingRecordings(
  tx: Postgres,
  recordings: readonly number[],
  importId: string | null,
) {
  await tx.query(
    `WITH import AS (
       INSERT INTO untold_imports (id, last_recorded_at, ended_at)
       VALUES ($1, clock_timestamp(), CASE WHEN $2 THEN clock_timestamp() END)
       ON CONFLICT (id) DO UPDATE SET last_recorded_at = clock_timestamp()
       RETURNING id
     )
     INSERT INTO untold_recordings (recording, import_id)
     SELECT recording, id FROM import, unnest($3::bigint[]) AS recording
     ON CONFLICT (recording) DO UPDATE SET import_id = excluded.import_id`,
    [importId ?? `recording ${recordings.at(-1)}`, importId === null, recordings],
  );
  if (importId === null) await notifyImport(tx);
}

/** Marks an import as complete. An import without recordings is not pending. */
export async function markImportEnded(tx: Postgres, importId: string) {
  const ended = await tx.query(
    'UPDATE untold_imports SET ended_at = clock_timestamp() WHERE id = $1 RETURNING id',
    [importId],
  );
  if (ended.length > 0) await notifyImport(tx);
}

/** When a recording ended: imports with later recordings waited for it. */
export async function notifyWaitingImports(tx: Postgres, recording: number) {
  const waiting = await tx.query('SELECT FROM untold_recordings WHERE recording > $1 LIMIT 1', [recording]);
  if (waiting.length > 0) await notifyImport(tx);
}

async function notifyImport(tx: Postgres) {
  await tx.query(`SELECT pg_notify('magpie_imports', '')`);
}
