import type { contract, OutputOf } from '@magpie/contract';
import type { Matching } from '../ads/conditions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { onlyRow } from './onlyRow.ts';
import { stats } from './stats.sql.ts';

/** The parts of an audience by name, each with the people reached. */
export type Breakdown<Part extends string = string> = readonly (readonly [part: Part, reach: number])[];

type Stats = OutputOf<typeof contract.brandSpy.getOverview>['stats'];

export interface OverviewRow extends Stats {
  readonly genders: Breakdown;
  readonly countries: Breakdown;
  readonly ages: Breakdown;
}

export async function overviewOf(
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
  return onlyRow(rows);
}

/** Pairs, because an object would put parts whose names are numbers first. Floating point does not wrap around. */
function summed(breakdown: string): string {
  return `CAST(sumMap(CAST(${breakdown}, 'Map(String, Float64)')), 'Array(Tuple(String, Float64))')`;
}
