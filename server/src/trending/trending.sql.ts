import { platform, type Ad, type contract, type ParsedInputOf } from '@magpie/contract';
import { allOf, type Condition, type Matching } from '../ads/conditions.sql.ts';
import { clippedSum } from '../ads/sums.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

/** What a leaderboard is narrowed by. */
export type Window = ParsedInputOf<typeof contract.trending.topTagsByEngagement>;

/** The ads of today and the days before it. One whose start is still to come is not among them. */
function adsIn(window: Window, today: string): Matching {
  return allOf(conditionsOf(window), today);
}

function* conditionsOf({ windowDays, country, platform: on }: Window): Iterable<Condition> {
  yield ['day > {today:Date32} - {windowDays:UInt8} AND day <= {today:Date32}', { windowDays }];
  if (country !== undefined) yield ['rank_country = {country:String}', { country }];
  if (on !== undefined) yield ['has(platforms, {platform:String})', { platform: on }];
}

const totalEngagement = clippedSum('engagement');

export interface TagRow {
  readonly tagDefinitionId: number;
  readonly adCount: number;
  readonly totalEngagement: number;
}

/**
 * All tags, a few hundred: which of them are still told is not known here. Their ids are small, and numbers of two
 * bytes are grouped without hashing, which takes a fifth off.
 */
export function rankedTags(clickhouse: ClickHouse, window: Window, today: string): Promise<TagRow[]> {
  const { condition, parameters } = adsIn(window, today);
  return clickhouse.read<TagRow>(
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
  /** Which of the platforms the ads run on, as `platformsAmong` reads it. */
  readonly platformBits: number;
}

const platforms = platform.options.toSorted();
const bits = platforms.map((_, place) => 2 ** place);

/** Platforms are gathered as bits: as lists, that alone would take longer than all the rest. */
export function topAdvertisers(
  clickhouse: ClickHouse,
  window: Window,
  today: string,
): Promise<RankedAdvertiser[]> {
  const { condition, parameters } = adsIn(window, today);
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

/** In the order of the alphabet. */
export function platformsAmong(platformBits: number): Ad['platforms'] {
  return platforms.filter((_, place) => (platformBits & (2 ** place)) !== 0);
}
