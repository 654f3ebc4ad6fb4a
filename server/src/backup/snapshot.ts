import { Client } from 'pg';
import type { Catalog } from '../ads/catalog.ts';
import { preventFileDeletion } from '../boards/media/keptFiles.sql.ts';
import { MagpieError } from '@magpie/contract/errors';
import { withoutTimeouts } from '../db/postgres/pool.ts';
import { execute, columnTypes } from '../db/postgres/statement.ts';
import type { ClickHouse, ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import {
  migrations as indexMigrations,
  clickhouseMigrationsTable,
  type IndexMigration,
} from '../db/clickhouse/migrations.sql.ts';
import type { Config } from '../config/config.ts';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import type { Postgres, PostgresEngine } from '../db/postgres/postgres.ts';
import { lockStudioFileDeletion } from '../studio/storedFiles.sql.ts';
import * as index from './clickhouse.sql.ts';
import * as sql from './postgres.sql.ts';
import { getTopology } from '../db/clickhouse/table.sql.ts';
import { migrationsTable } from '../db/postgres/migrate.sql.ts';
import type { Migration } from '../db/postgres/migrate.ts';
import { listBackupTables } from './clickhouse.sql.ts';
import { listTables, type Queries, type StoredTable } from './postgres.sql.ts';

export interface FoundTables {
  readonly own: readonly StoredTable[];
  readonly others: readonly string[];
}

export async function findTables(db: Queries, migrations: readonly Migration[]): Promise<FoundTables> {
  return partitionTables(await listTables(db), listMigratedTables(migrations));
}

export async function findIndexTables(
  clickhouse: ClickHouse,
  cluster: string | null,
  migrations: readonly IndexMigration[],
): Promise<FoundTables> {
  return partitionTables(await listBackupTables(clickhouse, cluster), listMigratedIndexTables(migrations));
}

function partitionTables(tables: readonly StoredTable[], own: ReadonlySet<string>): FoundTables {
  return {
    own: tables.filter(({ name }) => own.has(name)),
    others: tables.map(({ name }) => name).filter((name) => !own.has(name)),
  };
}

export function listMigratedTables(migrations: readonly Migration[]): Set<string> {
  const statements = migrations.flatMap((migration) => migration.statements);
  return tablesCreatedBy(statements).add(migrationsTable);
}

export function listMigratedIndexTables(
  migrations: readonly IndexMigration[],
  cluster: string | null = null,
): Set<string> {
  return tablesCreatedBy(migrations.flatMap((migration) => migration.statements(getTopology(cluster))));
}

/** Includes the migrations table and, in a cluster, the local tables of each server. */
export function listAllMigratedIndexTables(
  migrations: readonly IndexMigration[],
  cluster: string | null,
): Set<string> {
  return listMigratedIndexTables(migrations, cluster).add(clickhouseMigrationsTable);
}

function tablesCreatedBy(statements: readonly string[]): Set<string> {
  const tables = new Set<string>();
  for (const statement of statements) {
    const [, verb, name = ''] = /^(CREATE|DROP) TABLE (?:IF (?:NOT )?EXISTS )?(\w+)/m.exec(statement) ?? [];
    if (verb === 'CREATE') tables.add(name);
    if (verb === 'DROP') tables.delete(name);
  }
  return tables;
}

export function skippedTables(engine: string, others: readonly string[]): string[] {
  return others.length === 0
    ? []
    : [`${engine}: skipped tables that do not belong to Magpie: ${others.join(', ')}`];
}

export interface BackupParts {
  readonly db: PostgresEngine;
  readonly clickhouse: ClickHouseEngine;
  readonly files: FileStore;
  readonly config: Config;
  readonly catalog: Pick<Catalog, 'withWriteLock'>;
}

export interface Snapshot {
  readonly at: Date;
  /** How long recordings were blocked. */
  readonly milliseconds: number;
  readonly client: Client;
  readonly db: sql.Queries;
}

/**
 * Holds a consistent snapshot of both databases and the files during the copy. Recordings are blocked only while it is
 * opened, because the index is copied from clones of its tables. A cluster cannot clone tables, so there recordings are
 * blocked until `copyIndex` has finished.
 */
export function withSnapshot<Index, Result>(
  parts: BackupParts,
  copyIndex: (snapshot: Snapshot) => Promise<Index>,
  copyRest: (snapshot: Snapshot, index: Index) => Promise<Result>,
): Promise<Result> {
  const { db, config, catalog } = parts;
  const isCluster = config.clickhouseCluster !== null;
  return db.transaction(async (lock) => {
    if (!(await sql.tryLockBackup(lock))) {
      throw new MagpieError('CONFLICT', 'Another backup is already running; wait for it to finish.');
    }
    await dropClones(parts.clickhouse);
    // Prevents deletion of files that the snapshot refers to.
    await preventFileDeletion(lock);
    await lockStudioFileDeletion(lock);
    const client = await connectForCopy(db.connection);
    try {
      const { snapshot, copied } = await catalog.withWriteLock(async () => {
        const opened = await openSnapshot(parts, client);
        return { snapshot: opened, copied: isCluster ? await copyIndex(opened) : null };
      });
      return await copyRest(snapshot, copied ?? (await copyIndex(snapshot)));
    } finally {
      await Promise.allSettled([client.end(), dropClones(parts.clickhouse)]);
    }
  });
}

export async function connectForCopy(connection: PostgresEngine['connection']): Promise<Client> {
  const client = new Client({ ...connection, ...withoutTimeouts, types: columnTypes });
  // A lost connection also fails its statement, which reports the error.
  client.on('error', () => undefined);
  await client.connect();
  for (const setting of sql.copySettings) await execute(client, setting);
  return client;
}

export function clientQueries(client: Client): sql.Queries {
  return { query: async (statement, values) => (await execute<never>(client, statement, values)).rows };
}

async function openSnapshot(parts: BackupParts, client: Client): Promise<Snapshot> {
  const startedAt = performance.now();
  const db = clientQueries(client);
  await db.query(sql.beginSnapshot);
  const [row] = await db.query<{ now: Date }>(sql.takeSnapshot);
  if (parts.config.clickhouseCluster === null) await cloneIndexTables(parts.clickhouse);
  return { at: row?.now ?? new Date(), milliseconds: performance.now() - startedAt, client, db };
}

async function cloneIndexTables(clickhouse: ClickHouse): Promise<void> {
  const { own } = await findIndexTables(clickhouse, null, indexMigrations);
  for (const { name } of index.marksFirst(own)) await index.cloneTable(clickhouse, name);
}

async function dropClones(clickhouse: ClickHouse): Promise<void> {
  for (const name of await index.listClones(clickhouse)) await index.dropIndexTable(clickhouse, name);
}

/** Called at start: clones left by a killed backup occupy disk space. */
export async function removeClones(db: Postgres, clickhouse: ClickHouse): Promise<void> {
  if ((await index.listClones(clickhouse)).length === 0) return;
  await db.transaction(async (tx) => {
    if (await sql.tryLockBackup(tx)) await dropClones(clickhouse);
  });
}
