import type { contract, OutputOf } from '@magpie/contract';
import type { Matching } from '../ads/conditions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { singleRow } from './onlyRow.ts';
import { stats } from './stats.sql.ts';

/** The reach of each part of the audience, by name. */
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
