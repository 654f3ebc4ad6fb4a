import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

/** Name prefix of the table clones from which a backup reads a consistent state. */
export const clonePrefix = 'backup_of_';

function unmergedTables(clickhouse: ClickHouse) {
  return clickhouse.read<{ name: string; rows: number; largest: number }>(
    `SELECT table AS name, sum(parts.rows) AS rows, max(parts.rows) AS largest
     FROM system.parts AS parts
     WHERE database = currentDatabase() AND active AND table != 'schema_migrations'
       AND NOT startsWith(table, '${clonePrefix}')
     GROUP BY table
     HAVING count() > 1
     ORDER BY table`,
  );
}

/** Up to this many rows, a table is always merged: it takes less than four seconds. */
const alwaysMerged = 1_000_000;
/** Above it, a table is merged if this share of rows is outside its largest part; `FINAL` handles less quickly. */
const worthMerging = 0.05;

export async function mergeTables(clickhouse: ClickHouse) {
  for (const { name, rows, largest } of await unmergedTables(clickhouse)) {
    const isWorthwhile = rows <= alwaysMerged || rows - largest > worthMerging * rows;
    // In a cluster, `system.parts` lists the local tables of this node.
    if (isWorthwhile) await clickhouse.write(`OPTIMIZE TABLE ${name} FINAL`);
  }
}
