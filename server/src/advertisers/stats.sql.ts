import { daysRunning, isActive, firstDay, clippedSum } from '../ads/adExpressions.sql.ts';
import type { contract, OutputOf } from '@magpie/contract';
import type { Matching } from '../ads/conditions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

/** The aggregate columns of the API object `stats`. */
export const stats = `
       count() AS totalAds,
       ${clippedSum('reach')} AS totalReach,
       countIf(media_type = 'image') AS imageAds,
       countIf(media_type = 'video') AS videoAds,
       countIf(${isActive}) AS activeAds,
       avgOrNull(${daysRunning}) AS avgDaysRunning`;

/** Whether an ad started within the last `days` days, including today. Future starts are excluded. */
export function launchedWithin(days: number): string {
  return `(${firstDay} > {today:Date32} - ${days} AND ${firstDay} <= {today:Date32})`;
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

export async function readOverview(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
): Promise<OverviewRow> {
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

type Totals = Pick<
  OutputOf<typeof contract.brandSpy.getHeader>,
  'totalAds' | 'totalReach' | 'activeAds' | 'platforms' | 'firstSeenAt' | 'lastSeenAt'
>;

export async function adTotals(clickhouse: ClickHouse, { condition, parameters }: Matching): Promise<Totals> {
  const rows = await clickhouse.read<Totals>(
    `SELECT
       count() AS totalAds,
       ${clippedSum('reach')} AS totalReach,
       countIf(${isActive}) AS activeAds,
       arraySort(groupUniqArrayArray(ads.platforms)) AS platforms,
       minOrNull(first_seen_at) AS firstSeenAt,
       maxOrNull(last_seen_at) AS lastSeenAt
     FROM ads FINAL
     WHERE ${condition}`,
    parameters,
  );
  return singleRow(rows);
}
