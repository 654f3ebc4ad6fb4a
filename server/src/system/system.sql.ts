import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';

export interface SourceGroup {
  readonly sources: readonly string[];
  readonly ads: number;
}

/** Counts ads by the exact set of their sources, in one scan of one column. */
export function countAdsBySources(clickhouse: ClickHouse) {
  return clickhouse.read<SourceGroup>('SELECT sources, count() AS ads FROM ads FINAL GROUP BY sources');
}

export async function countAdvertisers(clickhouse: ClickHouse) {
  const [row] = await clickhouse.read<{ advertisers: number }>(
    'SELECT count() AS advertisers FROM advertiser_totals FINAL WHERE ads > 0 AND alias_of = 0',
  );
  return row?.advertisers ?? 0;
}

export interface Freshness {
  readonly source: string;
  readonly lastImportAt: Date;
}

export function freshnessOfSources(db: Postgres) {
  return db.query<Freshness>('SELECT source, last_import_at AS "lastImportAt" FROM source_freshness');
}

/** A label, such as the name of a queue, and the values of gauges by their names; null for none. */
export type GaugeRow = Readonly<Record<string, string | number | boolean | Date | null>> & {
  readonly label: string;
};

/** One row per scheduled job; empty if the queue is not set up. */
export async function queueGauges(db: Postgres): Promise<GaugeRow[]> {
  const [{ known } = { known: false }] = await db.query<{ known: boolean }>(
    `SELECT to_regclass('jobs.schedule') IS NOT NULL AS known`,
  );
  if (!known) return [];
  return db.query<GaugeRow>(
    `SELECT schedule.name AS label,
       count(*) FILTER (WHERE job.state < 'active') AS magpie_jobs_waiting,
       count(*) FILTER (WHERE job.state = 'active') AS magpie_jobs_active,
       greatest(0, coalesce(max(extract(epoch FROM now() - job.start_after)) FILTER (WHERE job.state < 'active'), 0))::float8
         AS magpie_jobs_oldest_seconds
     FROM jobs.schedule schedule
     LEFT JOIN jobs.job job ON job.name = schedule.name AND job.state <= 'active'
     GROUP BY schedule.name`,
  );
}

export function outboxGauges(db: Postgres) {
  const values = `count(*) AS magpie_outbox_waiting, count(*) FILTER (WHERE tries > 0) AS magpie_outbox_retrying,
    coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS magpie_outbox_oldest_seconds`;
  return db.query<GaugeRow>(
    `SELECT 'mails' AS label, ${values} FROM mails WHERE due_at IS NOT NULL
     UNION ALL
     SELECT 'webhooks', ${values} FROM webhook_deliveries WHERE status = 'waiting'`,
  );
}

export function sourceGauges(db: Postgres) {
  return db.query<GaugeRow>(
    `SELECT name AS label, enabled AS magpie_source_enabled, last_error IS NOT NULL AS magpie_source_failing,
       last_finished_at AS magpie_source_last_run_timestamp_seconds
     FROM sources`,
  );
}

export function importGauges(db: Postgres) {
  return db.query<GaugeRow>(
    'SELECT source AS label, last_import_at AS magpie_import_last_timestamp_seconds FROM source_freshness',
  );
}
