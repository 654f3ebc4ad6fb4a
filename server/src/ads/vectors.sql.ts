import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { literal } from '../db/clickhouse/parameters.sql.ts';
import { deletion } from './removeAds.sql.ts';

/** A range of advertiser ids with ads recorded since a time. Ids are evenly distributed, so slices have similar sizes. */
export interface Slice {
  readonly model: string;
  readonly since: string;
  /** Older vectors count as missing; milliseconds since 1970. */
  readonly embeddedSince: number;
  readonly from: number;
  readonly to: number;
}

const touchedAdvertisers = `
  SELECT advertiser_id FROM ads
  WHERE recorded_at >= {since:DateTime64(3)} AND advertiser_id >= {from:UInt64} AND advertiser_id < {to:UInt64}`;
/** Without numbers, so that the pages of many products have few texts. */
const landingPageWords = `trim(replaceRegexpAll(
  substring(assumeNotNull(landing_page), position(assumeNotNull(landing_page), '/')),
  '(%[0-9a-fA-F][0-9a-fA-F]|[^\\\\pL])+', ' '))`;
/** The texts of ads, the words in the paths of their landing pages, and the categories of the advertiser. */
const textsOfSlice = `
  SELECT DISTINCT advertiser_id, text, cityHash64(text) AS text_id, is_of_ad
  FROM (
    SELECT advertiser_id, true AS is_of_ad, arrayJoin(arrayConcat(bodies, headlines)) AS text
    FROM ads FINAL
    WHERE advertiser_id GLOBAL IN (${touchedAdvertisers})
    UNION ALL
    SELECT advertiser_id, false, ${landingPageWords}
    FROM ads FINAL
    WHERE advertiser_id GLOBAL IN (${touchedAdvertisers}) AND position(landing_page, '/') > 0
    UNION ALL
    SELECT advertiser_id, false, arrayJoin(categories)
    FROM advertisers FINAL
    WHERE advertiser_id GLOBAL IN (${touchedAdvertisers})
  )
  WHERE text != '' AND position(text, '{' || '{') = 0`;

export async function countAdsSince(clickhouse: ClickHouse, since: string) {
  const [row] = await clickhouse.read<{ ads: number }>(
    `SELECT count() AS ads FROM ads
     WHERE advertiser_id GLOBAL IN (SELECT advertiser_id FROM ads WHERE recorded_at >= {since:DateTime64(3)})`,
    { since: new Date(since) },
  );
  return row?.ads ?? 0;
}

/** Ids are strings, because they exceed 2^53. */
export function missingTexts(clickhouse: ClickHouse, slice: Slice, limit: number) {
  return clickhouse.read<{ textId: string; text: string }>(
    `SELECT toString(text_id) AS textId, any(text) AS text
     FROM (${textsOfSlice})
     WHERE text_id GLOBAL NOT IN (
       SELECT text_id FROM text_vectors
       WHERE model = {model:String} AND version >= {embeddedSince:UInt64}
         AND text_id GLOBAL IN (SELECT text_id FROM (${textsOfSlice}))
     )
     GROUP BY text_id
     ORDER BY text_id
     LIMIT {limit:UInt32}`,
    { ...slice, since: new Date(slice.since), limit },
  );
}

/**
 * Writes the advertiser vectors of a slice: the sum of the vectors of their texts, with length 1. Without a text of an ad
 * there is none, because categories are compared as such.
 */
export async function buildAdvertiserVectors(clickhouse: ClickHouse, slice: Slice, builtAt: Date) {
  await clickhouse.write(
    `INSERT INTO advertiser_embeddings (model, advertiser_id, vector, texts, built_at)
     SELECT {model:String}, advertiser_id, arrayMap(x -> x / length, sums), texts, {builtAt:DateTime64(3)}
     FROM (
       SELECT advertiser_id, sumForEach(vector) AS sums, countIf(is_of_ad) AS texts, L2Norm(sums) AS length
       FROM (${textsOfSlice}) AS used
       INNER JOIN (
         SELECT text_id, vector
         FROM text_vectors FINAL
         WHERE model = {model:String} AND L2Norm(vector) > 0
           AND text_id GLOBAL IN (SELECT text_id FROM (${textsOfSlice}))
       ) AS embedded USING text_id
       GROUP BY advertiser_id
     )
     WHERE length > 0 AND texts > 0`,
    { ...slice, since: new Date(slice.since), builtAt },
  );
}

/** The texts of ads whose vectors are missing, each with the id of all texts of its ad. */
const textsOfCopies = `
  SELECT DISTINCT copy_id, cityHash64(text) AS text_id
  FROM (
    SELECT copy_id, arrayJoin(arrayConcat(bodies, headlines)) AS text
    FROM ads FINAL
    WHERE advertiser_id GLOBAL IN (${touchedAdvertisers}) AND copy_id GLOBAL NOT IN (
      SELECT copy_id FROM copy_vectors
      WHERE model = {model:String} AND built_at >= fromUnixTimestamp64Milli({embeddedSince:Int64})
    )
  )
  WHERE text != '' AND position(text, '{' || '{') = 0`;

/** Writes the vectors of the texts of ads in a slice, one for all ads with the same texts: the sum of the vectors of the texts. */
export async function buildCopyVectors(clickhouse: ClickHouse, slice: Slice, builtAt: Date) {
  await clickhouse.write(
    `INSERT INTO copy_vectors (model, copy_id, vector, built_at)
     SELECT {model:String}, copy_id, arrayMap(x -> toInt8(round(x * 127 / largest)), sums), {builtAt:DateTime64(3)}
     FROM (
       SELECT copy_id, sumForEach(vector) AS sums, arrayMax(arrayMap(x -> abs(x), sums)) AS largest
       FROM (${textsOfCopies}) AS used
       INNER JOIN (
         SELECT text_id, vector
         FROM text_vectors FINAL
         WHERE model = {model:String} AND L2Norm(vector) > 0
           AND text_id GLOBAL IN (SELECT text_id FROM (${textsOfCopies}))
       ) AS embedded USING text_id
       GROUP BY copy_id
     )
     WHERE largest > 0`,
    { ...slice, since: new Date(slice.since), builtAt },
  );
}

/** Deletes the vectors of other versions of a model: other names that are the same up to the last `@`. */
export async function deleteOtherVersions(clickhouse: ClickHouse, model: string, cluster: string | null) {
  const name = model.slice(0, model.lastIndexOf('@') + 1);
  if (name === '') return;
  const isOther = `startsWith(model, ${literal(name)}) AND model != ${literal(model)}`;
  for (const table of ['advertiser_embeddings', 'copy_vectors', 'text_vectors']) {
    const found = await clickhouse.read(`SELECT 1 FROM ${table} WHERE ${isOther} LIMIT 1`);
    if (found.length > 0) await clickhouse.write(deletion(table, isOther, cluster));
  }
}
