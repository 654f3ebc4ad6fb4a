import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createHash, randomBytes } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import { from as copyFrom } from 'pg-copy-streams';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { checksum as indexChecksum, migrateClickHouse } from '../db/clickhouse/migrate.ts';
import {
  migrations as indexMigrations,
  type Migration as IndexMigration,
} from '../db/clickhouse/migrations.sql.ts';
import type { Config } from '../config/config.ts';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import type { Logger } from '../config/log.ts';
import { migratePatiently, readMigrations, type Migration } from '../db/postgres/migrate.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { hasUnfinishedRestore } from '../db/postgres/session.sql.ts';
import * as index from './clickhouse.sql.ts';
import { type BackedUpTable, type Manifest, places } from './manifest.ts';
import { connectForCopy, queriesOf } from './moment.ts';
import * as sql from './postgres.sql.ts';
import { type SchemaStep, schemaStep } from './schema.ts';
import { allIndexTablesOf, findIndexTables, findTables, indexTablesOf, leftOut, tablesOf } from './tables.ts';
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
  mustHaveTables('PostgreSQL', tablesOf(steps.postgres.had), manifest.postgres.tables);
  mustHaveTables('ClickHouse', indexTablesOf(steps.clickhouse.had), manifest.clickhouse.tables);
  return { folder, manifest, steps };
}

/**
 * Puts a backup into an instance that has nothing. Until its end both engines carry a mark: with that of PostgreSQL no server
 * starts, and both let a restore that was cut off be begun again.
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
    // On this connection, which waits for whoever looks at the table. What fails before it is begun again.
    await sql.unmarkRestore(queriesOf(client));
  } finally {
    await client.end();
  }
  const { clickhouse, config, log } = parts;
  await index
    .removeIndexMark(clickhouse, config.clickhouseCluster)
    .catch((error: unknown) =>
      log.warn(
        { err: error },
        'The mark of the restore stays in the index, until the next start removes it.',
      ),
    );
}

async function restoreAlone(
  parts: RestoreParts,
  { folder, manifest, steps }: Restorable,
  say: (line: string) => void,
): Promise<void> {
  const { postgres, clickhouse } = steps;
  await takePlace(parts, steps);
  await restoreDatabase(parts, postgres.had, manifest, folder, say);
  await restoreIndex(parts, clickhouse.had, manifest, folder, say);
  await restoreFiles(parts.files, manifest, folder);
  say(`files: ${manifest.files.count} restored`);
  await migratePatiently(parts.db.connection, [...postgres.had, ...postgres.toCome], parts.log);
  await migrateIndex(parts, [...clickhouse.had, ...clickhouse.toCome]);
}

/** Marks both engines, and empties them of what a restore left that was cut off, and of nothing else. */
async function takePlace({ db, clickhouse, config }: RestoreParts, steps: Steps): Promise<void> {
  const begun = (await hasUnfinishedRestore(db)) ? await sql.restoreUnderWay(db) : null;
  const indexBegun = await index.indexRestoreUnderWay(clickhouse);
  const tables = (await sql.listTables(db)).map(({ name }) => name);
  const indexTables = await index.listAllIndexTables(clickhouse);
  const files = path.join(config.dataFolder, 'files');
  const hasFiles = config.s3Url === null && existsSync(files) && (await readdir(files)).length > 0;
  if (begun === null && tables.length > 0) throw notEmpty('the database');
  if (begun === null && hasFiles) throw notEmpty(`the folder ${files}`);
  if (indexTables.length > 0 && (begun === null || indexBegun !== begun)) throw notEmpty('the index');
  mustBeRestored('database', tables, restoredTables(steps));
  mustBeRestored('index', indexTables, restoredIndexTables(steps, config.clickhouseCluster));
  const name = begun ?? randomBytes(8).toString('hex');
  if (begun === null) await sql.markRestore(db, name);
  for (const table of tables) await sql.dropTable(db, table);
  for (const table of indexTables) await index.dropIndexTable(clickhouse, table, config.clickhouseCluster);
  if (indexBegun !== name) {
    await index.removeIndexMark(clickhouse, config.clickhouseCluster);
    await index.markIndexRestore(clickhouse, name, config.clickhouseCluster);
  }
  if (hasFiles) await rm(files, { recursive: true });
}

/** Some that the backup had may be gone in this version. */
function restoredTables({ postgres: { had, toCome } }: Steps): Set<string> {
  return new Set([...tablesOf(had), ...tablesOf([...had, ...toCome])]);
}

