import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';

export interface SourceGroup {
  readonly sources: readonly string[];
  readonly ads: number;
}

/** Counts ads by the exact set of their sources, in one scan of one column. */
export function countAdsBySources(clickhouse: ClickHouse): Promise<SourceGroup[]> {
  return clickhouse.read<SourceGroup>('SELECT sources, count() AS ads FROM ads FINAL GROUP BY sources');
}

export async function countAdvertisers(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.read<{ advertisers: number }>(
    'SELECT count() AS advertisers FROM advertisers FINAL',
  );
  return row?.advertisers ?? 0;
}

export interface Freshness {
  readonly source: string;
  readonly lastImportAt: Date;
}

export function freshnessOfSources(db: Postgres): Promise<Freshness[]> {
  return db.query<Freshness>('SELECT source, last_import_at AS "lastImportAt" FROM source_freshness');
}
