import { platform, type Ad, type contract, type ParsedInputOf } from '@magpie/contract';
import { joinConditions, type SqlCondition } from '../ads/conditions.sql.ts';
import { clippedSum } from '../ads/adExpressions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

export type Window = ParsedInputOf<typeof contract.trending.topTagsByEngagement>;

/** The ads of the last days including today, without future starts. */
function* buildConditions({ windowDays, country, platform: on }: Window): Iterable<SqlCondition> {
  yield ['day > {today:Date32} - {windowDays:UInt8} AND day <= {today:Date32}', { windowDays }];
  if (country !== undefined) yield ['rank_country = {country:String}', { country }];
  if (on !== undefined) yield ['has(platforms, {platform:String})', { platform: on }];
}

const totalEngagement = clippedSum('engagement');

export interface TagEngagement {
  readonly tagDefinitionId: number;
  readonly adCount: number;
  readonly totalEngagement: number;
}

/** All tags, because retired ones are filtered later. UInt16 is grouped without hashing, which is 20% faster. */
export function rankedTags(clickhouse: ClickHouse, window: Window, today: string) {
  const { condition, parameters } = joinConditions(buildConditions(window), today);
  return clickhouse.read<TagEngagement>(
    `SELECT toUInt16(tag_id) AS tagDefinitionId, count() AS adCount, ${totalEngagement} AS totalEngagement
     FROM trending_ads FINAL
     ARRAY JOIN tag_ids AS tag_id
     WHERE ${condition}
     GROUP BY tagDefinitionId
     ORDER BY totalEngagement DESC, tagDefinitionId`,
    parameters,
  );
}

export interface RankedAdvertiser {
  readonly advertiserId: number;
  readonly adCount: number;
  readonly totalEngagement: number;
  /** Bit set of platforms; decode it with `platformsAmong`. */
  readonly platformBits: number;
}

const platforms = platform.options.toSorted();
const bits = platforms.map((_, place) => 2 ** place);

/** Platforms are aggregated as bits, because aggregating lists would take longer than everything else. */
export function topAdvertisers(clickhouse: ClickHouse, window: Window, today: string) {
  const { condition, parameters } = joinConditions(buildConditions(window), today);
  return clickhouse.read<RankedAdvertiser>(
    `SELECT advertiser_id AS advertiserId, count() AS adCount, ${totalEngagement} AS totalEngagement,
       groupBitOrArray(arrayMap(
         name -> transform(name, {platforms:Array(String)}, {bits:Array(UInt8)}, 0), platforms
       )) AS platformBits
     FROM trending_ads FINAL
     WHERE ${condition}
     GROUP BY advertiserId
     ORDER BY totalEngagement DESC, advertiserId
     LIMIT {limit:UInt32}`,
    { ...parameters, platforms, bits, limit: window.limit },
  );
}

export function platformsAmong(platformBits: number): Ad['platforms'] {
  return platforms.filter((_, place) => (platformBits & (2 ** place)) !== 0);
}
