import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import { readMark, writeMark } from './marks.sql.ts';
import { countTotalsSince } from './totals.sql.ts';

const mark = 'totals';
/** A row is dated before it is written, and the write may wait for others. */
const overlapMilliseconds = 10 * 60_000;

/** Brings what advertisers come to up to date with everything recorded since it last ended. */
export async function refreshTotals(clickhouse: ClickHouse): Promise<void> {
  const startedAt = new Date();
  const at = await readMark(clickhouse, mark);
  await countTotalsSince(clickhouse, new Date(at === null ? 0 : Date.parse(at) - overlapMilliseconds));
  await writeMark(clickhouse, mark, startedAt);
}
