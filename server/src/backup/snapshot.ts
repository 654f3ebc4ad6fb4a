import { Client } from 'pg';
import type { Catalog } from '../ads/catalog.ts';
import { preventFileDeletion } from '../boards/media/keptFiles.sql.ts';
import { MagpieError } from '@magpie/contract/errors';
import { withoutTimeouts } from '../db/postgres/pool.ts';
import { execute, columnTypes } from '../db/postgres/statement.ts';
import type { ClickHouse, ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { migrations } from '../db/clickhouse/migrations.sql.ts';
import type { Config } from '../config/config.ts';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import type { Postgres, PostgresEngine } from '../db/postgres/postgres.ts';
import { lockStudioFileDeletion } from '../studio/storedFiles.sql.ts';
import * as index from './clickhouse.sql.ts';
import * as sql from './postgres.sql.ts';
import { findIndexTables } from './tables.ts';

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
  const { own } = await findIndexTables(clickhouse, null, migrations);
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
