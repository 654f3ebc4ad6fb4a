import type { Postgres } from '@magpie/server/kernel/postgres/postgres';

/** Saved ads of one person, their snapshots, and their places on a board for each of them. */
export async function insertSaved(
  db: Postgres,
  userId: string,
  rows: readonly object[],
  snapshots: readonly object[],
  boardIds: readonly number[],
): Promise<void> {
  await db.query(
    `WITH added AS (
       INSERT INTO saved_ads (user_id, ad_hash, saved_at, advertiser_id, company_name, platforms, format, ad_type,
         language, cta, cta_labels, is_partnership, start_date, first_seen_at, search_text, recommended, date_key,
         views_key, likes_key, comments_key)
       SELECT $1, ad_hash, saved_at, advertiser_id, company_name, platforms, format, ad_type,
         language, cta, cta_labels, is_partnership, start_date, first_seen_at, search_text, recommended, date_key,
         views_key, likes_key, comments_key
       FROM json_populate_recordset(null::saved_ads, $2)
       RETURNING id, ad_hash
     ), given AS (
       SELECT added.id, snapshot.ad, snapshot.board_id
       FROM unnest($3::jsonb[], $4::bigint[]) AS snapshot (ad, board_id)
       JOIN added ON added.ad_hash = snapshot.ad ->> 'hash'
     ), kept AS (
       INSERT INTO saved_ad_snapshots (saved_ad_id, ad) SELECT id, ad FROM given
     )
     INSERT INTO board_ads (board_id, saved_ad_id) SELECT board_id, id FROM given`,
    [userId, JSON.stringify(rows), snapshots.map((ad) => JSON.stringify(ad)), boardIds],
  );
}
