import { platform, type Ad, type contract, type ParsedInputOf } from '@magpie/contract';
import { minCount, type Shares, unknownRise } from '../ads/momentum.ts';
import { joinConditions, type SqlCondition } from '../ads/conditions.sql.ts';
import { clippedSum } from '../ads/adExpressions.sql.ts';
import { inChunks } from '../ads/ads.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

type Question = ParsedInputOf<typeof contract.trending.topAdvertisers>;
export type Window = Omit<Question, 'sortBy'>;
export type SortedWindow = Question;

/** The ads of the last days including today, without future starts. */
function* buildConditions({ windowDays, country, platform: on }: Window): Iterable<SqlCondition> {
  yield ['day > {today:Date32} - {windowDays:UInt8} AND day <= {today:Date32}', { windowDays }];
  yield* groupConditions({ country, platform: on });
}

export function* groupConditions({
  country,
  platform: on,
}: Pick<Window, 'country' | 'platform'>): Iterable<SqlCondition> {
  if (country !== undefined) yield ['rank_country = {country:String}', { country }];
  if (on !== undefined) yield ['has(platforms, {platform:String})', { platform: on }];
}

const totalEngagement = clippedSum('engagement');

export interface TagEngagement {
  readonly tagDefinitionId: number;
  readonly adCount: number;
  /** Ads whose start a source states; the others count on the day of their first sighting. */
  readonly starts: number;
  readonly totalEngagement: number;
}

/** All tags, because retired ones are filtered later. UInt16 is grouped without hashing, which is 20% faster. */
export function rankedTags(clickhouse: ClickHouse, window: Window, today: string) {
  const { condition, parameters } = joinConditions(buildConditions(window), today);
  return clickhouse.read<TagEngagement>(
    `SELECT toUInt16(tag_id) AS tagDefinitionId, count() AS adCount, sum(has_start) AS starts,
       ${totalEngagement} AS totalEngagement
     FROM trending_ads FINAL
     ARRAY JOIN tag_ids AS tag_id
     WHERE ${condition}
     GROUP BY tagDefinitionId
     ORDER BY totalEngagement DESC, tagDefinitionId`,
    parameters,
  );
}

