import type { Matching } from '../ads/conditions.sql.ts';
import type { ReachedAd } from '../ads/launchMomentum.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

interface ReachedRow {
  readonly hash: string;
  readonly launchDay: number | null;
  readonly isEstimated: 0 | 1;
}

/** With a counted or estimated reach, the last launched first. */
export async function listReachedAds(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  until: string,
  limit: number,
): Promise<ReachedAd[]> {
  const rows = await clickhouse.read<ReachedRow>(
    `SELECT hash, toInt32(start_date) AS launchDay, ifNull(reach_kind, '') <> 'reported' AS isEstimated
     FROM ads FINAL
     WHERE ${condition} AND reach IS NOT NULL AND ifNull(reach_kind, '') <> 'range' AND first_day <= {until:Date32}
     ORDER BY first_day DESC, hash
     LIMIT {limit:UInt64}`,
    { ...parameters, until, limit },
  );
  return rows.map(({ hash, launchDay, isEstimated }) => ({
    hash,
    launchDay,
    isEstimated: isEstimated === 1,
  }));
}
