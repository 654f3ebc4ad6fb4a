import type { AdMeasurements } from '@magpie/contract';
import type { OutdatedCopies } from '../ads/copies.ts';
import type { MeasuredRow } from '../ads/presentation.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { SavedSnapshot } from './presentSaved.ts';
import { daysThatDouble, measuredColumnsOf, scoreWeight } from './savedAdColumns.ts';
import { placeColumns, sortKeys } from './savedAds.sql.ts';

/** Marks the saved ads among these. */
export async function markOutdated(db: Postgres, hashes: readonly string[]): Promise<OutdatedCopies> {
  const rows = await db.query<{ id: number; hash: string }>(
    `INSERT INTO outdated_saved_ads (ad_hash)
     SELECT DISTINCT ad_hash FROM saved_ads WHERE ad_hash = ANY ($1)
     RETURNING id, ad_hash AS hash`,
    [hashes],
  );
  return { ids: rows.map(({ id }) => id), hashes: rows.map(({ hash }) => hash) };
}

/** The oldest marks. */
export async function firstOutdated(db: Postgres, limit: number): Promise<OutdatedCopies> {
  const rows = await db.query<{ id: number; hash: string }>(
    `SELECT id, ad_hash AS hash FROM outdated_saved_ads ORDER BY id LIMIT $1`,
    [limit],
  );
  return { ids: rows.map(({ id }) => id), hashes: [...new Set(rows.map(({ hash }) => hash))] };
}

export async function removeMarks(tx: Postgres, ids: readonly number[]): Promise<void> {
  await tx.query(`DELETE FROM outdated_saved_ads WHERE id = ANY ($1)`, [ids]);
}

/** The copies of these ads that show measurements of the index. */
export function measuredCopies(
  tx: Postgres,
  hashes: readonly string[],
): Promise<{ savedAdId: number; hash: string; ad: SavedSnapshot }[]> {
  return tx.query(
    `SELECT saved.id AS "savedAdId", saved.ad_hash AS hash, snapshot.ad
     FROM saved_ads saved JOIN saved_ad_snapshots snapshot ON snapshot.saved_ad_id = saved.id
     WHERE saved.ad_hash = ANY ($1) AND snapshot.measured IS NOT NULL`,
    [hashes],
  );
}

/** What saved copies of an ad are to show. */
export interface Measured {
  readonly hash: string;
  /** The only copy that is meant; null for every copy of the ad. */
  readonly savedAdId: number | null;
  /** What the index says; null for what the copy says. */
  readonly measured: MeasuredRow | null;
  /** The same as it is shown. */
  readonly shown: AdMeasurements;
}

/** Compared first: most imports change little of an ad, and each change is written to every index. */
const columns = ['start_date', 'first_seen_at', ...sortKeys];

const listed = (alias: string, names: readonly string[]): string =>
  names.map((name) => `${alias}.${name}`).join(', ');

/** The same arithmetic as in `savedAdColumns`, to the last bit: ads that are equal there stay equal. */
const recommended = `0 - (score_weight
  + (extract(epoch FROM date_trunc('milliseconds', saved.saved_at)) * 1000)::double precision / 86400000 / ${daysThatDouble})`;

/** Writes it to the copies of these ads. A copy of which only the address is known has nothing to be filtered by yet. */
export async function writeMeasured(tx: Postgres, ads: readonly Measured[]): Promise<void> {
  await tx.query(
    `WITH given AS (
       SELECT * FROM jsonb_to_recordset($1) AS ad (
         hash text, saved_ad_id bigint, measured jsonb, score_weight double precision, start_date date,
         first_seen_at timestamptz, date_key double precision, views_key double precision,
         likes_key double precision, comments_key double precision)
     ), held AS (
       SELECT saved.id, given.*, ${recommended} AS recommended
       FROM given JOIN saved_ads saved
         ON saved.ad_hash = given.hash AND saved.id = coalesce(given.saved_ad_id, saved.id)
       WHERE NOT saved.incomplete
       ORDER BY saved.id
       FOR NO KEY UPDATE OF saved
     ), shown AS (
       UPDATE saved_ad_snapshots snapshot
       SET measured = held.measured
       FROM held
       WHERE snapshot.saved_ad_id = held.id AND snapshot.measured IS DISTINCT FROM held.measured
     ), left_behind AS (
       INSERT INTO forgotten_ads (${placeColumns})
       SELECT saved.id, saved.scope, saved.ad_hash, ${listed('saved', sortKeys)}
       FROM saved_ads saved JOIN held USING (id)
       WHERE (${listed('saved', sortKeys)}) IS DISTINCT FROM (${listed('held', sortKeys)})
     )
     UPDATE saved_ads saved
     SET (${columns.join(', ')}) = (${listed('held', columns)})
     FROM held
     WHERE saved.id = held.id AND (${listed('saved', columns)}) IS DISTINCT FROM (${listed('held', columns)})`,
    [JSON.stringify(ads.map(rowOf))],
  );
}

/** JSON has no Infinity, but PostgreSQL reads it from text. */
function rowOf({ hash, savedAdId, measured, shown }: Measured): object {
  const { start_date, first_seen_at, ...keys } = measuredColumnsOf(shown);
  const numbers = { score_weight: scoreWeight(shown.performanceScore), ...keys };
  const texts = Object.entries(numbers).map(([name, value]) => [name, String(value)]);
  return { hash, saved_ad_id: savedAdId, measured, start_date, first_seen_at, ...Object.fromEntries(texts) };
}
