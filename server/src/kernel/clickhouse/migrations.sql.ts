import { literal } from './parameters.sql.ts';
import { createTable, type Topology } from './table.sql.ts';

/**
 * One step of the schema. ClickHouse has no transactions for it: a kill may leave any number of the
 * statements done, and the next start, or another node at the same time, runs all of them again. So each one
 * must be harmless when repeated (`IF NOT EXISTS`, `IF EXISTS`), and none may change after its release.
 */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: (topology: Topology) => readonly string[];
}

/** Forward only, by ascending version. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'advertisers',
    statements: createTable({
      name: 'advertisers',
      columns: {
        advertiser_id: 'UInt64',
        name_key: 'String',
        name: 'String',
        brand_logo: 'Nullable(String)',
        page_url: 'Nullable(String)',
        first_seen_at: "DateTime64(3, 'UTC')",
        version: 'UInt64',
      },
      engine: 'ReplacingMergeTree',
      version: 'version',
      orderBy: 'advertiser_id',
      shardBy: 'advertiser_id',
    }),
  },
];

export const ledgerTable = 'schema_migrations';

/**
 * The ledger of a cluster is replicated to every node of every shard, not spread over them: each node can
 * read all of it at its start, also while another shard is down. Its path therefore has no shard in it, and
 * its replica names do. A node that reads before it has caught up repeats a migration, which is harmless.
 */
export function createLedger(topology: Topology): string {
  const onCluster = topology.kind === 'single' ? '' : ` ON CLUSTER ${literal(topology.name)}`;
  const engine =
    topology.kind === 'single'
      ? 'ReplacingMergeTree(applied_at)'
      : `ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/${ledgerTable}', '{shard}-{replica}', applied_at)`;
  return `CREATE TABLE IF NOT EXISTS ${ledgerTable}${onCluster}
(
  version UInt32,
  name String,
  checksum String,
  topology String,
  applied_at DateTime64(3, 'UTC')
)
ENGINE = ${engine}
ORDER BY version
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;
}

export interface LedgerEntry {
  version: number;
  name: string;
  checksum: string;
  topology: string;
}

export const ledgerExists = `
SELECT count() AS tables
FROM system.tables
WHERE database = currentDatabase() AND name = {name:String}`;

export const readLedger = `
SELECT version, name, checksum, topology
FROM ${ledgerTable} FINAL
ORDER BY version`;
