import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { historiesBy } from '../changes.sql.ts';

export interface HistoryRow {
  readonly hash: string;
  /** See `statusChangeCode`. */
  readonly seen_turns: number[];
  /** In order. */
  readonly news: [order: number, day: string, field: string, value: string][];
}

export function readHistories(clickhouse: ClickHouse, advertiserId: number) {
  return clickhouse.read<HistoryRow>(
    `SELECT ad AS hash, seen_turns, news FROM (${historiesBy('toString(hash)')})`,
    { advertiserId },
  );
}
