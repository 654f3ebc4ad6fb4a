import type { Ad } from '@magpie/contract';
import { daysRunning } from '../ads/adExpressions.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { launchedWithin } from './launchedWithin.sql.ts';
import { stats } from './stats.sql.ts';

/** How many ads have each value. */
export type Tally<Value extends string> = Readonly<Partial<Record<Value, number>>>;

export interface Counted {
  readonly advertiserId: number;
  readonly totalAds: number;
  readonly totalReach: number;
  readonly imageAds: number;
  readonly videoAds: number;
  readonly activeAds: number;
  readonly avgDaysRunning: number | null;
  readonly medianDaysRunning: number;
  readonly launchedLast7Days: number;
  readonly launchedLast30Days: number;
  readonly launchedLast90Days: number;
  readonly formats: Tally<Ad['format']>;
  readonly platforms: Tally<Ad['platforms'][number]>;
  readonly languages: Tally<string>;
  /** By the id of the tag. */
  readonly tags: Tally<string>;
}

/** The ads of each of these advertisers, counted in one reading of them; one without an ad is left out. */
export function tallyAdsOf(
  clickhouse: ClickHouse,
  advertiserIds: readonly number[],
  { condition, parameters }: Matching,
): Promise<Counted[]> {
  return clickhouse.read<Counted>(
    `SELECT
       advertiser_id AS advertiserId,${stats},
       quantileExactInclusive(0.5)(${daysRunning}) AS medianDaysRunning,
       countIf(${launchedWithin(7)}) AS launchedLast7Days,
       countIf(${launchedWithin(30)}) AS launchedLast30Days,
       countIf(${launchedWithin(90)}) AS launchedLast90Days,
       ${tallyOf('[toString(format)]')} AS formats,
       ${tallyOf('platforms')} AS platforms,
       ${tallyOf("if(language IS NULL, [], [ifNull(toString(language), '')])")} AS languages,
       ${tallyOf('tag_ids')} AS tags
     FROM ads FINAL
     WHERE advertiser_id IN {advertiserIds:Array(UInt64)} AND ${condition}
     GROUP BY advertiser_id`,
    { ...parameters, advertiserIds },
  );
}

function tallyOf(values: string): string {
  return `sumMap(mapFromArrays(${values}, arrayMap(value -> toUInt64(1), ${values})))`;
}
