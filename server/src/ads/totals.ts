import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { recordedSince, writeMarker } from './progressMarkers.sql.ts';
import { countTotalsSince, hasAdsSince } from './totals.sql.ts';

const mark = 'totals';

/** Brings what advertisers come to up to date with everything recorded since it last ended. Whether there was anything. */
export async function refreshTotals(clickhouse: ClickHouse): Promise<boolean> {
  const startedAt = new Date();
  const since = await recordedSince(clickhouse, mark);
  if (!(await hasAdsSince(clickhouse, since))) return false;
  await countTotalsSince(clickhouse, since);
  await writeMarker(clickhouse, mark, startedAt);
  return true;
}
