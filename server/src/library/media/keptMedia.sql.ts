import type { Postgres } from '../../kernel/postgres/postgres.ts';
import type { PictureType } from './pictureTypes.ts';

/** Notes those addresses that are not noted of this ad yet, as long as there are places. */
export async function insertMedia(
  tx: Postgres,
  savedAdId: number,
  urls: readonly string[],
  places: number,
): Promise<void> {
  await tx.query(
    `WITH noted AS (SELECT url FROM kept_media WHERE saved_ad_id = $1),
          added AS (SELECT url, (SELECT count(*) FROM noted) + row_number() OVER (ORDER BY number) - 1 AS place
                    FROM unnest($2::text[]) WITH ORDINALITY AS picture (url, number)
                    WHERE url NOT IN (SELECT url FROM noted))
     INSERT INTO kept_media (saved_ad_id, place, url)
     SELECT $1, place, url FROM added WHERE place < $3
     ON CONFLICT DO NOTHING`,
    [savedAdId, urls, places],
  );
}

/** Gives each copy of a saved ad, named first in its pair, the media of the one that it is of. */
export async function copyMedia(
  tx: Postgres,
  pairs: readonly (readonly [copy: number, original: number])[],
): Promise<void> {
  await tx.query(
    `INSERT INTO kept_media (saved_ad_id, place, url, sha256, kept_at, tries, due_at, error)
     SELECT pair.copy, place, url, sha256, kept_at, tries, due_at, error
     FROM unnest($1::bigint[], $2::bigint[]) AS pair (copy, original)
     JOIN kept_media ON saved_ad_id = pair.original
     ON CONFLICT DO NOTHING`,
    [pairs.map(([copy]) => copy), pairs.map(([, original]) => original)],
  );
}

export interface KeptAddressRow {
  readonly savedAdId: number;
  readonly url: string;
  readonly sha256: string;
  readonly mimeType: PictureType;
}

export function listKept(db: Postgres, savedAdIds: readonly number[]): Promise<KeptAddressRow[]> {
  return db.query(
    `SELECT saved_ad_id AS "savedAdId", url, sha256, mime_type AS "mimeType"
     FROM kept_media JOIN kept_files USING (sha256)
     WHERE saved_ad_id = ANY ($1)`,
    [savedAdIds],
  );
}
