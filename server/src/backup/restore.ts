import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createHash, randomBytes } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import { from as copyFrom } from 'pg-copy-streams';
import type { ClickHouseEngine } from '../kernel/clickhouse/clickhouse.ts';
import { checksum as indexChecksum, migrateClickHouse } from '../kernel/clickhouse/migrate.ts';
import {
  migrations as indexMigrations,
  type Migration as IndexMigration,
} from '../kernel/clickhouse/migrations.sql.ts';
import type { Config } from '../kernel/config.ts';
import type { FileStore } from '../kernel/files/fileStore.ts';
import type { Logger } from '../kernel/log.ts';
import { migrate, readMigrations, type Migration } from '../kernel/postgres/migrate.ts';
import type { PostgresEngine } from '../kernel/postgres/postgres.ts';
import { hasUnfinishedRestore } from '../kernel/postgres/session.sql.ts';
import * as index from './clickhouse.sql.ts';
import { type BackedUpTable, type Manifest, places } from './manifest.ts';
import { connectForCopy, queriesOf } from './moment.ts';
import * as sql from './postgres.sql.ts';
import { type SchemaStep, schemaStep } from './schema.ts';
import { changed, listedFiles, verifyBackup } from './verify.ts';

/** Where a backup goes: engines with whatever schema they have. */
export interface RestoreParts {
  readonly db: PostgresEngine;
  readonly clickhouse: ClickHouseEngine;
  readonly files: FileStore;
  readonly config: Pick<Config, 'dataFolder' | 's3Url' | 'clickhouseCluster'>;
  readonly log: Logger;
}

interface KnownMigrations {
  readonly postgres: readonly Migration[];
  readonly clickhouse: readonly IndexMigration[];
}

interface Steps {
  readonly postgres: SchemaStep<Migration>;
  readonly clickhouse: SchemaStep<IndexMigration>;
}

/** A backup that is whole, and how this version comes to have it. */
export interface Restorable {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly steps: Steps;
}

/**
 * Reads all of a backup, and whether this version can restore it.
 *
 * @param known the migrations of this version, unless told
 */
export async function checkRestorable(folder: string, known?: KnownMigrations): Promise<Restorable> {
  const manifest = await verifyBackup(folder);
  const { postgres, clickhouse } = known ?? {
    postgres: await readMigrations(),
    clickhouse: indexMigrations,
  };
  const steps = {
    postgres: schemaStep('PostgreSQL', manifest.postgres.migrations, postgres, ({ checksum }) => checksum),
    clickhouse: schemaStep('ClickHouse', manifest.clickhouse.migrations, clickhouse, (migration) =>
      indexChecksum(migration, { kind: 'single' }),
    ),
  };
  return { folder, manifest, steps };
}

/**
 * Puts a backup into an instance that has nothing. Until its end both engines carry a mark, with which no server starts, and
 * which lets a restore that was cut off be begun again.
 */
export async function restoreBackup(
  parts: RestoreParts,
  backup: Restorable,
  say: (line: string) => void,
): Promise<void> {
  const client = await connectForCopy(parts.db.connection);
  try {
    if (!(await sql.isOnlyRestore(queriesOf(client)))) {
      throw new Error('Another restore into this database is under way; wait for its end.');
    }
    await restoreAlone(parts, backup, say);
  } finally {
    await client.end();
  }
}

async function restoreAlone(
  parts: RestoreParts,
  { folder, manifest, steps }: Restorable,
  say: (line: string) => void,
): Promise<void> {
  const { db, clickhouse, config } = parts;
  await takePlace(parts);
  await restoreDatabase(db, steps.postgres.had, manifest, folder);
  say(`database: ${manifest.postgres.tables.length} tables restored`);
  await restoreIndex(parts, steps.clickhouse.had, manifest, folder, say);
  await restoreFiles(parts.files, manifest, folder);
  say(`files: ${manifest.files.count} restored`);
  await migrate(db, [...steps.postgres.had, ...steps.postgres.toCome]);
  await migrateIndex(parts, [...steps.clickhouse.had, ...steps.clickhouse.toCome]);
  await index.unmarkIndexRestore(clickhouse, config.clickhouseCluster);
  await sql.unmarkRestore(db);
}

