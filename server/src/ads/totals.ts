import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { recordedSince, writeMarker } from './progressMarkers.sql.ts';
import { countTotalsSince, hasAdsSince } from './totals.sql.ts';

const marker = 'totals';

/** Updates the totals of all advertisers with ads recorded since the last run. Returns whether there were any. */
export async function refreshTotals(clickhouse: ClickHouse): Promise<boolean> {
  const startedAt = new Date();
  const since = await recordedSince(clickhouse, marker);
  if (!(await hasAdsSince(clickhouse, since))) return false;
  await countTotalsSince(clickhouse, since);
  await writeMarker(clickhouse, marker, startedAt);
  return true;
}
