import type { Postgres } from '../db/postgres/postgres.ts';

/** An import that nobody has told of yet. */
export interface PendingImport {
  readonly id: string;
  readonly recordings: readonly number[];
  readonly lastRecordedAt: Date;
}

/** Those that have ended, and those that were cut off: to which nothing came since a time. The oldest first. */
export function endedImports(db: Postgres, silentSince: Date, most: number): Promise<PendingImport[]> {
  return db.query<PendingImport>(
    `SELECT id, last_recorded_at AS "lastRecordedAt",
       ARRAY(SELECT recording FROM untold_recordings WHERE import_id = id ORDER BY recording) AS recordings
     FROM untold_imports
     WHERE ended_at IS NOT NULL OR last_recorded_at < $1
     ORDER BY last_recorded_at, id
     LIMIT $2`,
    [silentSince, most],
  );
}

/**
 * Holds an import for the transaction that tells of it. False where somebody else does that or has done it, or where it
 * goes on after all: then there is more to tell of, and it is to be looked at again.
 */
export async function holdImport(tx: Postgres, { id, recordings }: PendingImport): Promise<boolean> {
  const [ours] = await tx.query('SELECT FROM untold_imports WHERE id = $1 FOR UPDATE SKIP LOCKED', [id]);
  if (ours === undefined) return false;
  const more = await tx.query(
    'SELECT FROM untold_recordings WHERE import_id = $1 AND recording <> ALL ($2::bigint[]) LIMIT 1',
    [id, recordings],
  );
  return more.length === 0;
}

/** Takes an import off the list that is held. Whoever brings more meanwhile waits, and puts it there anew. */
export async function takeOffList(tx: Postgres, { id }: PendingImport): Promise<void> {
  await tx.query('DELETE FROM untold_imports WHERE id = $1', [id]);
}

/**
 * Notes recordings that rules are to look at, as part of an import or, for null, as one by themselves. In the transaction
 * of the recording and at its end, since whoever takes imports off the list passes over one that is held. A recording that is on
 * the list already moves: more may have been written under its number.
 */
export async function noteRecordings(
  tx: Postgres,
  recordings: readonly number[],
  importId: string | null,
): Promise<void> {
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
  if (importId === null) await announceImport(tx);
}

/** Notes that nothing comes any more. One that nothing was recorded in is not on the list. */
export async function noteEnd(tx: Postgres, importId: string): Promise<void> {
  const ended = await tx.query(
    'UPDATE untold_imports SET ended_at = clock_timestamp() WHERE id = $1 RETURNING id',
    [importId],
  );
  if (ended.length > 0) await announceImport(tx);
}

/** Tells those who wait for imports, when the transaction is committed. */
async function announceImport(tx: Postgres): Promise<void> {
  await tx.query(`SELECT pg_notify('magpie_imports', '')`);
}
