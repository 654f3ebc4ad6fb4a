import type { Postgres } from '@magpie/server/db/postgres/postgres';
import type { SavedSnapshot } from '@magpie/server/boards/presentSaved';

export interface DemoSavedAd {
  readonly ad: SavedSnapshot;
  readonly row: object;
}

export async function findUser(db: Postgres, email: string): Promise<string> {
  const rows = await db.query<{ id: string }>(`SELECT id FROM users WHERE email = $1`, [email]);
  return rows[0]?.id ?? '';
}

export async function createBoards(db: Postgres, userId: string, boards: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `INSERT INTO boards (author_id, name, position)
     SELECT $1, 'Board ' || place, place FROM generate_series(0, $2::integer - 1) AS place
     RETURNING id`,
    [userId, boards],
  );
  return rows.map(({ id }) => id);
}

const columns = `ad_hash, saved_at, advertiser_id, company_name, platforms, format, ad_type, language, cta, cta_labels,
  is_partnership, start_date, first_seen_at, search_text, recommended, date_key, views_key, likes_key, comments_key`;

export async function insertSaved(
  db: Postgres,
  userId: string,
  saved: readonly DemoSavedAd[],
): Promise<void> {
  await db.query(
    `WITH added AS (
       INSERT INTO saved_ads (user_id, ${columns})
       SELECT $1, ${columns} FROM json_populate_recordset(null::saved_ads, $2)
       RETURNING id, ad_hash
     ), kept AS (
       INSERT INTO saved_ad_snapshots (saved_ad_id, ad)
       SELECT added.id, snapshot FROM unnest($3::jsonb[]) AS snapshot JOIN added ON added.ad_hash = snapshot ->> 'hash'
     )
     INSERT INTO board_ads (board_id, saved_ad_id)
     SELECT place.board_id, added.id
     FROM json_to_recordset($2) AS place (ad_hash text, board_id bigint) JOIN added USING (ad_hash)`,
    [userId, JSON.stringify(saved.map(({ row }) => row)), saved.map(({ ad }) => JSON.stringify(ad))],
  );
}

/** As autovacuum would leave it. */
export async function vacuum(db: Postgres): Promise<void> {
  for (const table of ['saved_ads', 'saved_ad_snapshots', 'board_ads']) {
    await db.query(`VACUUM (ANALYZE) ${table}`);
  }
}

/** The saved ad before which so many others stand in the usual order: the cursor of a page. */
export async function savedAdAt(
  db: Postgres,
  userId: string,
  before: number,
): Promise<{ id: number; key: number } | undefined> {
  const rows = await db.query<{ id: number; key: number }>(
    `SELECT id, recommended AS key FROM saved_ads WHERE scope = 'user:' || $1 ORDER BY recommended, ad_hash LIMIT 1 OFFSET $2`,
    [userId, before],
  );
  return rows[0];
}

export interface Example {
  readonly boardId: number;
  readonly platforms: string[];
  readonly format: string;
  readonly companyName: string;
  readonly adType: string;
  readonly language: string;
  readonly cta: string;
  readonly startDate: string;
  readonly views: number;
  readonly landingPageUrl: string;
}

export async function findExample(db: Postgres, userId: string): Promise<Example> {
  const rows = await db.query<Example>(
    `SELECT board_ad.board_id AS "boardId", saved.platforms, saved.format, saved.company_name AS "companyName",
       saved.ad_type AS "adType", saved.language, saved.cta, saved.start_date AS "startDate", -saved.views_key AS views,
       snapshot.ad ->> 'landingPageUrl' AS "landingPageUrl"
     FROM saved_ads saved
     JOIN saved_ad_snapshots snapshot ON snapshot.saved_ad_id = saved.id
     JOIN board_ads board_ad ON board_ad.saved_ad_id = saved.id
     WHERE saved.scope = 'user:' || $1 AND saved.is_partnership AND saved.ad_type IS NOT NULL
       AND saved.language IS NOT NULL AND saved.cta IS NOT NULL AND saved.start_date IS NOT NULL
       AND saved.views_key < 0 AND snapshot.ad ->> 'landingPageUrl' IS NOT NULL
     ORDER BY saved.id LIMIT 1`,
    [userId],
  );
  const [example] = rows;
  if (example === undefined) throw new Error('No saved ad has a value for every filter; load more ads.');
  return example;
}

export async function findRareName(db: Postgres, userId: string): Promise<string> {
  const rows = await db.query<{ name: string }>(
    `SELECT company_name AS name FROM saved_ads WHERE scope = 'user:' || $1 AND company_name ~ '^[a-zA-Z]+ '
     GROUP BY company_name HAVING count(*) <= 3 ORDER BY name LIMIT 1`,
    [userId],
  );
  return rows[0]?.name ?? '';
}
