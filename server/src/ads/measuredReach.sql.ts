import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { inChunks } from './ads.sql.ts';

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
