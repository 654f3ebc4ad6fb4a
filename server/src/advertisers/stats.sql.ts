import type { contract, OutputOf, Ad } from '@magpie/contract';
import {
  adScore,
  areDaysExact,
  clippedSum,
  daysRunningSql,
  isActive,
  seenRange,
  sumOf,
} from '../ads/adExpressions.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { TagDefinition } from '../ads/enrichment.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { PagesPage, TagChoice } from './selectedAds.ts';

const stats = `
       count() AS totalAds,
       ${clippedSum('reach')} AS totalReach,
       countIf(media_type = 'image') AS imageAds,
       countIf(media_type = 'video') AS videoAds,
       countIf(${isActive}) AS activeAds,
       avgOrNull(${daysRunningSql}) AS avgDaysRunning,
       if(count() = 0, NULL, if(min(${areDaysExact}), 'exact', 'atLeast')) AS avgDaysRunningKind`;

/** Whether an ad started within the last `days` days, including today. Future starts are excluded. */
export function launchedWithin(days: number): string {
  return `(first_day > {today:Date32} - ${days} AND first_day <= {today:Date32})`;
}

export function singleRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The query returned no row.');
  return row;
}

export type Breakdown<Part extends string = string> = readonly (readonly [part: Part, reach: number])[];

type Stats = OutputOf<typeof contract.brandSpy.getOverview>['stats'];

export interface OverviewRow extends Stats {
  readonly genders: Breakdown;
  readonly countries: Breakdown;
  readonly ages: Breakdown;
}

export async function readOverview(clickhouse: ClickHouse, { condition, parameters }: Matching) {
  const rows = await clickhouse.read<OverviewRow>(
    `SELECT ${stats},
       ${summed('reach_by_gender')} AS genders,
       ${summed('reach_by_country')} AS countries,
       ${summed('reach_by_age')} AS ages
     FROM ads FINAL
     WHERE ${condition}`,
    parameters,
  );
  return singleRow(rows);
}

/** Pairs, because objects sort numeric keys first. Floating point does not overflow. */
function summed(breakdown: string): string {
  return `CAST(sumMap(CAST(${breakdown}, 'Map(String, Float64)')), 'Array(Tuple(String, Float64))')`;
}

export type Totals = Pick<
  OutputOf<typeof contract.brandSpy.getHeader>,
  'totalAds' | 'totalReach' | 'activeAds' | 'platforms' | 'firstSeenAt' | 'lastSeenAt'
>;

export async function adTotals(clickhouse: ClickHouse, { condition, parameters }: Matching) {
  const rows = await clickhouse.read<Totals>(
    `SELECT
       count() AS totalAds,
       ${clippedSum('reach')} AS totalReach,
       countIf(${isActive}) AS activeAds,
       arraySort(groupUniqArrayArray(ads.platforms)) AS platforms,
       ${seenRange}
     FROM ads FINAL
     WHERE ${condition}`,
    parameters,
  );
  return singleRow(rows);
}

export type CountByValue<Value extends string> = Readonly<Partial<Record<Value, number>>>;

export interface AdCounts extends Stats {
  readonly medianDaysRunning: number;
  readonly launchedLast7Days: number;
  readonly launchedLast30Days: number;
  readonly launchedLast90Days: number;
  readonly publishedStarts: number;
  readonly publishedLast90Days: number;
  readonly formats: CountByValue<Ad['format']>;
  readonly platforms: CountByValue<Ad['platforms'][number]>;
  readonly languages: CountByValue<string>;
  readonly tags: CountByValue<string>;
}

export async function countAds(clickhouse: ClickHouse, { condition, parameters }: Matching) {
  const rows = await clickhouse.read<AdCounts>(
    `SELECT ${stats},
       quantileExactInclusive(0.5)(${daysRunningSql}) AS medianDaysRunning,
       countIf(${launchedWithin(7)}) AS launchedLast7Days,
       countIf(${launchedWithin(30)}) AS launchedLast30Days,
       countIf(${launchedWithin(90)}) AS launchedLast90Days,
       countIf(start_date IS NOT NULL) AS publishedStarts,
       countIf(start_date IS NOT NULL AND ${launchedWithin(90)}) AS publishedLast90Days,
       ${countByValue('[toString(format)]')} AS formats,
       ${countByValue('platforms')} AS platforms,
       ${countByValue("if(language IS NULL, [], [ifNull(toString(language), '')])")} AS languages,
       ${countByValue('tag_ids')} AS tags
     FROM ads FINAL
     WHERE ${condition}`,
    parameters,
  );
  return singleRow(rows);
}

