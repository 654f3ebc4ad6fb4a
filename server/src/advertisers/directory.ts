import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import { namesByDistance } from './directory.sql.ts';

/** The stored names that are most like this one, the nearest first. */
export async function nearestNames(clickhouse: ClickHouse, name: string, most: number): Promise<string[]> {
  return namesByDistance(clickhouse, name, most);
}
