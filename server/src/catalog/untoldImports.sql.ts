import type { Postgres } from '../kernel/postgres/postgres.ts';

/** An import that nobody has told of yet. */
export interface UntoldImport {
  readonly id: string;
  readonly recordings: readonly number[];
  readonly lastRecordedAt: Date;
}

/** Those that have ended, and those that were cut off: to which nothing came since a time. The oldest first. */
export function endedImports(db: Postgres, silentSince: Date, most: number): Promise<UntoldImport[]> {
  return db.query<UntoldImport>(
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
 * Takes an import off the list in the transaction that tells of it. False where somebody else does that or has done it,
 * or where it goes on after all: then there is more to tell of, and it is to be looked at again.
 */
export async function takeOffList(tx: Postgres, { id, recordings }: UntoldImport): Promise<boolean> {
  const [ours] = await tx.query('SELECT FROM untold_imports WHERE id = $1 FOR UPDATE SKIP LOCKED', [id]);
  if (ours === undefined) return false;
  const taken = await tx.query(
    `DELETE FROM untold_imports
     WHERE id = $1
       AND NOT EXISTS (SELECT FROM untold_recordings WHERE import_id = $1 AND recording <> ALL ($2::bigint[]))
     RETURNING id`,
    [id, recordings],
  );
  return taken.length > 0;
}
