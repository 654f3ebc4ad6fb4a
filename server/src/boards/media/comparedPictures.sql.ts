import type { Postgres } from '../../db/postgres/postgres.ts';
import type { PictureHashes } from '../../integrations/images/pdq.ts';
import type { SavedSnapshot } from '../presentSaved.ts';

export interface UncomparedPicture {
  readonly savedAdId: number;
  readonly hash: string;
  readonly url: string;
  readonly sha256: string;
  readonly pdq: string | null;
  readonly innerPdq: string | null;
  readonly ad: SavedSnapshot;
}

const isUncompared = 'place = 0 AND sha256 IS NOT NULL AND NOT compared AND NOT is_video';

/** The first pictures of saved ads. */
export function listUncompared(db: Postgres, limit: number) {
  return db.query<UncomparedPicture>(
    `SELECT media.saved_ad_id AS "savedAdId", saved.ad_hash AS hash, url, sha256, pdq,
       inner_pdq AS "innerPdq", snapshot.ad
     FROM kept_media media
     JOIN kept_files USING (sha256)
     JOIN saved_ads saved ON saved.id = media.saved_ad_id
     JOIN saved_ad_snapshots snapshot USING (saved_ad_id)
     WHERE ${isUncompared}
     ORDER BY media.saved_ad_id
     LIMIT $1`,
    [limit],
  );
}

export async function storeHashes(db: Postgres, sha256: string, { pdq, innerPdq }: PictureHashes) {
  await db.query(`UPDATE kept_files SET pdq = $2, inner_pdq = $3 WHERE sha256 = $1`, [sha256, pdq, innerPdq]);
}

export async function markCompared(db: Postgres, savedAdIds: readonly number[]) {
  await db.query(`UPDATE kept_media SET compared = true WHERE saved_ad_id = ANY ($1) AND ${isUncompared}`, [
    savedAdIds,
  ]);
}
