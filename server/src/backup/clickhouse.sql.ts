import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { cloneBeginning } from '../ads/optimizeTables.sql.ts';
import type { ClickHouse, Copier } from '../db/clickhouse/clickhouse.ts';
import { identifier } from '../db/clickhouse/connection.sql.ts';
import { ledgerTable } from '../db/clickhouse/migrations.sql.ts';
import { literal } from '../db/clickhouse/parameters.sql.ts';
import type { StoredTable } from './postgres.sql.ts';

const restoreMark = 'unfinished_restore';

/** The tables as statements name them: of a cluster those that spread over it. */
export async function listIndexTables(
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
    ({ name }) => name !== ledgerTable && name !== restoreMark && !name.startsWith(cloneBeginning),
  );
}

/**
 * What is derived from the ads is written beside recordings, and noted in `marks` when it is. These are taken first: what is
 * written while the others are taken counts as not done, and is done again.
 */
export function marksFirst(tables: readonly StoredTable[]): StoredTable[] {
  return tables.toSorted((one, other) => Number(other.name === 'marks') - Number(one.name === 'marks'));
}

/** The same parts under another name, as they are now: hard links, whatever the size. */
export async function cloneTable(clickhouse: ClickHouse, name: string): Promise<void> {
  await clickhouse.write(`CREATE TABLE ${identifier(cloneOf(name))} CLONE AS ${identifier(name)}`);
}

export function cloneOf(name: string): string {
  return `${cloneBeginning}${name}`;
}

export async function listClones(clickhouse: ClickHouse): Promise<string[]> {
  const rows = await clickhouse.read<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {beginning:String})`,
    { beginning: cloneBeginning },
  );
  return rows.map(({ name }) => name);
}

export async function dropIndexTable(
  clickhouse: ClickHouse,
  name: string,
  cluster: string | null = null,
): Promise<void> {
  // Large ones are refused otherwise.
  await clickhouse.write(
    `DROP TABLE IF EXISTS ${identifier(name)}${onCluster(cluster)} SYNC SETTINGS max_table_size_to_drop = 0`,
  );
}

/** For a copier, which leaves out rows that others have replaced. */
export const readTable = (name: string, columns: readonly string[]): string =>
  `SELECT ${columns.map(identifier).join(', ')} FROM ${identifier(name)}`;

export async function rowsOf(copier: Copier, name: string): Promise<number> {
  const statement = `SELECT count() AS rows FROM ${identifier(name)}`;
  const answer = await text(Readable.from(copier.read(statement, 'JSONEachRow')));
  return (JSON.parse(answer) as { rows: number }).rows;
}

/** Of a cluster each server knows only its own parts, and they are spread evenly. */
export async function bytesOfIndex(clickhouse: ClickHouse, cluster: string | null): Promise<number> {
  const [row] = await clickhouse.read<{ bytes: number }>(
    `SELECT sum(bytes_on_disk)
       * greatest(1, (SELECT uniqExact(shard_num) FROM system.clusters WHERE cluster = {cluster:String})) AS bytes
     FROM system.parts WHERE database = currentDatabase() AND active`,
    { cluster: cluster ?? '' },
  );
  return row?.bytes ?? 0;
}

export async function listAllIndexTables(clickhouse: ClickHouse): Promise<string[]> {
  const rows = await clickhouse.read<{ name: string }>(
    'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
  );
  return rows.map(({ name }) => name).filter((name) => name !== restoreMark);
}

/** The name of the restore that is under way; null when none is. */
export async function indexRestoreUnderWay(clickhouse: ClickHouse): Promise<string | null> {
  const [row] = await clickhouse.read<{ comment: string }>(
    'SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = {name:String}',
    { name: restoreMark },
  );
  return row?.comment ?? null;
}

/** The name is with the table itself, so that there is neither without the other. */
export async function markIndexRestore(
  clickhouse: ClickHouse,
  name: string,
  cluster: string | null,
): Promise<void> {
  await clickhouse.write(
    `CREATE TABLE ${restoreMark}${onCluster(cluster)} (nothing UInt8) ENGINE = MergeTree ORDER BY nothing COMMENT ${literal(name)}`,
  );
}

/** Where no mark of PostgreSQL is beside it, it says nothing any more. */
export async function removeIndexMark(clickhouse: ClickHouse, cluster: string | null): Promise<void> {
  if ((await indexRestoreUnderWay(clickhouse)) === null) return;
  await dropIndexTable(clickhouse, restoreMark, cluster);
}

function onCluster(cluster: string | null): string {
  return cluster === null ? '' : ` ON CLUSTER ${literal(cluster)}`;
}
