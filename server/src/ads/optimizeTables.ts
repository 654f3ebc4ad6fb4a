import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { mergeTable, unmergedTables } from './optimizeTables.sql.ts';

/** Below this many rows a table is merged whatever is in it: it takes less than four seconds. */
const alwaysMerged = 1_000_000;
/** Above it, when this share of its rows lies outside of its largest part; `FINAL` passes over fewer quickly. */
const worthMerging = 0.05;

/** Puts each table into one part, where that pays. */
export async function mergeTables(clickhouse: ClickHouse): Promise<void> {
  for (const { name, rows, largest } of await unmergedTables(clickhouse)) {
    if (rows <= alwaysMerged || rows - largest > worthMerging * rows) await mergeTable(clickhouse, name);
  }
}
