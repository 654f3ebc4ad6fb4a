import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

/** How the tables are called in which a backup holds a moment of the others. */
export const cloneBeginning = 'backup_of_';

export interface UnmergedTable {
  readonly name: string;
  readonly rows: number;
  readonly largest: number;
}

/** The tables that lie in several parts, with all their rows and those of the largest part. */
export function unmergedTables(clickhouse: ClickHouse): Promise<UnmergedTable[]> {
  return clickhouse.read<UnmergedTable>(
    `SELECT table AS name, sum(parts.rows) AS rows, max(parts.rows) AS largest
     FROM system.parts AS parts
     WHERE database = currentDatabase() AND active AND table != 'schema_migrations'
       AND NOT startsWith(table, '${cloneBeginning}')
     GROUP BY table
     HAVING count() > 1
     ORDER BY table`,
  );
}

/** Of a cluster only the parts of this node are listed, under the names of its local tables. */
export async function mergeTable(clickhouse: ClickHouse, name: string): Promise<void> {
  await clickhouse.write(`OPTIMIZE TABLE ${name} FINAL`);
}
