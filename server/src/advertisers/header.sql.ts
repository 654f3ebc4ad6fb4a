import type { contract, OutputOf } from '@magpie/contract';
import { isActive, clippedSum } from '../ads/adExpressions.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { singleRow } from './onlyRow.ts';

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
