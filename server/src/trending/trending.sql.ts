import { platform, type Ad, type contract, type ParsedInputOf } from '@magpie/contract';
import type { ClickHouse, Parameters } from '../kernel/clickhouse/clickhouse.ts';

/** What a leaderboard is narrowed by. */
export type Window = ParsedInputOf<typeof contract.trending.topTagsByEngagement>;

interface Matching {
  readonly condition: string;
  readonly parameters: Parameters;
}

/** The ads of today and the days before it. One whose start is still to come is not among them. */
function adsOf(window: Window, today: string): Matching {
  const conditions = ['day > {today:Date32} - {windowDays:UInt8}', 'day <= {today:Date32}'];
  if (window.country !== undefined) conditions.push('rank_country = {country:String}');
  if (window.platform !== undefined) conditions.push('has(platforms, {platform:String})');
  return { condition: conditions.join(' AND '), parameters: { ...window, today } };
}

/**
 * What is not known adds nothing. Whole numbers would wrap around where a sum is too large for them; as floating
 * point they are exact up to the bound, and stay above it.
 */
const totalEngagement = 'least(sum(toFloat64(ifNull(engagement, 0))), 9007199254740991.0)';

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
  const { condition, parameters } = adsOf(window, today);
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

export interface AdvertiserRow {
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
): Promise<AdvertiserRow[]> {
  const { condition, parameters } = adsOf(window, today);
  return clickhouse.read<AdvertiserRow>(
    `SELECT advertiser_id AS advertiserId, count() AS adCount, ${totalEngagement} AS totalEngagement,
       groupBitOrArray(arrayMap(
         name -> transform(name, {platforms:Array(String)}, {bits:Array(UInt8)}, 0), platforms
       )) AS platformBits
     FROM trending_ads FINAL
     WHERE ${condition}
     GROUP BY advertiserId
     ORDER BY totalEngagement DESC, advertiserId
     LIMIT {limit:UInt32}`,
    { ...parameters, platforms, bits },
  );
}

/** In the order of the alphabet. */
export function platformsAmong(platformBits: number): Ad['platforms'] {
  return platforms.filter((_, place) => (platformBits & (2 ** place)) !== 0);
}
