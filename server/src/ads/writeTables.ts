import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

export type Inserts = readonly (readonly [table: string, rows: readonly object[]])[];

/** At once. If one fails, the others still end first: a running write would overlap the next recording. */
export async function writeTables(clickhouse: ClickHouse, inserts: Inserts): Promise<void> {
  const writes = inserts.map(([table, rows]) =>
    rows.length === 0 ? Promise.resolve() : clickhouse.insert(table, rows),
  );
  const outcomes = await Promise.allSettled(writes);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
