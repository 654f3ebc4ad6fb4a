import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { mergeTable, unmergedTables } from './optimizeTables.sql.ts';

/** Up to this many rows, a table is always merged: it takes less than four seconds. */
const alwaysMerged = 1_000_000;
/** Above it, a table is merged if this share of rows is outside its largest part; `FINAL` handles less quickly. */
const worthMerging = 0.05;

/** Merges each table into one part where that is worthwhile. */
export async function mergeTables(clickhouse: ClickHouse): Promise<void> {
  for (const { name, rows, largest } of await unmergedTables(clickhouse)) {
    if (rows <= alwaysMerged || rows - largest > worthMerging * rows) await mergeTable(clickhouse, name);
  }
}
