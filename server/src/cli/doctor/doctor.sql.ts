import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { clickhouseMigrationsTable } from '../../db/clickhouse/migrations.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';

async function onlyRow<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw new Error('The engine returned no row');
  return row;
}

export function postgresStatus(db: Postgres) {
  return onlyRow(
    db.query<{ isReplica: boolean; connections: number; mostConnections: number }>(
      `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS "isReplica",
         (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
         current_setting('max_connections')::integer AS "mostConnections"`,
    ),
  );
}

/** Inserts no rows, but still requires the INSERT privilege. */
export function writeNothing(clickhouse: ClickHouse): Promise<void> {
  return clickhouse.write(
    `INSERT INTO ${clickhouseMigrationsTable} SELECT * FROM ${clickhouseMigrationsTable} WHERE 0`,
  );
}

/** `stuck` wait longer than 15 minutes (the rarest job runs every ten and may take eight) or stopped their heartbeat. */
export function jobStatus(db: Postgres): Promise<{ scheduled: number; stuck: string[]; failed: string[] }> {
  return onlyRow(
    db.query(
      `WITH statuses AS (
         SELECT schedule.name,
           bool_or(job.state = 'failed' AND job.completed_on > now() - interval '1 hour') AS failed,
           bool_or(job.state = 'active' AND job.heartbeat_on < now() - interval '5 minutes')
             OR (bool_and(job.state <> 'active')
                 AND bool_or(job.state < 'active' AND job.start_after < now() - interval '15 minutes')) AS stuck
         FROM jobs.schedule schedule
         LEFT JOIN jobs.job job ON job.name = schedule.name AND job.created_on > now() - interval '1 day'
         GROUP BY schedule.name
       )
       SELECT count(*) AS scheduled,
         coalesce(array_agg(name ORDER BY name) FILTER (WHERE stuck), '{}') AS stuck,
         coalesce(array_agg(name ORDER BY name) FILTER (WHERE failed), '{}') AS failed
       FROM statuses`,
    ),
  );
}

/** `error` is that of the newest failing mail. */
export function mailStatus(
  db: Postgres,
): Promise<{ waiting: number; failing: number; givenUp: number; error: string | null }> {
  return onlyRow(
    db.query(
      `SELECT count(*) FILTER (WHERE due_at IS NOT NULL) AS waiting,
         count(*) FILTER (WHERE due_at IS NOT NULL AND error IS NOT NULL) AS failing,
         count(*) FILTER (WHERE due_at IS NULL AND error IS NOT NULL AND created_at > now() - interval '1 day') AS "givenUp",
         (array_agg(error ORDER BY created_at DESC) FILTER (WHERE due_at IS NOT NULL AND error IS NOT NULL))[1] AS error
       FROM mails`,
    ),
  );
}
