import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import {
  ledgerExists,
  ledgerTable,
  readLedger,
  type LedgerEntry,
} from '../../db/clickhouse/migrations.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';

interface PostgresStatus {
  /** Its clock, in milliseconds since 1970. */
  readonly now: number;
  readonly isReplica: boolean;
  readonly mayCreate: boolean;
  readonly connections: number;
  readonly mostConnections: number;
}

export async function postgresStatus(db: Postgres): Promise<PostgresStatus | undefined> {
  const [row] = await db.query<PostgresStatus>(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
       pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS "isReplica",
       has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate",
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
       current_setting('max_connections')::integer AS "mostConnections"`,
  );
  return row;
}

/** Its clock, in milliseconds since 1970. */
export async function clickhouseNow(clickhouse: ClickHouse): Promise<number | undefined> {
  const [row] = await clickhouse.read<{ now: number }>(`SELECT toUnixTimestamp64Milli(now64(3)) AS now`);
  return row?.now;
}

export async function appliedToClickHouse(clickhouse: ClickHouse): Promise<LedgerEntry[]> {
  const [found] = await clickhouse.read<{ tables: number }>(ledgerExists, { name: ledgerTable });
  return found?.tables === 1 ? clickhouse.read<LedgerEntry>(readLedger) : [];
}

/** Inserts no rows, but still requires the INSERT privilege. */
export function writeNothing(clickhouse: ClickHouse): Promise<void> {
  return clickhouse.write(`INSERT INTO ${ledgerTable} SELECT * FROM ${ledgerTable} WHERE 0`);
}

interface ClusterStatus {
  readonly shards: number;
  readonly nodes: number;
  readonly failing: string[];
}

/** The cluster as seen by the connected node. */
export async function clusterStatus(clickhouse: ClickHouse, cluster: string): Promise<ClusterStatus> {
  const [row] = await clickhouse.read<ClusterStatus>(
    `SELECT uniqExact(shard_num) AS shards, count() AS nodes,
       groupArrayIf(host_name, errors_count > 0) AS failing
     FROM system.clusters
     WHERE cluster = {cluster:String}`,
    { cluster },
  );
  return row ?? { shards: 0, nodes: 0, failing: [] };
}

interface ReplicaStatus {
  readonly unwritable: string[];
  readonly alone: string[];
  readonly lateSeconds: number;
}

export async function replicaStatus(clickhouse: ClickHouse): Promise<ReplicaStatus> {
  const [row] = await clickhouse.read<ReplicaStatus>(
    `SELECT groupArrayIf(table, is_readonly = 1) AS unwritable,
       groupArrayIf(table, active_replicas < total_replicas) AS alone,
       max(absolute_delay) AS lateSeconds
     FROM system.replicas
     WHERE database = currentDatabase()`,
  );
  return row ?? { unwritable: [], alone: [], lateSeconds: 0 };
}
