import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

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
const textsOfSlice = `
  SELECT DISTINCT advertiser_id, text, cityHash64(text) AS text_id
  FROM ads FINAL
  ARRAY JOIN arrayFilter(each -> position(each, '{' || '{') = 0, arrayConcat(bodies, headlines)) AS text
  WHERE advertiser_id GLOBAL IN (${touchedAdvertisers})`;

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

/** Writes the advertiser vectors of a slice: the normalized mean of the vectors of their texts. */
export async function buildAdvertiserVectors(clickhouse: ClickHouse, slice: Slice, builtAt: Date) {
  await clickhouse.write(
    `INSERT INTO advertiser_embeddings (model, advertiser_id, vector, texts, built_at)
     SELECT {model:String}, advertiser_id, arrayMap(x -> x / length, sums), texts, {builtAt:DateTime64(3)}
     FROM (
       SELECT advertiser_id, sumForEach(unit) AS sums, count() AS texts, L2Norm(sums) AS length
       FROM (${textsOfSlice}) AS used
       INNER JOIN (
         SELECT text_id, arrayMap(x -> x / L2Norm(vector), vector) AS unit
         FROM text_vectors FINAL
         WHERE model = {model:String} AND L2Norm(vector) > 0
           AND text_id GLOBAL IN (SELECT text_id FROM (${textsOfSlice}))
       ) AS embedded USING text_id
       GROUP BY advertiser_id
     )
     WHERE length > 0`,
    { ...slice, since: new Date(slice.since), builtAt },
  );
}
