import { joinConditions, type SqlCondition } from '../ads/conditions.sql.ts';
import { libraryOfAd } from '../ads/coverage.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { maxWindowDays } from './changedDays.ts';
import { bits, bitsOfAd, type DayRange, groupConditions, platforms, type Window } from './trending.sql.ts';

/** The ids of the tags of each axis. */
export interface Axes {
  readonly angles: readonly number[];
  readonly offers: readonly number[];
}

/** In place of a tag: all ads. */
export const anyTag = 0;
/** In place of a tag: ads without a tag of the axis. Above all ids of tags. */
export const noTag = 2 ** 16;

export interface PairCount {
  /** Launched before the window. */
  readonly isBefore: boolean;
  /** Ids of tags, `anyTag` or `noTag`. */
  readonly angle: number;
  readonly offer: number;
  readonly advertisers: number;
  readonly ads: number;
  /** Those whose start a source states. */
  readonly starts: number;
}

export interface Selection extends Pick<Window, 'country' | 'platform'> {
  readonly window: DayRange;
  readonly before: DayRange | null;
  readonly members: Members;
}

/** Which advertisers: those with any of the categories, or those with these ids. */
export type Members = { readonly categories: readonly string[] } | { readonly ids: readonly number[] };

function* selectionConditions({ window, before, members, ...group }: Selection): Iterable<SqlCondition> {
  yield [
    'day BETWEEN {from:Date32} AND {to:Date32}',
    { from: before === null ? window.from : before.from, to: window.to },
  ];
  yield 'ids' in members
    ? ['advertiser_id IN {ids:Array(UInt64)}', { ids: members.ids }]
    : [
        `advertiser_id GLOBAL IN (
           SELECT advertiser_id FROM advertisers FINAL WHERE hasAny(categories, {categories:Array(String)})
         )`,
        { categories: members.categories },
      ];
  yield* groupConditions(group);
}

function tagsOfAxis(axis: keyof Axes): string {
  return `arrayFilter(tag -> has({${axis}:Array(UInt32)}, tag), tag_ids)`;
}

/** Each ad counts for all ads and for each of its tags, or as one without a tag. */
function joinedTags(axis: keyof Axes): string {
  return `arrayJoin(arrayConcat([${anyTag}], if(empty(${tagsOfAxis(axis)}), [${noTag}], ${tagsOfAxis(axis)})))`;
}

export function countPairs(clickhouse: ClickHouse, axes: Axes, selection: Selection): Promise<PairCount[]> {
  const { window } = selection;
  const { condition, parameters } = joinConditions(selectionConditions(selection), window.to);
  return clickhouse.read<PairCount>(
    `SELECT toBool(day < {windowFrom:Date32}) AS isBefore, ${joinedTags('angles')} AS angle,
       ${joinedTags('offers')} AS offer, uniqExact(advertiser_id) AS advertisers, count() AS ads,
       sum(has_start) AS starts
     FROM trending_ads FINAL
     WHERE ${condition}
     GROUP BY isBefore, angle, offer`,
    { ...parameters, ...axes, windowFrom: window.from },
  );
}

const isRecent = 'first_day > {today:Date32} - {maxDays:UInt8}';

/** Of the recent ads of the advertisers with selected ads. */
export async function listLibraries(clickhouse: ClickHouse, selection: Selection) {
  const { condition, parameters } = joinConditions(selectionConditions(selection), selection.window.to);
  const rows = await clickhouse.read<{ library: string }>(
    `SELECT DISTINCT ${libraryOfAd} AS library
     FROM ads FINAL
     WHERE ${isRecent}
       AND advertiser_id GLOBAL IN (SELECT advertiser_id FROM trending_ads FINAL WHERE ${condition})`,
    { ...parameters, maxDays: maxWindowDays },
  );
  return rows.map(({ library }) => library);
}

export interface AdvertiserGroup {
  readonly name: string;
  readonly advertiserIds: readonly number[];
}

export function listAdvertisersByLibrary(clickhouse: ClickHouse, today: string) {
  return clickhouse.read<AdvertiserGroup>(
    `SELECT ${libraryOfAd} AS name, groupUniqArray(advertiser_id) AS advertiserIds
     FROM ads FINAL
     WHERE ${isRecent}
     GROUP BY name`,
    { today, maxDays: maxWindowDays },
  );
}

export function listAdvertisersByCategory(clickhouse: ClickHouse) {
  return clickhouse.read<AdvertiserGroup>(
    `SELECT arrayJoin(categories) AS name, groupArray(advertiser_id) AS advertiserIds
     FROM advertisers FINAL
     WHERE notEmpty(categories)
     GROUP BY name`,
  );
}

export async function listCategories(clickhouse: ClickHouse) {
  const rows = await clickhouse.read<{ name: string }>(
    'SELECT DISTINCT arrayJoin(categories) AS name FROM advertisers FINAL',
  );
  return rows.map(({ name }) => name);
}

export interface CategoryCount {
  readonly category: string;
  readonly advertisers: number;
}

/** Of advertisers with recent ads, those with the most advertisers first. */
export function countCategories(clickhouse: ClickHouse, today: string) {
  return clickhouse.read<CategoryCount>(
    `SELECT arrayJoin(categories) AS category, count() AS advertisers
     FROM advertisers FINAL
     WHERE notEmpty(categories) AND advertiser_id GLOBAL IN (
       SELECT advertiser_id FROM trending_ads FINAL
       WHERE day > {today:Date32} - {maxDays:UInt8} AND day <= {today:Date32}
     )
     GROUP BY category
     ORDER BY advertisers DESC, category`,
    { today, maxDays: maxWindowDays },
  );
}

/** The ads of a day that have a country, a set of platforms and the tags of both axes in common. */
export interface TaggedRow {
  readonly day: string;
  readonly country: string | null;
  readonly platformBits: number;
  readonly tagIds: readonly number[];
  readonly advertiserIds: readonly number[];
  readonly ads: readonly number[];
  readonly starts: readonly number[];
}

export function readTagged(clickhouse: ClickHouse, { angles, offers }: Axes, days: readonly string[]) {
  return clickhouse.read<TaggedRow>(
    `SELECT day, country, platformBits, tagIds, groupArray(advertiser_id) AS advertiserIds, groupArray(adCount) AS ads,
       groupArray(startCount) AS starts
     FROM (
       SELECT day, rank_country AS country, arrayReduce('groupBitOr', ${bitsOfAd}) AS platformBits,
         arraySort(arrayFilter(tag -> has({tags:Array(UInt32)}, tag), tag_ids)) AS tagIds, advertiser_id,
         count() AS adCount, sum(has_start) AS startCount
       FROM trending_ads FINAL
       WHERE day IN {days:Array(Date32)}
       GROUP BY day, country, platformBits, tagIds, advertiser_id
     )
     GROUP BY day, country, platformBits, tagIds`,
    { days, platforms, bits, tags: [...angles, ...offers] },
  );
}
