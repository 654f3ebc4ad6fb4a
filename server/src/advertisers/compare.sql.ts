import type { Ad } from '@magpie/contract';
import { daysRunning } from '../ads/adExpressions.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { launchedWithin, stats } from './stats.sql.ts';

export type CountByValue<Value extends string> = Readonly<Partial<Record<Value, number>>>;

export interface AdCounts {
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
  readonly formats: CountByValue<Ad['format']>;
  readonly platforms: CountByValue<Ad['platforms'][number]>;
  readonly languages: CountByValue<string>;
  /** By tag id. */
  readonly tags: CountByValue<string>;
}

/** Counts the ads of these advertisers in one query; advertisers without ads are absent. */
export function countAdsByAdvertiser(
  clickhouse: ClickHouse,
  advertiserIds: readonly number[],
  { condition, parameters }: Matching,
): Promise<AdCounts[]> {
  return clickhouse.read<AdCounts>(
    `SELECT
       advertiser_id AS advertiserId,${stats},
       quantileExactInclusive(0.5)(${daysRunning}) AS medianDaysRunning,
       countIf(${launchedWithin(7)}) AS launchedLast7Days,
       countIf(${launchedWithin(30)}) AS launchedLast30Days,
       countIf(${launchedWithin(90)}) AS launchedLast90Days,
       ${countByValue('[toString(format)]')} AS formats,
       ${countByValue('platforms')} AS platforms,
       ${countByValue("if(language IS NULL, [], [ifNull(toString(language), '')])")} AS languages,
       ${countByValue('tag_ids')} AS tags
     FROM ads FINAL
     WHERE advertiser_id IN {advertiserIds:Array(UInt64)} AND ${condition}
     GROUP BY advertiser_id`,
    { ...parameters, advertiserIds },
  );
}

function countByValue(values: string): string {
  return `sumMap(mapFromArrays(${values}, arrayMap(value -> toUInt64(1), ${values})))`;
}
