import type { Ad } from '@magpie/contract';
import type { Matching } from '../catalog/conditions.sql.ts';
import { clippedSum } from '../catalog/sums.sql.ts';
import type { ClickHouse, Parameters } from '../kernel/clickhouse/clickhouse.ts';

/** The model that last gave this advertiser a direction; undefined when none did. */
export async function modelOf(clickhouse: ClickHouse, advertiserId: number): Promise<string | undefined> {
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

/** Whom an advertiser is compared with, by the directions of which model. */
export interface Direction {
  readonly model: string;
  readonly advertiserId: number;
}

export interface Alike {
  readonly advertiserId: number;
  readonly similarity: number;
}

/** Machines add up the components in different orders; four decimals are the same on all of them. */
const cosine = `round(toFloat64(dotProduct(vector, (
  SELECT vector FROM advertiser_vectors FINAL
  WHERE model = {model:String} AND advertiser_id = {advertiserId:UInt64}))), 4)`;

/** As many of the nearest as nearly always have enough among them that match. */
const looksFirstAmong = 1000;
const nearest = `
  SELECT advertiser_id
  FROM advertiser_vectors FINAL
  WHERE model = {model:String} AND advertiser_id != {advertiserId:UInt64}
  ORDER BY ${cosine} DESC
  LIMIT ${looksFirstAmong} WITH TIES`;

/** The nearest of all advertisers that have ads, with all that are as near as the last. */
export function nearestOfAll(clickhouse: ClickHouse, direction: Direction, limit: number): Promise<Alike[]> {
  const haveAds = 'SELECT advertiser_id FROM advertiser_totals FINAL WHERE ads > 0';
  return nearestAmong(clickhouse, haveAds, { ...direction, limit });
}

/** The same of those that have ads which match: looked for among the nearest first, then among all. */
export async function nearestWithAds(
  clickhouse: ClickHouse,
  direction: Direction,
  { condition, parameters }: Matching,
  limit: number,
): Promise<Alike[]> {
  const haveMatches = `SELECT DISTINCT advertiser_id FROM ads FINAL WHERE ${condition}`;
  const asked = { ...parameters, ...direction, limit };
  const found = await nearestAmong(
    clickhouse,
    `${haveMatches} AND advertiser_id GLOBAL IN (${nearest})`,
    asked,
  );
  return found.length < limit ? nearestAmong(clickhouse, haveMatches, asked) : found;
}

function nearestAmong(clickhouse: ClickHouse, advertisers: string, asked: Parameters): Promise<Alike[]> {
  return clickhouse.read<Alike>(
    `SELECT advertiser_id AS advertiserId, ${cosine} AS similarity
     FROM advertiser_vectors FINAL
     WHERE model = {model:String} AND advertiser_id != {advertiserId:UInt64}
       AND advertiser_id GLOBAL IN (${advertisers})
     ORDER BY similarity DESC
     LIMIT {limit:UInt32} WITH TIES`,
    asked,
  );
}

/** The categories that an advertiser shares, among all that it or the one asked for has. */
const jaccard = `round(length(arrayIntersect(own, {categories:Array(String)}))
  / length(arrayDistinct(arrayConcat(own, {categories:Array(String)}))), 4)`;

const ofTheseCategories = `
  SELECT advertiser_id FROM advertisers FINAL
  WHERE hasAny(categories, {categories:Array(String)}) AND advertiser_id != {advertiserId:UInt64}`;

/** Advertisers of the same categories that have ads, by how many they share. */
export function alikeOfAll(clickhouse: ClickHouse, asked: OfCategories): Promise<Alike[]> {
  return alikeAmong(clickhouse, 'SELECT advertiser_id, ads FROM advertiser_totals FINAL WHERE ads > 0', {
    ...asked,
  });
}

/** The same of those that have ads which match. */
export function alikeWithAds(
  clickhouse: ClickHouse,
  asked: OfCategories,
  { condition, parameters }: Matching,
): Promise<Alike[]> {
  const counted = `
    SELECT advertiser_id, count() AS ads
    FROM ads FINAL
    WHERE ${condition} AND advertiser_id GLOBAL IN (${ofTheseCategories})
    GROUP BY advertiser_id`;
  return alikeAmong(clickhouse, counted, { ...parameters, ...asked });
}

export interface OfCategories {
  readonly advertiserId: number;
  readonly categories: readonly string[];
  readonly limit: number;
}

function alikeAmong(clickhouse: ClickHouse, counted: string, asked: Parameters): Promise<Alike[]> {
  return clickhouse.read<Alike>(
    `SELECT advertiser_id AS advertiserId, ${jaccard} AS similarity
     FROM (
       SELECT advertiser_id, name, arrayMap(category -> toString(category), categories) AS own
       FROM advertisers FINAL
       WHERE advertiser_id GLOBAL IN (${ofTheseCategories})
     ) AS alike
     INNER JOIN (${counted}) AS counted USING advertiser_id
     ORDER BY similarity DESC, ads DESC, name
     LIMIT {limit:UInt32}`,
    asked,
  );
}

export interface Figures {
  readonly advertiserId: number;
  readonly adCount: number;
  readonly totalReach: number;
  readonly platforms: Ad['platforms'];
  /** The tags that it uses most, the most frequent first. */
  readonly tagIds: number[];
}

/** A tag beyond these says little about an advertiser. */
const mostTags = 20;

/** What the matching ads of these advertisers come to. */
export function figuresOf(
  clickhouse: ClickHouse,
  advertiserIds: readonly number[],
  { condition, parameters }: Matching,
): Promise<Figures[]> {
  return clickhouse.read<Figures>(
    `SELECT
       advertiser_id AS advertiserId,
       count() AS adCount,
       ${clippedSum('reach')} AS totalReach,
       arraySort(groupUniqArrayArray(platforms)) AS platforms,
       sumMap(tag_ids, arrayMap(id -> 1, tag_ids)) AS used,
       arraySlice(arrayMap(tag -> tag.1, arraySort(tag -> (-tag.2, tag.1), arrayZip(used.1, used.2))), 1, ${mostTags})
         AS tagIds
     FROM ads FINAL
     WHERE advertiser_id IN {advertiserIds:Array(UInt64)} AND ${condition}
     GROUP BY advertiser_id`,
    { ...parameters, advertiserIds },
  );
}
