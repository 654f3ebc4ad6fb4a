import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import { nameKey } from '../catalog/identity.ts';

export async function namesByDistance(
  clickhouse: ClickHouse,
  name: string,
  limit: number,
): Promise<string[]> {
  const rows = await clickhouse.read<{ name: string }>(
    `SELECT name
     FROM advertisers FINAL
     ORDER BY ngramDistanceCaseInsensitiveUTF8(name_key, {name:String}), name
     LIMIT {limit:UInt32}`,
    { name: nameKey(name), limit },
  );
  return rows.map((row) => row.name);
}
