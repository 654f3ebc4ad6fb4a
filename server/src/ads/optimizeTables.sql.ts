import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

/** Name prefix of the table clones from which a backup reads a consistent state. */
export const clonePrefix = 'backup_of_';

export interface UnmergedTable {
  readonly name: string;
  readonly rows: number;
  readonly largest: number;
}

/** Tables with several parts, with the rows in total and in the largest part. */
export function unmergedTables(clickhouse: ClickHouse): Promise<UnmergedTable[]> {
  return clickhouse.read<UnmergedTable>(
    `SELECT table AS name, sum(parts.rows) AS rows, max(parts.rows) AS largest
     FROM system.parts AS parts
     WHERE database = currentDatabase() AND active AND table != 'schema_migrations'
       AND NOT startsWith(table, '${clonePrefix}')
     GROUP BY table
     HAVING count() > 1
     ORDER BY table`,
  );
}

/** In a cluster, `system.parts` lists the local tables of this node. */
export async function mergeTable(clickhouse: ClickHouse, name: string): Promise<void> {
  await clickhouse.write(`OPTIMIZE TABLE ${name} FINAL`);
}
