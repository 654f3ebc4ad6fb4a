import type { MeasuredRow } from '../ads/presentation.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { SavedSnapshot } from './presentSaved.ts';
import {
  scoreDoublingDays,
  scoreWeight,
  type SortedMeasurements,
  toMeasuredColumns,
} from './savedAdColumns.ts';
import { tombstoneColumns, sortKeys } from './savedAds.sql.ts';

export async function markOutdated(db: Postgres, hashes: readonly string[]) {
  const rows = await db.query<{ id: number; hash: string }>(
    `INSERT INTO outdated_saved_ads (ad_hash)
     SELECT DISTINCT ad_hash FROM saved_ads WHERE ad_hash = ANY ($1)
     RETURNING id, ad_hash AS hash`,
    [hashes],
  );
  return { ids: rows.map(({ id }) => id), hashes: rows.map(({ hash }) => hash) };
}

export async function firstOutdated(db: Postgres, limit: number) {
  const rows = await db.query<{ id: number; hash: string }>(
    `SELECT id, ad_hash AS hash FROM outdated_saved_ads ORDER BY id LIMIT $1`,
    [limit],
  );
  return { ids: rows.map(({ id }) => id), hashes: [...new Set(rows.map(({ hash }) => hash))] };
}

export async function deleteMarks(tx: Postgres, ids: readonly number[]) {
  await tx.query(`DELETE FROM outdated_saved_ads WHERE id = ANY ($1)`, [ids]);
}

export function copiesOf(
  tx: Postgres,
  hashes: readonly string[],
): Promise<{ savedAdId: number; hash: string; ad: SavedSnapshot }[]> {
  return tx.query(
    `SELECT saved.id AS "savedAdId", saved.ad_hash AS hash, snapshot.ad
     FROM saved_ads saved JOIN saved_ad_snapshots snapshot ON snapshot.saved_ad_id = saved.id
     WHERE saved.ad_hash = ANY ($1)`,
    [hashes],
  );
}

export interface CopyMeasurements {
  readonly hash: string;
  /** The copy to update; null for all copies of the ad. */
  readonly savedAdId: number | null;
  /** The values of the index; null to use those of the copy. */
  readonly measured: MeasuredRow | null;
  readonly shown: SortedMeasurements;
}

/** Compared before writing: most imports change little, and each update writes to all indexes. */
const columns = ['start_date', 'first_seen_at', ...sortKeys];

const columnList = (alias: string, names: readonly string[]): string =>
  names.map((name) => `${alias}.${name}`).join(', ');

/** Must give exactly the same number as `savedAdColumns`, so that ties stay ties. */
const recommended = `0 - (score_weight
  + (extract(epoch FROM date_trunc('milliseconds', saved.saved_at)) * 1000)::double precision / 86400000 / ${scoreDoublingDays})`;

/** Updates the copies of these ads, except placeholders, which have no filter columns yet. */
export async function writeMeasured(tx: Postgres, ads: readonly CopyMeasurements[]) {
  await tx.query(
    `WITH given AS (
       SELECT * FROM jsonb_to_recordset($1) AS ad (
         hash text, saved_ad_id bigint, measured jsonb, score_weight double precision, start_date date,
         first_seen_at timestamptz, date_key double precision, views_key double precision,
         likes_key double precision, comments_key double precision, days_key double precision)
     ), updates AS (
       SELECT saved.id, given.*, ${recommended} AS recommended
       FROM given JOIN saved_ads saved
         ON saved.ad_hash = given.hash AND saved.id = coalesce(given.saved_ad_id, saved.id)
       WHERE NOT saved.incomplete
       ORDER BY saved.id
       FOR NO KEY UPDATE OF saved
     ), shown AS (
       UPDATE saved_ad_snapshots snapshot
       SET measured = updates.measured
       FROM updates
       WHERE snapshot.saved_ad_id = updates.id AND snapshot.measured IS DISTINCT FROM updates.measured
     ), left_behind AS (
       INSERT INTO forgotten_ads (${tombstoneColumns})
       SELECT saved.id, saved.scope, saved.ad_hash, ${columnList('saved', sortKeys)}
       FROM saved_ads saved JOIN updates USING (id)
       WHERE (${columnList('saved', sortKeys)}) IS DISTINCT FROM (${columnList('updates', sortKeys)})
     )
     UPDATE saved_ads saved
     SET (${columns.join(', ')}) = (${columnList('updates', columns)})
     FROM updates
     WHERE saved.id = updates.id AND (${columnList('saved', columns)}) IS DISTINCT FROM (${columnList('updates', columns)})`,
    [JSON.stringify(ads.map(toRow))],
  );
}

/** JSON cannot represent Infinity, but PostgreSQL parses it from text. */
function toRow({ hash, savedAdId, measured, shown }: CopyMeasurements): object {
  const { start_date, first_seen_at, ...keys } = toMeasuredColumns(shown);
  const numbers = { score_weight: scoreWeight(shown.performanceScore), ...keys };
  const texts = Object.entries(numbers).map(([name, value]) => [name, String(value)]);
  return { hash, saved_ad_id: savedAdId, measured, start_date, first_seen_at, ...Object.fromEntries(texts) };
}
