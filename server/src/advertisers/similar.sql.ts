import type { Ad } from '@magpie/contract';
import type { Matching } from '../ads/conditions.sql.ts';
import { clippedSum } from '../ads/adExpressions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

export async function findVectorModel(clickhouse: ClickHouse, advertiserId: number) {
  const [row] = await clickhouse.read<{ model: string }>(
    `SELECT model
     FROM advertiser_embeddings FINAL
     WHERE advertiser_id = {advertiserId:UInt64}
     ORDER BY built_at DESC, model
     LIMIT 1`,
    { advertiserId },
  );
  return row?.model;
}

export interface Similar {
  readonly advertiserId: number;
  readonly similarity: number;
}

const withAds = 'SELECT advertiser_id, ads FROM advertiser_totals FINAL WHERE ads > 0 AND alias_of = 0';

/** Rounded, because machines add up the components in different orders. */
const cosine = `round(toFloat64(dotProduct(vector, (
  SELECT vector FROM advertiser_embeddings FINAL
  WHERE model = {model:String} AND advertiser_id = {advertiserId:UInt64}))), 4)`;

/** Those among the candidates, or among all advertisers with ads if these are null; and all that equal the last. */
export function findSimilarByVector(
  clickhouse: ClickHouse,
  key: { readonly model: string; readonly advertiserId: number },
  candidates: readonly number[] | null,
  limit: number,
) {
  const isCandidate =
    candidates === null
      ? `advertiser_id GLOBAL IN (SELECT advertiser_id FROM (${withAds}))`
      : 'advertiser_id IN {candidates:Array(UInt64)}';
  return clickhouse.read<Similar>(
    `SELECT advertiser_id AS advertiserId, ${cosine} AS similarity
     FROM advertiser_embeddings FINAL
     WHERE model = {model:String} AND advertiser_id != {advertiserId:UInt64} AND ${isCandidate}
     ORDER BY similarity DESC
     LIMIT {limit:UInt32} WITH TIES`,
    { ...key, limit, ...(candidates !== null && { candidates }) },
  );
}

export interface VectorCount {
  readonly model: string;
  readonly vectors: number;
  readonly dimensions: number;
}

export function countVectors(clickhouse: ClickHouse) {
  return clickhouse.read<VectorCount>(
    `SELECT model, count() AS vectors, max(length(vector)) AS dimensions
     FROM advertiser_embeddings FINAL
     GROUP BY model`,
  );
}

export interface VectorRow {
  readonly advertiserId: number;
  /** Floats, least significant byte first, in hexadecimal digits. */
  readonly components: string;
}

/** In hexadecimal digits, since decimals take more space, and more time to parse. */
export function readVectors(
  clickhouse: ClickHouse,
  page: { readonly model: string; readonly since: Date; readonly after: number; readonly limit: number },
) {
  return clickhouse.read<VectorRow>(
    `SELECT advertiser_id AS advertiserId, arrayStringConcat(arrayMap(x -> hex(x), vector)) AS components
     FROM advertiser_embeddings FINAL
     WHERE model = {model:String} AND advertiser_id > {after:UInt64} AND built_at >= {since:DateTime64(3)}
     ORDER BY advertiser_id
     LIMIT {limit:UInt32}`,
    page,
  );
}

const jaccard = `round(length(arrayIntersect(own, {categories:Array(String)}))
  / length(arrayDistinct(arrayConcat(own, {categories:Array(String)}))), 4)`;

export function findSimilarByCategory(
  clickhouse: ClickHouse,
  { advertiserId, categories }: { readonly advertiserId: number; readonly categories: readonly string[] },
  limit: number,
) {
  return clickhouse.read<Similar>(
    `SELECT advertiser_id AS advertiserId, ${jaccard} AS similarity
     FROM (
       SELECT advertiser_id, name, arrayMap(category -> toString(category), categories) AS own
       FROM advertisers FINAL
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
  readonly tagIds: readonly number[];
}

/** Less frequent tags say little about an advertiser. */
export const maxTags = 20;

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
