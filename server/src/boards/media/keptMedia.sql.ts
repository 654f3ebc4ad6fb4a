import { toColumns } from '../../db/postgres/batches.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { MediaType } from './mediaTypes.ts';

interface MediaToKeep {
  readonly url: string;
  readonly isVideo: boolean;
}

export async function enqueueMedia(
  tx: Postgres,
  savedAdId: number,
  media: readonly MediaToKeep[],
  places: number,
) {
  await tx.query(
    `WITH noted AS (SELECT url FROM kept_media WHERE saved_ad_id = $1),
          added AS (SELECT url, is_video,
                           (SELECT count(*) FROM noted) + row_number() OVER (ORDER BY number) - 1 AS place
                    FROM unnest($2::text[], $3::boolean[]) WITH ORDINALITY AS picture (url, is_video, number)
                    WHERE url NOT IN (SELECT url FROM noted))
     INSERT INTO kept_media (saved_ad_id, place, url, is_video)
     SELECT $1, place, url, is_video FROM added WHERE place < $4
     ON CONFLICT DO NOTHING`,
    [savedAdId, ...toColumns(media, 'url', 'isVideo'), places],
  );
}

/** Copies the pictures of saved ads to their copies. Pictures that are not stored are queued, since the quota differs. */
export async function copyMedia(
  tx: Postgres,
  pairs: readonly { readonly copy: number; readonly original: number }[],
) {
  await tx.query(
    `INSERT INTO kept_media (saved_ad_id, place, url, is_video, sha256, kept_at, due_at)
     SELECT pair.copy, place, url, is_video, sha256, kept_at, CASE WHEN sha256 IS NULL THEN now() END
     FROM unnest($1::bigint[], $2::bigint[]) AS pair (copy, original)
     JOIN kept_media ON saved_ad_id = pair.original
     ON CONFLICT DO NOTHING`,
    toColumns(pairs, 'copy', 'original'),
  );
}

export function listKept(db: Postgres, savedAdIds: readonly number[]) {
  return db.query<{ savedAdId: number; url: string; sha256: string; mimeType: MediaType }>(
    `SELECT saved_ad_id AS "savedAdId", url, sha256, mime_type AS "mimeType"
     FROM kept_media JOIN kept_files USING (sha256)
     WHERE saved_ad_id = ANY ($1)`,
    [savedAdIds],
  );
}

export interface ClaimedPicture {
  readonly savedAdId: number;
  readonly place: number;
  readonly url: string;
  readonly isVideo: boolean;
  readonly scope: string;
  /** Number of attempts including this one; also identifies the attempt. */
  readonly tries: number;
}

/** The most recently queued one, so that a newly saved ad does not wait for a large import. */
export async function claimDueImages(db: Postgres, minutes: number) {
  const rows = await db.query<ClaimedPicture>(
    `UPDATE kept_media picture
     SET tries = tries + 1, due_at = now() + $1 * interval '1 minute'
     FROM (SELECT saved_ad_id, place FROM kept_media
           WHERE due_at <= now()
           ORDER BY due_at DESC LIMIT 1 FOR UPDATE SKIP LOCKED) due
     JOIN saved_ads saved ON saved.id = due.saved_ad_id
     WHERE picture.saved_ad_id = due.saved_ad_id AND picture.place = due.place
     RETURNING picture.saved_ad_id AS "savedAdId", picture.place, url,
       is_video AS "isVideo", scope, tries`,
    [minutes],
  );
  return rows[0];
}

export async function releaseImageClaim(db: Postgres, { savedAdId, place, tries }: ClaimedPicture) {
  await db.query(
    `UPDATE kept_media SET tries = tries - 1, due_at = now()
     WHERE saved_ad_id = $1 AND place = $2 AND tries = $3 AND due_at IS NOT NULL`,
    [savedAdId, place, tries],
  );
}

export async function markImageFailed(
  db: Postgres,
  { savedAdId, place, tries }: ClaimedPicture,
  error: string,
  retryMinutes: number | null,
) {
  await db.query(
    `UPDATE kept_media SET error = $4, due_at = now() + $5::integer * interval '1 minute'
     WHERE saved_ad_id = $1 AND place = $2 AND tries = $3 AND due_at IS NOT NULL`,
    [savedAdId, place, tries, error, retryMinutes],
  );
}

/** Delays all queued pictures of a scope that exceeds its quota, without counting an attempt. */
export async function postponeImages(
  db: Postgres,
  { scope, savedAdId, place }: ClaimedPicture,
  error: string,
) {
  await db.query(
    `UPDATE kept_media picture
     SET error = $4, due_at = now() + interval '1 day',
         tries = tries - CASE WHEN (saved_ad_id, place) = ($2, $3) THEN 1 ELSE 0 END
     FROM saved_ads saved
     WHERE saved.id = saved_ad_id AND saved.scope = $1
       AND (due_at <= now() OR (due_at IS NOT NULL AND (saved_ad_id, place) = ($2, $3)))`,
    [scope, savedAdId, place, error],
  );
}

