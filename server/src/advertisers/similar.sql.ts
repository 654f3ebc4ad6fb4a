import type { Ad } from '@magpie/contract';
import type { Matching } from '../ads/conditions.sql.ts';
import { clippedSum } from '../ads/adExpressions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

export async function findVectorModel(clickhouse: ClickHouse, advertiserId: number) {
  const [row] = await clickhouse.read<{ model: string }>(
    `SELECT model
     FROM advertiser_vectors FINAL
     WHERE advertiser_id = {advertiserId:UInt64}
     ORDER BY built_at DESC, model
     LIMIT 1`,
    { advertiserId },
  );
  return row?.model;
}

export interface Candidate {
  readonly advertiserId: number;
  readonly name: string;
  readonly brandLogo: string | null;
  readonly categories: string[];
  readonly similarity: number;
}

const known = 'SELECT advertiser_id, name, brand_logo, categories FROM advertisers FINAL';
const withAds = 'SELECT advertiser_id, ads FROM advertiser_totals FINAL WHERE ads > 0';

/** Rounded, because machines add up the components in different orders. */
const cosine = `round(toFloat64(dotProduct(vector, (
  SELECT vector FROM advertiser_vectors FINAL
  WHERE model = {model:String} AND advertiser_id = {advertiserId:UInt64}))), 4)`;

export function findSimilarByVector(
  clickhouse: ClickHouse,
  vector: { readonly model: string; readonly advertiserId: number },
  limit: number,
) {
  return clickhouse.read<Candidate>(
    `SELECT advertiser_id AS advertiserId, name, brand_logo AS brandLogo, categories, similarity
     FROM (${known}) AS known
     INNER JOIN (
       SELECT advertiser_id, ${cosine} AS similarity
       FROM advertiser_vectors FINAL
       WHERE model = {model:String} AND advertiser_id != {advertiserId:UInt64}
         AND advertiser_id GLOBAL IN (SELECT advertiser_id FROM (${withAds}))
     ) AS directed USING advertiser_id
     ORDER BY similarity DESC, name
     LIMIT {limit:UInt32}`,
    { ...vector, limit },
  );
}

const jaccard = `round(length(arrayIntersect(own, {categories:Array(String)}))
  / length(arrayDistinct(arrayConcat(own, {categories:Array(String)}))), 4)`;

export function findSimilarByCategory(
  clickhouse: ClickHouse,
  { advertiserId, categories }: Pick<Candidate, 'advertiserId' | 'categories'>,
  limit: number,
) {
  return clickhouse.read<Candidate>(
    `SELECT advertiser_id AS advertiserId, name, brand_logo AS brandLogo, categories, ${jaccard} AS similarity
     FROM (
       SELECT *, arrayMap(category -> toString(category), categories) AS own
       FROM (${known})
       WHERE hasAny(categories, {categories:Array(String)}) AND advertiser_id != {advertiserId:UInt64}
     ) AS known
     INNER JOIN (${withAds}) AS counted USING advertiser_id
     ORDER BY similarity DESC, ads DESC, name
     LIMIT {limit:UInt32}`,
    { advertiserId, categories, limit },
  );
}

export async function findAdvertisersWithAds(
  clickhouse: ClickHouse,
  advertiserIds: readonly number[],
  { condition, parameters }: Matching,
) {
  const rows = await clickhouse.read<{ advertiserId: number }>(
    `SELECT DISTINCT advertiser_id AS advertiserId
     FROM ads FINAL
     WHERE advertiser_id IN {advertiserIds:Array(UInt64)} AND ${condition}`,
    { ...parameters, advertiserIds },
  );
  return rows.map(({ advertiserId }) => advertiserId);
}

export interface Figures {
  readonly advertiserId: number;
  readonly adCount: number;
  readonly totalReach: number;
  readonly platforms: Ad['platforms'];
  readonly tagIds: number[];
}

/** Less frequent tags say little about an advertiser. */
const maxTags = 20;

export function readFigures(
  clickhouse: ClickHouse,
  advertiserIds: readonly number[],
  { condition, parameters }: Matching,
) {
  return clickhouse.read<Figures>(
    `SELECT
       advertiser_id AS advertiserId,
       count() AS adCount,
       ${clippedSum('reach')} AS totalReach,
       arraySort(groupUniqArrayArray(platforms)) AS platforms,
       sumMap(tag_ids, arrayMap(id -> 1, tag_ids)) AS used,
       arraySlice(arrayMap(tag -> tag.1, arraySort(tag -> (-tag.2, tag.1), arrayZip(used.1, used.2))), 1, ${maxTags})
         AS tagIds
     FROM ads FINAL
     WHERE advertiser_id IN {advertiserIds:Array(UInt64)} AND ${condition}
     GROUP BY advertiser_id`,
    { ...parameters, advertiserIds },
  );
}
