import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';
import type { Postgres } from '@magpie/server/db/postgres/postgres';

export interface TableSize {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
}

/** What each table of the index takes on disk, the largest first. */
export function indexTables(clickhouse: ClickHouse): Promise<TableSize[]> {
  return clickhouse.read<TableSize>(
    `SELECT table AS name, sum(rows) AS rows, sum(bytes_on_disk) AS bytes
     FROM system.parts
     WHERE active AND database = currentDatabase()
     GROUP BY table
     ORDER BY bytes DESC`,
  );
}

/** What PostgreSQL keeps, without its log of changes. */
export async function databaseBytes(db: Postgres): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database())::float8 AS bytes',
  );
  return row?.bytes ?? 0;
}
