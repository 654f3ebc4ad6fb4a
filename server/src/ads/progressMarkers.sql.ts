import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

/** Up to when work of this name has dealt with everything recorded; null when it never has. */
export async function readMarker(clickhouse: ClickHouse, name: string): Promise<string | null> {
  const [row] = await clickhouse.read<{ at: string }>(
    'SELECT at FROM marks FINAL WHERE name = {name:String}',
    { name },
  );
  return row?.at ?? null;
}

/** When ads were last removed: whoever reads only what is new has to begin again. */
export const removalMarker = 'removal';

/** A row is dated before it is written, and the write may wait for others. */
const overlapMilliseconds = 10 * 60_000;

/** From when on work of this name may not have dealt with what was recorded. */
export async function recordedSince(clickhouse: ClickHouse, name: string): Promise<Date> {
  const at = await readMarker(clickhouse, name);
  return new Date(at === null ? 0 : Date.parse(at) - overlapMilliseconds);
}

export async function writeMarker(clickhouse: ClickHouse, name: string, at: Date): Promise<void> {
  await clickhouse.insert('marks', [{ name, at }]);
}

/** Whether the index has an ad that did not come from this source. */
export async function hasOtherAds(clickhouse: ClickHouse, source: string): Promise<boolean> {
  const rows = await clickhouse.read(
    'SELECT 1 FROM ads WHERE is_deleted = 0 AND NOT has(sources, {source:String}) LIMIT 1',
    { source },
  );
  return rows.length > 0;
}
