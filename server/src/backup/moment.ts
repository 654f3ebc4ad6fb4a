import { Client } from 'pg';
import type { Catalog } from '../ads/catalog.ts';
import { holdFiles } from '../boards/media/keptFiles.sql.ts';
import { migrations as indexMigrations } from '../db/clickhouse/migrations.sql.ts';
import { MagpieError } from '@magpie/contract/errors';
import { withoutTimeouts } from '../db/postgres/pool.ts';
import { execute } from '../db/postgres/statement.ts';
import { columnTypes } from '../db/postgres/types.ts';
import { holdStudioFiles } from '../studio/storedFiles.sql.ts';
import type { Instance } from '../instance.ts';
import * as index from './clickhouse.sql.ts';
import * as sql from './postgres.sql.ts';
import { findIndexTables } from './tables.ts';

/** What a backup is made of. */
export type BackupParts = Pick<Instance, 'db' | 'clickhouse' | 'files' | 'config'> & {
  readonly catalog: Pick<Catalog, 'betweenRecordings'>;
};

/** Everything as it was at one moment, for as long as it is held. */
export interface Moment {
  readonly at: Date;
  /** For how long recordings waited for it. */
  readonly milliseconds: number;
  /** A connection that sees the database as it was. */
  readonly client: Client;
  readonly db: sql.Queries;
}

/**
 * Holds one moment of both engines and of the files while the work is done. Recordings are whole in it, since none is under
 * way when it is taken, and wait only until it is: the index goes on beside clones of its tables. Of a cluster, which clones
 * nothing, `copyIndex` is done while they wait.
 */
export function atOneMoment<Index, Result>(
  parts: BackupParts,
  copyIndex: (moment: Moment) => Promise<Index>,
  copyRest: (moment: Moment, index: Index) => Promise<Result>,
): Promise<Result> {
  const { db, config, catalog } = parts;
  const isCluster = config.clickhouseCluster !== null;
  return db.transaction(async (holding) => {
    if (!(await sql.isOnlyBackup(holding))) {
      throw new MagpieError('CONFLICT', 'A backup is under way already; wait for its end.');
    }
    await dropClones(parts);
    // What the snapshot refers to stays, however long it takes to come to it.
    await holdFiles(holding);
    await holdStudioFiles(holding);
    const client = await connectForCopy(db.connection);
    try {
      const { moment, copied } = await catalog.betweenRecordings(async () => {
        const taken = await takeMoment(parts, client);
        return { moment: taken, copied: isCluster ? await copyIndex(taken) : null };
      });
      return await copyRest(moment, copied ?? (await copyIndex(moment)));
    } finally {
      await Promise.allSettled([client.end(), dropClones(parts)]);
    }
  });
}

/** A connection of its own, on which nothing ends for taking long. */
export async function connectForCopy(connection: Instance['db']['connection']): Promise<Client> {
  const client = new Client({ ...connection, ...withoutTimeouts, types: columnTypes });
  // One that is lost fails its statement, and the loss is reported there.
  client.on('error', () => undefined);
  await client.connect();
  for (const setting of sql.copySettings) await execute(client, setting);
  return client;
}

export function queriesOf(client: Client): sql.Queries {
  return { query: async (statement, values) => (await execute<never>(client, statement, values)).rows };
}

async function takeMoment(parts: BackupParts, client: Client): Promise<Moment> {
  const startedAt = performance.now();
  const db = queriesOf(client);
  await db.query(sql.beginSnapshot);
  const [row] = await db.query<{ now: Date }>(sql.takeSnapshot);
  if (parts.config.clickhouseCluster === null) await cloneTables(parts);
  return { at: row?.now ?? new Date(), milliseconds: performance.now() - startedAt, client, db };
}

async function cloneTables({ clickhouse }: Pick<BackupParts, 'clickhouse'>): Promise<void> {
  const { own } = await findIndexTables(clickhouse, null, indexMigrations);
  for (const { name } of index.marksFirst(own)) await index.cloneTable(clickhouse, name);
}

async function dropClones({ clickhouse }: Pick<BackupParts, 'clickhouse'>): Promise<void> {
  for (const name of await index.listClones(clickhouse)) await index.dropIndexTable(clickhouse, name);
}

/** At a start: clones that a killed backup left hold on to parts that the index has merged long ago. */
export async function removeClones({
  db,
  clickhouse,
}: Pick<BackupParts, 'db' | 'clickhouse'>): Promise<void> {
  if ((await index.listClones(clickhouse)).length === 0) return;
  await db.transaction(async (tx) => {
    if (await sql.isOnlyBackup(tx)) await dropClones({ clickhouse });
  });
}