export interface StoredCopy {
  readonly sha256: string;
  readonly fetched: boolean;
}

/** Marks a picture as stored; its file must exist. */
export async function markKept(
  db: Postgres,
  { savedAdId, place }: ClaimedPicture,
  { sha256, fetched }: StoredCopy,
) {
  await db.query(
    `UPDATE kept_media SET sha256 = $3, fetched = $4, kept_at = now(), due_at = NULL, error = NULL
     WHERE saved_ad_id = $1 AND place = $2 AND sha256 IS NULL`,
    [savedAdId, place, sha256, fetched],
  );
}

export async function findRecentlyFetched(db: Postgres, url: string) {
  const rows = await db.query<{ sha256: string; bytes: number }>(
    `SELECT sha256, bytes FROM kept_media JOIN kept_files USING (sha256)
     WHERE fetched AND hashtextextended(url, 0) = hashtextextended($1, 0) AND url = $1
       AND kept_at > now() - interval '1 day'
     ORDER BY kept_at DESC LIMIT 1`,
    [url],
  );
  return rows[0];
}

/** The total size of the pictures of a scope; identical content counts once. */
export async function usedBytes(db: Postgres, scope: string) {
  const [row] = await db.query<{ bytes: number }>(
    `SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM kept_files
     WHERE sha256 IN (SELECT sha256 FROM kept_media JOIN saved_ads saved ON saved.id = saved_ad_id
                      WHERE saved.scope = $1)`,
    [scope],
  );
  return row?.bytes ?? 0;
}

export async function hasContent(db: Postgres, scope: string, sha256: string) {
  const [row] = await db.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM kept_media JOIN saved_ads saved ON saved.id = saved_ad_id
                    WHERE sha256 = $2 AND saved.scope = $1) AS found`,
    [scope, sha256],
  );
  return row?.found ?? false;
}

export interface MediaRow {
  readonly url: string;
  readonly sha256: string | null;
  readonly mimeType: MediaType | null;
  readonly bytes: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly isWaiting: boolean;
  readonly error: string | null;
}

export function listMedia(db: Postgres, savedAdId: number): Promise<MediaRow[]> {
  return db.query(
    `SELECT url, sha256, mime_type AS "mimeType", bytes, width, height, due_at IS NOT NULL AS "isWaiting", error
     FROM kept_media LEFT JOIN kept_files USING (sha256)
     WHERE saved_ad_id = $1
     ORDER BY place`,
    [savedAdId],
  );
}

export interface PictureToRestore {
  readonly savedAdId: number;
  readonly place: number;
  readonly url: string;
  readonly isVideo: boolean;
  /** The digest of the registered file; null if there is no copy. */
  readonly sha256: string | null;
  readonly keptAt: string | null;
  readonly waits: boolean;
  readonly error: string | null;
}

const toImageColumns = (pictures: readonly PictureToRestore[]): unknown[][] =>
  toColumns(pictures, 'savedAdId', 'place', 'url', 'sha256', 'keptAt', 'waits', 'error', 'isVideo');

const given = `unnest($1::bigint[], $2::smallint[], $3::text[], $4::text[], $5::timestamptz[], $6::boolean[], $7::text[],
    $8::boolean[])
  AS given (saved_ad_id, place, url, sha256, kept_at, waits, error, is_video)`;

export async function restorePictures(tx: Postgres, pictures: readonly PictureToRestore[]) {
  await tx.query(
    `INSERT INTO kept_media (saved_ad_id, place, url, sha256, kept_at, due_at, error, is_video)
     SELECT saved_ad_id, place, url, sha256, kept_at, CASE WHEN waits THEN now() END, error, is_video
     FROM ${given}
     ON CONFLICT DO NOTHING`,
    toImageColumns(pictures),
  );
}

export async function completePictures(tx: Postgres, pictures: readonly PictureToRestore[]) {
  await tx.query(
    `UPDATE kept_media picture
     SET sha256 = given.sha256, kept_at = given.kept_at, due_at = NULL, error = NULL
     FROM ${given}
     WHERE picture.saved_ad_id = given.saved_ad_id AND picture.url = given.url
       AND picture.sha256 IS NULL AND given.sha256 IS NOT NULL`,
    toImageColumns(pictures),
  );
}

/** Keeps the files of a long import from being deleted as unused. */
export async function touchFilesSince(db: Postgres, beginning: Date) {
  await db.query(`UPDATE kept_files SET used_at = now() WHERE used_at >= $1`, [beginning]);
}