/** Marks both engines, and empties them of what a restore left that was cut off, and of nothing else. */
async function takePlace({ db, clickhouse, config }: RestoreParts): Promise<void> {
  const begun = (await hasUnfinishedRestore(db)) ? await sql.restoreUnderWay(db) : null;
  const indexBegun = await index.indexRestoreUnderWay(clickhouse);
  const [tables, indexTables] = [await sql.listTables(db), await index.listAllIndexTables(clickhouse)];
  const files = path.join(config.dataFolder, 'files');
  const hasFiles = config.s3Url === null && existsSync(files) && (await readdir(files)).length > 0;
  if (begun === null && tables.length > 0) throw notEmpty('the database');
  if (begun === null && hasFiles) throw notEmpty(`the folder ${files}`);
  if (indexTables.length > 0 && (begun === null || indexBegun !== begun)) throw notEmpty('the index');
  const name = begun ?? randomBytes(8).toString('hex');
  if (begun === null) await sql.markRestore(db, name);
  for (const table of tables) await sql.dropTable(db, table.name);
  for (const table of indexTables) await index.dropIndexTable(clickhouse, table, config.clickhouseCluster);
  if (indexBegun !== name) {
    await index.unmarkIndexRestore(clickhouse, config.clickhouseCluster);
    await index.markIndexRestore(clickhouse, name, config.clickhouseCluster);
  }
  if (hasFiles) await rm(files, { recursive: true });
}

function notEmpty(what: string): Error {
  return new Error(
    `A backup is restored only into an instance that has nothing, and ${what} is not empty; set MAGPIE_DATA_DIR, DATABASE_URL and CLICKHOUSE_URL to places that are.`,
  );
}

/** One transaction: the schema as it was, without foreign keys until every row is there. */
async function restoreDatabase(
  db: PostgresEngine,
  had: readonly Migration[],
  { postgres }: Manifest,
  folder: string,
): Promise<void> {
  await migrate(db, had);
  const tables = await sql.listTables(db);
  mustBeTheSame('PostgreSQL', tables, postgres.tables);
  const client = await connectForCopy(db.connection);
  const queries = queriesOf(client);
  try {
    await queries.query(sql.begin);
    const foreignKeys = await sql.listForeignKeys(queries);
    for (const key of foreignKeys) await queries.query(sql.dropForeignKey(key));
    await queries.query(sql.emptyTables(tables.map(({ name }) => name)));
    for (const [at, table] of tables.entries()) {
      const copying = client.query(copyFrom(sql.copyIn(table)));
      const file = path.join(folder, places.postgres(table.name));
      await pipeline(createReadStream(file), createGunzip(), copying);
      mustHaveRows(table.name, copying.rowCount, postgres.tables[at]);
    }
    for (const key of foreignKeys) await queries.query(sql.addForeignKey(key));
    for (const sequence of postgres.sequences) await sql.setSequence(queries, sequence);
    await queries.query(sql.commit);
  } finally {
    await client.end();
  }
}

async function migrateIndex(
  { clickhouse, config, log }: RestoreParts,
  migrations: readonly IndexMigration[],
): Promise<void> {
  await migrateClickHouse(clickhouse, { cluster: config.clickhouseCluster, log, migrations });
}

async function restoreIndex(
  parts: RestoreParts,
  had: readonly IndexMigration[],
  manifest: Manifest,
  folder: string,
  say: (line: string) => void,
): Promise<void> {
  const { clickhouse, config } = parts;
  await migrateIndex(parts, had);
  const tables = await index.listIndexTables(clickhouse, config.clickhouseCluster);
  mustBeTheSame('ClickHouse', tables, manifest.clickhouse.tables);
  const copier = await clickhouse.openCopier();
  try {
    for (const [at, { name, columns }] of tables.entries()) {
      const told = manifest.clickhouse.tables[at];
      const file = path.join(folder, places.clickhouse(name));
      // Of no rows the file has not even a beginning.
      if (told?.rows !== 0) await copier.insert(name, columns, file);
      mustHaveRows(name, await index.rowsOf(copier, name), told);
      say(`index: ${name}, ${told?.rows ?? 0} rows restored`);
    }
  } finally {
    await copier.close();
  }
}

function mustBeTheSame(
  engine: string,
  own: readonly sql.StoredTable[],
  told: readonly BackedUpTable[],
): void {
  if (shape(own) === shape(told)) return;
  throw new Error(
    `The tables of the backup are not those that its ${engine} schema version has; restore it with the version of Magpie that made it.`,
  );
}

function shape(tables: readonly sql.StoredTable[]): string {
  return JSON.stringify(tables.map(({ name, columns }) => [name, columns]));
}

/** Of a cluster, what is derived may have grown between its count and its reading. */
function mustHaveRows(name: string, rows: number, told: BackedUpTable | undefined): void {
  if (told !== undefined && rows >= told.rows) return;
  throw new Error(
    `Of the table ${name}, ${rows} of ${told?.rows ?? 0} rows came to be there; try the restore again.`,
  );
}

/** Those of the list, since what else lies there is not of the backup. */
async function restoreFiles(store: FileStore, { files }: Manifest, folder: string): Promise<void> {
  const beginning = places.file('');
  let restored = 0;
  for await (const [name, sha256] of listedFiles(folder)) {
    if (!name.startsWith(beginning)) continue;
    const bytes = await readFile(path.join(folder, name));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw changed(name);
    await store.write(name.slice(beginning.length), bytes);
    restored += 1;
  }
  if (restored === files.count) return;
  throw new Error(`Of ${files.count} files ${restored} came to be there; try the restore again.`);
}