function countByValue(values: string): string {
  return `sumMap(mapFromArrays(${values}, arrayMap(value -> toUInt64(1), ${values})))`;
}

/** Highest first. Sorting by the numerator gives the order of the share. */
const landingPageOrders: Readonly<Record<PagesPage['sortBy'], string>> = {
  adCount: 'adCount DESC',
  distribution: 'if(allReach = 0, toFloat64(adCount), pageReach) DESC',
};

type LandingPage = OutputOf<typeof contract.brandSpy.getLandingPages>['landingPages'][number];

export interface LandingPageRow extends Omit<LandingPage, 'url' | 'distribution' | 'totalReach'> {
  readonly page: string;
  readonly pageReach: number;
  readonly allAds: number;
  readonly allReach: number;
}

/** Ads without a known landing page are excluded. */
export function listLandingPages(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  { sortBy, ...page }: PagesPage,
) {
  return clickhouse.read<LandingPageRow & { readonly total: number }>(
    `SELECT
       assumeNotNull(landing_page) AS page,
       any(ifNull(landing_page_domain, '')) AS domain,
       count() AS adCount,
       countIf(${isActive}) AS activeAds,
       ${sumOf('reach')} AS pageReach,
       ${seenRange},
       count() OVER () AS total,
       sum(adCount) OVER () AS allAds,
       sum(pageReach) OVER () AS allReach
     FROM ads FINAL
     WHERE ${condition} AND landing_page IS NOT NULL
     GROUP BY page
     ORDER BY ${landingPageOrders[sortBy]}, page
     LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...parameters, ...page },
  );
}

/** Bayesian average: this many ads with the mean score are added to each tag, so that a single ad cannot lead the ranking. */
export const priorAds = 5;

type RankedTag = OutputOf<typeof contract.brandSpy.getTags>['tags'][number];

export interface RankedTagRow extends Omit<RankedTag, keyof TagDefinition | 'share'> {
  readonly tagDefinitionId: number;
}

/** Whole numbers, so that sums are exact in any order. */
const scoreHundredths = `toInt64(round(${adScore} * 100))`;

export function rankTags(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  { averageScore, ...chosen }: TagChoice,
) {
  return clickhouse.read<RankedTagRow & { readonly total: number }>(
    `SELECT
       tag AS tagDefinitionId,
       count() AS adCount,
       countIf(active) AS activeAds,
       ${clippedSum('people')} AS totalReach,
       avg(days) AS avgDaysRunning,
       if(min(exact), 'exact', 'atLeast') AS avgDaysRunningKind,
       round(sum(score) / count() / 100, 2) AS avgScore,
       round((sum(score) / 100 + ${priorAds} * {averageScore:Float64}) / (count() + ${priorAds}), 2) AS adjustedScore,
       arrayMap(ad -> ad.2, arraySlice(arraySort(groupArray((-score, ad_hash))), 1, 3)) AS sampleAds,
       count() OVER () AS total
     FROM (
       SELECT
         arrayJoin(tag_ids) AS tag, hash AS ad_hash, reach AS people,
         ${isActive} AS active, ${daysRunningSql} AS days, ${areDaysExact} AS exact, ${scoreHundredths} AS score
       FROM ads FINAL
       WHERE ${condition}
     )
     WHERE tag IN {tagIds:Array(UInt64)}
     GROUP BY tag
     ORDER BY adjustedScore DESC, adCount DESC, tag
     LIMIT {limit:UInt64}`,
    { ...parameters, ...chosen, averageScore },
  );
}

export async function getAverageScore(clickhouse: ClickHouse, { condition, parameters }: Matching) {
  const rows = await clickhouse.read<{ totalAds: number; averageScore: number | null }>(
    `SELECT count() AS totalAds, round(sumOrNull(${scoreHundredths}) / count() / 100, 2) AS averageScore FROM ads FINAL WHERE ${condition}`,
    parameters,
  );
  return singleRow(rows);
}