export interface DayRange {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

export type AdCounts = Pick<TagEngagement, 'adCount' | 'starts'>;

export async function countTags(clickhouse: ClickHouse, window: Window, { from, to }: DayRange) {
  const days: SqlCondition = ['day BETWEEN {from:Date32} AND {to:Date32}', { from, to }];
  const { condition, parameters } = joinConditions([days, ...groupConditions(window)], to);
  const rows = await clickhouse.read<AdCounts & Pick<TagEngagement, 'tagDefinitionId'>>(
    `SELECT toUInt16(tag_id) AS tagDefinitionId, count() AS adCount, sum(has_start) AS starts
     FROM trending_ads FINAL
     ARRAY JOIN tag_ids AS tag_id
     WHERE ${condition}
     GROUP BY tagDefinitionId`,
    parameters,
  );
  return new Map(rows.map(({ tagDefinitionId, ...counts }) => [tagDefinitionId, counts]));
}

export interface RankedAdvertiser {
  readonly advertiserId: number;
  readonly adCount: number;
  /** Ads whose start a source states. */
  readonly starts: number;
  readonly totalEngagement: number;
  /** Bit set of platforms; decode it with `platformsAmong`. */
  readonly platformBits: number;
}

export const platforms = platform.options.toSorted();
export const bits = platforms.map((_, place) => 2 ** place);
export const bitsOfAd =
  'arrayMap(name -> transform(name, {platforms:Array(String)}, {bits:Array(UInt8)}, 0), platforms)';

/** Platforms are aggregated as bits, because aggregating lists would take longer than everything else. */
export function topAdvertisers(clickhouse: ClickHouse, window: Window, today: string) {
  const { condition, parameters } = joinConditions(buildConditions(window), today);
  return clickhouse.read<RankedAdvertiser>(
    `SELECT advertiser_id AS advertiserId, count() AS adCount, sum(has_start) AS starts,
       ${totalEngagement} AS totalEngagement,
       groupBitOrArray(${bitsOfAd}) AS platformBits
     FROM trending_ads FINAL
     WHERE ${condition}
     GROUP BY advertiserId
     ORDER BY totalEngagement DESC, advertiserId
     LIMIT {limit:UInt32}`,
    { ...parameters, platforms, bits, limit: window.limit },
  );
}

/** The launches of two spans whose day a source states. */
export interface Launches extends Shares {
  /** In the spans before them; null if they are not known. */
  readonly earlier: number | null;
  /** Ads of both spans of which no source states it. */
  readonly notUsed: number;
}

type RisingRow = Omit<RankedAdvertiser, 'starts'> &
  Readonly<Record<'notUsed' | 'earlier' | keyof Shares, number>>;

interface ComparedDays {
  readonly before: DayRange;
  /** The days of earlier spans; null if there are none. */
  readonly base: DayRange | null;
}

/** The clearest rise of the share of all launches first, by the formula of `measureRise`. */
export async function risingAdvertisers(
  clickhouse: ClickHouse,
  window: Window,
  { before, base }: ComparedDays,
  today: string,
): Promise<(RankedAdvertiser & { readonly shares: Launches })[]> {
  const from = base?.from ?? before.from;
  const days: SqlCondition = ['day BETWEEN {from:Date32} AND {today:Date32}', { from }];
  const { condition, parameters } = joinConditions([days, ...groupConditions(window)], today);
  const rows = await clickhouse.read<RisingRow>(
    `SELECT advertiserId, adCount, totalEngagement, platformBits, now, before, earlier, notUsed, allNow, allBefore,
       allNow / (allNow + allBefore) AS expected, now + before AS total,
       if(allNow > 0 AND allBefore > 0 AND total >= {minCount:UInt32},
         (now - total * expected) / sqrt(total * expected * (1 - expected)), {unknownRise:Float64}) AS rise
     FROM (
       SELECT advertiser_id AS advertiserId, countIf(isNow) AS adCount,
         countIf(isNow AND has_start) AS now, countIf(isBefore AND has_start) AS before,
         countIf(NOT isNow AND NOT isBefore AND has_start) AS earlier,
         countIf((isNow OR isBefore) AND NOT has_start) AS notUsed,
         ${clippedSum('if(isNow, engagement, NULL)')} AS totalEngagement,
         groupBitOrArray(if(isNow, ${bitsOfAd}, [])) AS platformBits,
         sum(now) OVER () AS allNow, sum(before) OVER () AS allBefore
       FROM (
         SELECT advertiser_id, engagement, platforms, has_start,
           day > {today:Date32} - {windowDays:UInt8} AS isNow, day >= {beforeFrom:Date32} AND NOT isNow AS isBefore
         FROM trending_ads FINAL
         WHERE ${condition}
       )
       GROUP BY advertiserId
     )
     WHERE adCount > 0
     ORDER BY rise DESC, totalEngagement DESC, advertiserId
     LIMIT {limit:UInt32}`,
    {
      ...parameters,
      platforms,
      bits,
      minCount,
      unknownRise,
      beforeFrom: before.from,
      windowDays: window.windowDays,
      limit: window.limit,
    },
  );
  return rows.map(({ now, before: launchedBefore, earlier, notUsed, allNow, allBefore, ...row }) => {
    const known = { now, before: launchedBefore, notUsed, allNow, allBefore };
    const shares = Object.assign(known, { earlier: base === null ? null : earlier });
    return {
      advertiserId: row.advertiserId,
      adCount: row.adCount,
      starts: now,
      totalEngagement: row.totalEngagement,
      platformBits: row.platformBits,
      shares,
    };
  });
}

/** Advertisers without ads in their totals are in no list. */
export function namesOfListed(clickhouse: ClickHouse, ids: readonly number[]) {
  return inChunks(ids, (part) =>
    clickhouse.read<{ advertiserId: number; name: string }>(
      `SELECT advertiser_id AS advertiserId, name FROM advertiser_totals FINAL
       WHERE advertiser_id IN {ids:Array(UInt64)} AND ads > 0`,
      { ids: part },
    ),
  );
}

export function platformsAmong(platformBits: number): Ad['platforms'] {
  return platforms.filter((_, place) => (platformBits & (2 ** place)) !== 0);
}

export function bitOfPlatform(on: Ad['platforms'][number]): number {
  return 2 ** platforms.indexOf(on);
}

const historyKeys = {
  tagDefinitionIds: { key: 'toUInt64(tag_id)', join: 'ARRAY JOIN tag_ids AS tag_id' },
  advertiserIds: { key: 'advertiser_id', join: '' },
} as const;

type HistoryKey = keyof typeof historyKeys;

export interface HistoryRow {
  readonly id: number;
  /** Days since the first one, and the ads of each. */
  readonly days: readonly (readonly [day: number, ads: number])[];
  /** Of these ads. */
  readonly publishedStarts: number;
  /** Of the window, most engagement first. */
  readonly best: readonly string[];
}

export interface HistoryQuery extends Pick<Window, 'country' | 'platform'>, DayRange {
  readonly key: HistoryKey;
  readonly ids: readonly number[];
  /** The first day of the window. */
  readonly windowFrom: string;
}

export function readHistory(
  clickhouse: ClickHouse,
  { key, ids, from, to, windowFrom, ...rest }: HistoryQuery,
) {
  const days: SqlCondition = ['day BETWEEN {from:Date32} AND {to:Date32}', { from, to }];
  const { condition, parameters } = joinConditions([days, ...groupConditions(rest)], to);
  const source = historyKeys[key];
  return clickhouse.read<HistoryRow>(
    `SELECT id, arraySort(groupArray((place, ads))) AS days, sum(starts) AS publishedStarts,
       arrayMap(each -> each.3, arraySlice(arraySort(arrayFlatten(groupArray(best))), 1, 3)) AS best
     FROM (
       SELECT ${source.key} AS id, dateDiff('day', {from:Date32}, day) AS place, count() AS ads,
         sum(has_start) AS starts,
         groupArraySortedIf(3)((-toFloat64(ifNull(engagement, 0)), engagement IS NULL, hash), day >= {windowFrom:Date32})
           AS best
       FROM trending_ads FINAL
       ${source.join}
       WHERE ${condition} AND id IN {ids:Array(UInt64)}
       GROUP BY id, place
     )
     GROUP BY id`,
    { ...parameters, ids, windowFrom },
  );
}

export interface CountedAds {
  readonly ads: number;
  readonly publishedStarts: number;
}

export async function countLaunched(clickhouse: ClickHouse, today: string, windowDays: number) {
  const { condition, parameters } = joinConditions(buildConditions({ windowDays, limit: 1 }), today);
  const [row] = await clickhouse.read<CountedAds>(
    `SELECT count() AS ads, sum(has_start) AS publishedStarts
     FROM trending_ads FINAL
     WHERE ${condition}`,
    parameters,
  );
  return row ?? { ads: 0, publishedStarts: 0 };
}

/** Ads with any of the tags, each once. */
export async function countTaggedAds(
  clickhouse: ClickHouse,
  { ids, from, to, ...rest }: Omit<HistoryQuery, 'key' | 'windowFrom'>,
): Promise<CountedAds> {
  const days: SqlCondition = ['day BETWEEN {from:Date32} AND {to:Date32}', { from, to }];
  const { condition, parameters } = joinConditions([days, ...groupConditions(rest)], to);
  const [row] = await clickhouse.read<CountedAds>(
    `SELECT count() AS ads, sum(has_start) AS publishedStarts
     FROM trending_ads FINAL
     WHERE ${condition} AND hasAny(tag_ids, {ids:Array(UInt64)})`,
    { ...parameters, ids },
  );
  return row ?? { ads: 0, publishedStarts: 0 };
}

export interface ShownAd {
  readonly hash: string;
  readonly headline: string | null;
  readonly thumbnailUrl: string | null;
}

export function readShownAds(clickhouse: ClickHouse, hashes: readonly string[]) {
  return inChunks(hashes, (part) =>
    clickhouse.read<ShownAd>(
      `SELECT hash, nullIf(arrayElement(headlines, 1), '') AS headline, thumbnail_url AS thumbnailUrl
       FROM ads FINAL
       WHERE hash IN {hashes:Array(FixedString(32))}`,
      { hashes: part },
    ),
  );
}

/** Earlier by a span in which a row that has its time becomes visible. By the engine's clock, which sets the time. */
export async function startOfReading(clickhouse: ClickHouse) {
  const [row] = await clickhouse.read<{ at: string }>('SELECT now64(3) - INTERVAL 2 MINUTE AS at');
  return new Date(row?.at ?? 0);
}

export interface DayState {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Rows, of which some may be replaced. */
  readonly ads: number;
  readonly isChanged: boolean;
}

export function listDays(clickhouse: ClickHouse, from: string, since: Date) {
  return clickhouse.read<DayState>(
    `SELECT day, count() AS ads, toBool(max(written_at) >= {since:DateTime64(3)}) AS isChanged
     FROM trending_ads
     WHERE day >= {from:Date32}
     GROUP BY day`,
    { from, since },
  );
}

/** The ads of a day that have a country and a set of platforms in common, by tag or advertiser. */
export interface GroupRow {
  readonly day: string;
  readonly country: string | null;
  readonly platformBits: number;
  readonly keys: number[];
  readonly ads: number[];
  readonly starts: number[];
  readonly engagement: number[];
}

const keySources = {
  tags: { key: 'toUInt16(tag_id)', join: 'ARRAY JOIN tag_ids AS tag_id' },
  advertisers: { key: 'advertiser_id', join: '' },
} as const;

export type Keyed = keyof typeof keySources;

export function readGroups(clickhouse: ClickHouse, keyed: Keyed, days: readonly string[]) {
  const { key, join } = keySources[keyed];
  return clickhouse.read<GroupRow>(
    `SELECT day, rank_country AS country, platformBits, groupArray(key) AS keys, groupArray(adCount) AS ads,
       groupArray(startCount) AS starts, groupArray(total) AS engagement
     FROM (
       SELECT day, rank_country, arrayReduce('groupBitOr', ${bitsOfAd}) AS platformBits, ${key} AS key,
         count() AS adCount, sum(has_start) AS startCount, ${totalEngagement} AS total
       FROM trending_ads FINAL
       ${join}
       WHERE day IN {days:Array(Date32)}
       GROUP BY day, rank_country, platformBits, key
     )
     GROUP BY day, country, platformBits`,
    { days, platforms, bits },
  );
}
