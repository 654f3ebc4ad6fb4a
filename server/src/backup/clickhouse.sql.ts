import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { clonePrefix } from '../ads/optimizeTables.sql.ts';
import type { ClickHouse, Copier } from '../db/clickhouse/clickhouse.ts';
import { identifier } from '../db/clickhouse/connection.sql.ts';
import { clickhouseMigrationsTable } from '../db/clickhouse/migrations.sql.ts';
import { literal } from '../db/clickhouse/parameters.sql.ts';
import type { StoredTable } from './postgres.sql.ts';

const restoreMark = 'unfinished_restore';

export async function listBackupTables(
  clickhouse: ClickHouse,
  cluster: string | null,
): Promise<StoredTable[]> {
  const tables = await clickhouse.read<StoredTable>(
    `SELECT table AS name, groupArray(column) AS columns
     FROM (
       SELECT table, name AS column, position FROM system.columns
       WHERE database = currentDatabase() AND default_kind NOT IN ('MATERIALIZED', 'ALIAS', 'EPHEMERAL')
       ORDER BY table, position
     )
     WHERE table IN (
       SELECT name FROM system.tables
       WHERE database = currentDatabase() AND (engine = 'Distributed') = {isCluster:Bool}
     )
     GROUP BY table
     ORDER BY table`,
    { isCluster: cluster !== null },
  );
  return tables.filter(
    ({ name }) => name !== clickhouseMigrationsTable && name !== restoreMark && !name.startsWith(clonePrefix),
  );
}

/**
 * Derived tables are written independently of recordings and tracked in `marks`. Copying `marks` first makes progress
 * during the copy count as not done, so that it is repeated after a restore.
 */
export function marksFirst(tables: readonly StoredTable[]): StoredTable[] {
  return tables.toSorted((one, other) => Number(other.name === 'marks') - Number(one.name === 'marks'));
}

/** Clones the current parts under another name with hard links, in constant time. */
export async function cloneTable(clickhouse: ClickHouse, name: string): Promise<void> {
  await clickhouse.write(`CREATE TABLE ${identifier(cloneName(name))} CLONE AS ${identifier(name)}`);
}

export function cloneName(name: string): string {
  return `${clonePrefix}${name}`;
}

export async function listClones(clickhouse: ClickHouse): Promise<string[]> {
  const rows = await clickhouse.read<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {beginning:String})`,
    { beginning: clonePrefix },
  );
  return rows.map(({ name }) => name);
}

export async function dropIndexTable(
  clickhouse: ClickHouse,
  name: string,
  cluster: string | null = null,
): Promise<void> {
  // ClickHouse refuses to drop large tables otherwise.
  await clickhouse.write(
    `DROP TABLE IF EXISTS ${identifier(name)}${onCluster(cluster)} SYNC SETTINGS max_table_size_to_drop = 0`,
  );
}

/** The copier omits replaced rows. */
export const readTable = (name: string, columns: readonly string[]): string =>
  `SELECT ${columns.map(identifier).join(', ')} FROM ${identifier(name)}`;

export async function countRows(copier: Copier, name: string): Promise<number> {
  const statement = `SELECT count() AS rows FROM ${identifier(name)}`;
  const response = await text(Readable.from(copier.read(statement, 'JSONEachRow')));
  return (JSON.parse(response) as { rows: number }).rows;
}

/** In a cluster each server reports only its own parts; shards are assumed to be equal in size. */
export async function indexBytes(clickhouse: ClickHouse, cluster: string | null): Promise<number> {
  const [row] = await clickhouse.read<{ bytes: number }>(
    `SELECT sum(bytes_on_disk)
       * greatest(1, (SELECT uniqExact(shard_num) FROM system.clusters WHERE cluster = {cluster:String})) AS bytes
     FROM system.parts WHERE database = currentDatabase() AND active`,
    { cluster: cluster ?? '' },
  );
  return row?.bytes ?? 0;
}

export async function listClickHouseTables(clickhouse: ClickHouse): Promise<string[]> {
  const rows = await clickhouse.read<{ name: string }>(
    'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
  );
  return rows.map(({ name }) => name).filter((name) => name !== restoreMark);
}

export async function currentIndexRestore(clickhouse: ClickHouse): Promise<string | null> {
  const [row] = await clickhouse.read<{ comment: string }>(
    'SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = {name:String}',
    { name: restoreMark },
  );
  return row?.comment ?? null;
}

/** Stores the name in the table's comment, so that both are created atomically. */
export async function markIndexRestore(
  clickhouse: ClickHouse,
  name: string,
  cluster: string | null,
): Promise<void> {
  await clickhouse.write(
    `CREATE TABLE ${restoreMark}${onCluster(cluster)} (nothing UInt8) ENGINE = MergeTree ORDER BY nothing COMMENT ${literal(name)}`,
  );
}

/** Without the marker in PostgreSQL this one has no effect. */
export async function removeIndexMark(clickhouse: ClickHouse, cluster: string | null): Promise<void> {
  if ((await currentIndexRestore(clickhouse)) === null) return;
  await dropIndexTable(clickhouse, restoreMark, cluster);
}

function onCluster(cluster: string | null): string {
  return cluster === null ? '' : ` ON CLUSTER ${literal(cluster)}`;
}
