import type { Postgres } from '../../db/postgres/postgres.ts';

/** A picture of a saved ad from an archive. */
export interface PictureToRestore {
  readonly savedAdId: number;
  readonly place: number;
  readonly url: string;
  /** The digest of the registered file; null if there is no copy. */
  readonly sha256: string | null;
  readonly keptAt: string | null;
  /** Whether it has to be fetched. */
  readonly waits: boolean;
  readonly error: string | null;
}

/** Arrays per column, for `unnest`. */
function columnsOf(pictures: readonly PictureToRestore[]): unknown[][] {
  return [
    pictures.map(({ savedAdId }) => savedAdId),
    pictures.map(({ place }) => place),
    pictures.map(({ url }) => url),
    pictures.map(({ sha256 }) => sha256),
    pictures.map(({ keptAt }) => keptAt),
    pictures.map(({ waits }) => waits),
    pictures.map(({ error }) => error),
  ];
}

const given = `unnest($1::bigint[], $2::smallint[], $3::text[], $4::text[], $5::timestamptz[], $6::boolean[], $7::text[])
  AS given (saved_ad_id, place, url, sha256, kept_at, waits, error)`;

/** Inserts the pictures of newly added saved ads. */
export async function restorePictures(tx: Postgres, pictures: readonly PictureToRestore[]): Promise<void> {
  await tx.query(
    `INSERT INTO kept_media (saved_ad_id, place, url, sha256, kept_at, due_at, error)
     SELECT saved_ad_id, place, url, sha256, kept_at, CASE WHEN waits THEN now() END, error FROM ${given}
     ON CONFLICT DO NOTHING`,
    columnsOf(pictures),
  );
}

/** Adds missing copies to existing saved ads. */
export async function completePictures(tx: Postgres, pictures: readonly PictureToRestore[]): Promise<void> {
  await tx.query(
    `UPDATE kept_media picture
     SET sha256 = given.sha256, kept_at = given.kept_at, due_at = NULL, error = NULL
     FROM ${given}
     WHERE picture.saved_ad_id = given.saved_ad_id AND picture.url = given.url
       AND picture.sha256 IS NULL AND given.sha256 IS NOT NULL`,
    columnsOf(pictures),
  );
}

/** Keeps the files of a long import from being deleted as unused. */
export async function touchFilesSince(db: Postgres, beginning: Date): Promise<void> {
  await db.query(`UPDATE kept_files SET used_at = now() WHERE used_at >= $1`, [beginning]);
}