function restoredIndexTables({ clickhouse: { had, toCome } }: Steps, cluster: string | null): Set<string> {
  return new Set([...allIndexTablesOf(had, cluster), ...allIndexTablesOf([...had, ...toCome], cluster)]);
}

function mustBeRestored(where: string, tables: readonly string[], restored: ReadonlySet<string>): void {
  const others = tables.filter((name) => !restored.has(name));
  if (others.length === 0) return;
  throw new Error(
    `The ${where} has tables that no restore brought: ${others.join(', ')}; move them elsewhere, and try the restore again.`,
  );
}

function notEmpty(what: string): Error {
  return new Error(
    `A backup is restored only into an instance that has nothing, and ${what} is not empty; set MAGPIE_DATA_DIR, DATABASE_URL and CLICKHOUSE_URL to places that are.`,
  );
}

/** One transaction: the schema as it was, without foreign keys until every row is there. */
async function restoreDatabase(
  { db, log }: RestoreParts,
  had: readonly Migration[],
  { postgres }: Manifest,
  folder: string,
  say: (line: string) => void,
): Promise<void> {
  await migratePatiently(db.connection, had, log);
  const { own } = await findTables(db, had);
  const { told, others } = toldOf('PostgreSQL', own, postgres.tables);
  const names = own.map(({ name }) => name);
  const client = await connectForCopy(db.connection);
  const queries = queriesOf(client);
  try {
    await queries.query(sql.begin);
    const foreignKeys = await sql.listForeignKeys(queries);
    for (const key of foreignKeys) await queries.query(sql.dropForeignKey(key));
    await queries.query(sql.emptyTables(names));
    for (const table of told) {
      const copying = client.query(copyFrom(sql.copyIn(table)));
      const file = path.join(folder, places.postgres(table.name));
      await pipeline(createReadStream(file), createGunzip(), copying);
      if (copying.rowCount !== table.rows) throw wrongRows(table, copying.rowCount);
    }
    for (const key of foreignKeys) await queries.query(sql.addForeignKey(key));
    const numbering = new Set((await sql.listSequences(queries, names)).map(({ name }) => name));
    for (const sequence of postgres.sequences) {
      if (numbering.has(sequence.name)) await sql.setSequence(queries, sequence);
    }
    await queries.query(sql.commit);
  } finally {
    await client.end();
  }
  for (const line of leftOut('database', others)) say(line);
  say(`database: ${told.length} tables restored`);
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
  const { own } = await findIndexTables(clickhouse, config.clickhouseCluster, had);
  const { told, others } = toldOf('ClickHouse', own, manifest.clickhouse.tables);
  const copier = await clickhouse.openCopier();
  try {
    for (const table of told) {
      const { name, columns, rows } = table;
      const file = path.join(folder, places.clickhouse(name));
      // Of no rows the file has not even a beginning.
      if (rows !== 0) await copier.insert(name, columns, file);
      const came = await index.rowsOf(copier, name);
      // Of a cluster, what is derived may have grown between its count and its reading.
      if (came < rows) throw wrongRows(table, came);
      say(`index: ${name}, ${rows} rows restored`);
    }
  } finally {
    await copier.close();
  }
  for (const line of leftOut('index', others)) say(line);
}

/** What a backup tells of the tables that its schema version has, and what else it has, as older versions copied it. */
function toldOf(
  engine: string,
  own: readonly sql.StoredTable[],
  all: readonly BackedUpTable[],
): { readonly told: readonly BackedUpTable[]; readonly others: readonly string[] } {
  const names = new Set(own.map(({ name }) => name));
  const told = all.filter(({ name }) => names.has(name));
  if (shape(own) !== shape(told)) throw otherTables(engine);
  return { told, others: all.map(({ name }) => name).filter((name) => !names.has(name)) };
}

function mustHaveTables(engine: string, names: ReadonlySet<string>, all: readonly BackedUpTable[]): void {
  const had = new Set(all.map(({ name }) => name));
  if ([...names].some((name) => !had.has(name))) throw otherTables(engine);
}

function otherTables(engine: string): Error {
  return new Error(
    `The tables of the backup are not those that its ${engine} schema version has; restore it with the version of Magpie that made it.`,
  );
}

function shape(tables: readonly sql.StoredTable[]): string {
  return JSON.stringify(tables.map(({ name, columns }) => [name, columns]));
}

function wrongRows({ name, rows }: BackedUpTable, came: number): Error {
  return new Error(`Of the table ${name}, ${came} of ${rows} rows came to be there; try the restore again.`);
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
