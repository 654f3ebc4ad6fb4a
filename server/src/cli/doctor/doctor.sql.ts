import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { ledgerTable } from '../../db/clickhouse/migrations.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';

/** For statements that always return one row. */
async function onlyRow<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw new Error('The engine returned no row');
  return row;
}

interface PostgresStatus {
  /** Its clock, in milliseconds since 1970. */
  readonly now: number;
  readonly isReplica: boolean;
  readonly mayCreate: boolean;
  readonly connections: number;
  readonly mostConnections: number;
}

export function postgresStatus(db: Postgres): Promise<PostgresStatus> {
  return onlyRow(
    db.query<PostgresStatus>(
      `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
         pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS "isReplica",
         has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate",
         (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
         current_setting('max_connections')::integer AS "mostConnections"`,
    ),
  );
}

/** Its clock, in milliseconds since 1970. */
export async function clickhouseNow(clickhouse: ClickHouse): Promise<number> {
  const statement = `SELECT toUnixTimestamp64Milli(now64(3)) AS now`;
  return (await onlyRow(clickhouse.read<{ now: number }>(statement))).now;
}

/** Inserts no rows, but still requires the INSERT privilege. */
export function writeNothing(clickhouse: ClickHouse): Promise<void> {
  return clickhouse.write(`INSERT INTO ${ledgerTable} SELECT * FROM ${ledgerTable} WHERE 0`);
}

/** The cluster as seen by the connected node. */
export function clusterStatus(
  clickhouse: ClickHouse,
  cluster: string,
): Promise<{ shards: number; nodes: number; failing: string[] }> {
  return onlyRow(
    clickhouse.read(
      `SELECT uniqExact(shard_num) AS shards, count() AS nodes,
         groupArrayIf(host_name, errors_count > 0) AS failing
       FROM system.clusters
       WHERE cluster = {cluster:String}`,
      { cluster },
    ),
  );
}

export function replicaStatus(
  clickhouse: ClickHouse,
): Promise<{ unwritable: string[]; alone: string[]; lateSeconds: number }> {
  return onlyRow(
    clickhouse.read(
      `SELECT groupArrayIf(table, is_readonly = 1) AS unwritable,
         groupArrayIf(table, active_replicas < total_replicas) AS alone,
         max(absolute_delay) AS lateSeconds
       FROM system.replicas
       WHERE database = currentDatabase()`,
    ),
  );
}

/** State of one scheduled job in the last day. */
interface JobStatus {
  readonly name: string;
  readonly failed: number;
  /** Started by a worker whose heartbeat stopped. */
  readonly abandoned: number;
  /** Minutes for which one has been waiting for a worker. */
  readonly waitingMinutes: number;
}

export function jobStatuses(db: Postgres): Promise<JobStatus[]> {
  return db.query<JobStatus>(
    `SELECT schedule.name,
       count(*) FILTER (WHERE job.state = 'failed' AND job.completed_on > now() - interval '1 hour') AS failed,
       count(*) FILTER (WHERE job.state = 'active' AND job.heartbeat_on < now() - interval '5 minutes') AS abandoned,
       CASE WHEN bool_or(job.state = 'active') THEN 0
            ELSE coalesce(max(extract(epoch FROM now() - job.start_after)) FILTER (WHERE job.state < 'active') / 60, 0)
       END::float8 AS "waitingMinutes"
     FROM jobs.schedule schedule
     LEFT JOIN jobs.job job ON job.name = schedule.name AND job.created_on > now() - interval '1 day'
     GROUP BY schedule.name
     ORDER BY schedule.name`,
  );
}

/** Whether the tables of mails, webhooks and jobs exist. */
export async function hasTables(db: Postgres): Promise<boolean> {
  const statement = `SELECT to_regclass('mails') IS NOT NULL AND to_regclass('webhooks') IS NOT NULL AND
       to_regclass('jobs.schedule') IS NOT NULL AS known`;
  return (await onlyRow(db.query<{ known: boolean }>(statement))).known;
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

/** `disabled` counts webhooks that failed for too long. */
export function webhookStatus(db: Postgres): Promise<{ enabled: number; failing: number; disabled: number }> {
  return onlyRow(
    db.query(
      `SELECT count(*) FILTER (WHERE enabled) AS enabled,
         count(*) FILTER (WHERE enabled AND failing_since < now() - interval '1 hour') AS failing,
         count(*) FILTER (WHERE NOT enabled) AS disabled
       FROM webhooks`,
    ),
  );
}
