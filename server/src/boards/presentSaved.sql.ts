import type { Postgres } from '../db/postgres/postgres.ts';
import type { StoredAd } from './presentSaved.ts';

/** Saved ads with their snapshots, in the order of `ids`, and all boards of these scopes that contain the same ad. */
export function storedAds(
  db: Postgres,
  ids: readonly number[],
  scopes: readonly string[],
): Promise<StoredAd[]> {
  return db.query<StoredAd>(
    `SELECT saved.id, snapshot.ad, snapshot.measured, saved.saved_at AS "savedAt", saved.note,
       ARRAY(
         SELECT board_ad.board_id
         FROM saved_ads copy
         JOIN board_ads board_ad ON board_ad.saved_ad_id = copy.id
         WHERE copy.scope = ANY ($2) AND copy.ad_hash = saved.ad_hash
         ORDER BY board_ad.board_id
       ) AS "boardIds"
     FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
     JOIN saved_ads saved ON saved.id = wanted.id
     JOIN saved_ad_snapshots snapshot ON snapshot.saved_ad_id = saved.id
     ORDER BY wanted.place`,
    [ids, scopes],
  );
}
