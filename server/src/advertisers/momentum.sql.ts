import { inChunks } from '../ads/ads.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { ReachedAd } from './selectedAds.ts';

interface ReachedRow {
  readonly hash: string;
  readonly launchDay: number | null;
  readonly isEstimated: 0 | 1;
}

/** With a known reach, the last launched first. */
export async function listReachedAds(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  until: string,
  limit: number,
): Promise<ReachedAd[]> {
  const rows = await clickhouse.read<ReachedRow>(
    `SELECT hash, toInt32(start_date) AS launchDay, ifNull(reach_kind, '') <> 'reported' AS isEstimated
     FROM ads FINAL
     WHERE ${condition} AND reach IS NOT NULL AND first_day <= {until:Date32}
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

export interface MeasuredReach {
  readonly hash: string;
  /** 0 for the first span. */
  readonly span: number;
  readonly reach: number;
}

export interface MeasuredSpans {
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

/** The last measured reach of each ad in each span. */
export function readMeasuredReach(
  clickhouse: ClickHouse,
  hashes: readonly string[],
  spans: MeasuredSpans,
): Promise<MeasuredReach[]> {
  return inChunks(hashes, (part) =>
    clickhouse.read<MeasuredReach>(
      `SELECT hash, intDiv(dateDiff('day', {from:Date32}, toDate32(captured_at)), {days:UInt8}) AS span,
         argMax(assumeNotNull(snapshots.reach), captured_at) AS reach
       FROM snapshots FINAL
       WHERE hash IN {hashes:Array(FixedString(32))} AND snapshots.reach IS NOT NULL
         AND captured_at >= toDateTime64({from:Date32}, 3, 'UTC')
         AND captured_at < toDateTime64({to:Date32} + 1, 3, 'UTC')
       GROUP BY hash, span`,
      { hashes: part, ...spans },
    ),
  );
}
