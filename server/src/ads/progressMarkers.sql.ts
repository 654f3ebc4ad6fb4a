import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

/** The time up to which this task has processed all recordings; null if it never ran. */
export async function readMarker(clickhouse: ClickHouse, name: string) {
  const [row] = await clickhouse.read<{ at: string }>(
    'SELECT at FROM marks FINAL WHERE name = {name:String}',
    { name },
  );
  return row?.at ?? null;
}

/** The time of the last removal of ads. Incremental readers have to start over after it. */
export const removalMarker = 'removal';

/** A row gets its timestamp before it is written, and the write may be delayed. */
export const overlapMilliseconds = 10 * 60_000;

export async function recordedSince(clickhouse: ClickHouse, name: string): Promise<Date> {
  const at = await readMarker(clickhouse, name);
  return new Date(at === null ? 0 : Date.parse(at) - overlapMilliseconds);
}

export async function writeMarker(clickhouse: ClickHouse, name: string, at: Date) {
  await clickhouse.insert('marks', [{ name, at }]);
}

export async function hasOtherAds(clickhouse: ClickHouse, source: string) {
  const rows = await clickhouse.read(
    'SELECT 1 FROM ads WHERE is_deleted = 0 AND NOT has(sources, {source:String}) LIMIT 1',
    { source },
  );
  return rows.length > 0;
}
