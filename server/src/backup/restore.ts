import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createHash, randomBytes } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import { from as copyFrom } from 'pg-copy-streams';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { checksum as indexChecksum, migrateClickHouse } from '../db/clickhouse/migrate.ts';
import { migrations as indexMigrations, type IndexMigration } from '../db/clickhouse/migrations.sql.ts';
import type { Config } from '../config/config.ts';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import type { Logger } from '../config/log.ts';
import { migrateWithoutTimeouts, readMigrations, type Migration } from '../db/postgres/migrate.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import type { AppliedMigration } from '../db/postgres/migrate.sql.ts';
import { hasUnfinishedRestore } from '../db/postgres/session.sql.ts';
import * as index from './clickhouse.sql.ts';
import {
  checksumMismatch,
  listedFiles,
  verifyBackup,
  type BackedUpTable,
  type Manifest,
  paths,
} from './verify.ts';
import {
  connectForCopy,
  clientQueries,
  listAllMigratedIndexTables,
  findIndexTables,
  findTables,
  listMigratedIndexTables,
  skippedTables,
  listMigratedTables,
} from './snapshot.ts';
import * as sql from './postgres.sql.ts';

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

interface SchemaStep<Known> {
  readonly applied: readonly Known[];
  readonly pending: readonly Known[];
}

interface SchemaSteps {
  readonly postgres: SchemaStep<Migration>;
  readonly clickhouse: SchemaStep<IndexMigration>;
}

export interface Restorable {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly steps: SchemaSteps;
}

/** Verifies a backup and checks whether these migrations, by default those of this version, can restore it. */
export async function checkRestorable(folder: string, known?: KnownMigrations): Promise<Restorable> {
  const manifest = await verifyBackup(folder);
  const { postgres, clickhouse } = known ?? {
    postgres: await readMigrations(),
    clickhouse: indexMigrations,
  };
  const steps = {
    postgres: compareSchema('PostgreSQL', manifest.postgres.migrations, postgres, ({ checksum }) => checksum),
    clickhouse: compareSchema('ClickHouse', manifest.clickhouse.migrations, clickhouse, (migration) =>
      indexChecksum(migration, { kind: 'single' }),
    ),
  };
  assertHasTables('PostgreSQL', listMigratedTables(steps.postgres.applied), manifest.postgres.tables);
  assertHasTables(
    'ClickHouse',
    listMigratedIndexTables(steps.clickhouse.applied),
    manifest.clickhouse.tables,
  );
  return { folder, manifest, steps };
}

/** `checksum` is a parameter, because that of an index migration depends on the topology. */
function compareSchema<Known extends Pick<AppliedMigration, 'version'>>(
  engine: string,
  applied: readonly AppliedMigration[],
  known: readonly Known[],
  checksum: (migration: Known) => string,
): SchemaStep<Known> {
  const byVersion = new Map(known.map((migration) => [migration.version, migration]));
  for (const { version, name, checksum: backedUp } of applied) {
    const migration = byVersion.get(version);
    if (migration === undefined) {
      const newest = Math.max(0, ...byVersion.keys());
      throw new Error(
        `The backup has ${engine} schema version ${version} (${name}), but this version of Magpie supports up to ${newest}; restore it with the version that created it or a newer one.`,
      );
    }
    if (checksum(migration) !== backedUp) {
      throw new Error(
        `The ${engine} migration ${version} (${name}) of the backup differs from the one in this version of Magpie; restore it with the version that created it.`,
      );
    }
  }
  const versions = new Set(applied.map(({ version }) => version));
  return {
    applied: known.filter(({ version }) => versions.has(version)),
    pending: known.filter(({ version }) => !versions.has(version)),
  };
}

/**
 * Restores a backup into an empty instance. Until it has finished, both databases contain a marker: the one in PostgreSQL
 * prevents a server from starting, and both allow an interrupted restore to be repeated.
 */
export async function restoreBackup(
  parts: RestoreParts,
  backup: Restorable,
  print: (line: string) => void,
): Promise<void> {
  const client = await connectForCopy(parts.db.connection);
  try {
    if (!(await sql.tryLockRestore(clientQueries(client)))) {
      throw new Error('Another restore into this database is already running; wait for it to finish.');
    }
    await restoreLocked(parts, backup, print);
    // On this connection, which has no lock timeout. After a failure before this point the restore can be repeated.
    await sql.unmarkRestore(clientQueries(client));
  } finally {
    await client.end();
  }
  const { clickhouse, config, log } = parts;
  await index
    .removeIndexMark(clickhouse, config.clickhouseCluster)
    .catch((error: unknown) =>
      log.warn({ err: error }, 'restore marker not removed from the index; the next start removes it'),
    );
}

async function restoreLocked(
  parts: RestoreParts,
  { folder, manifest, steps }: Restorable,
  print: (line: string) => void,
): Promise<void> {
  const { postgres, clickhouse } = steps;
  await prepareTarget(parts, steps);
  await restoreDatabase(parts, postgres.applied, manifest, folder, print);
  await restoreIndex(parts, clickhouse.applied, manifest, folder, print);
  await restoreFiles(parts.files, manifest, folder);
  print(`files: ${manifest.files.count} restored`);
  await migrateWithoutTimeouts(parts.db.connection, [...postgres.applied, ...postgres.pending], parts.log);
  await migrateIndex(parts, [...clickhouse.applied, ...clickhouse.pending]);
}

/** Marks both databases and deletes what an interrupted restore left, but nothing else. */
async function prepareTarget({ db, clickhouse, config }: RestoreParts, steps: SchemaSteps): Promise<void> {
  const earlier = (await hasUnfinishedRestore(db)) ? await sql.currentRestore(db) : null;
  const earlierInIndex = await index.currentIndexRestore(clickhouse);
  const tables = (await sql.listTables(db)).map(({ name }) => name);
  const indexTables = await index.listClickHouseTables(clickhouse);
  const files = path.join(config.dataFolder, 'files');
  const hasFiles = config.s3Url === null && existsSync(files) && (await readdir(files)).length > 0;
  if (earlier === null && tables.length > 0) throw notEmpty('the database');
  if (earlier === null && hasFiles) throw notEmpty(`the folder ${files}`);
  if (indexTables.length > 0 && (earlier === null || earlierInIndex !== earlier)) throw notEmpty('the index');
  assertOnlyRestoredTables('database', tables, restoredTables(steps));
  assertOnlyRestoredTables('index', indexTables, restoredIndexTables(steps, config.clickhouseCluster));
  const name = earlier ?? randomBytes(8).toString('hex');
  if (earlier === null) await sql.markRestore(db, name);
  for (const table of tables) await sql.dropTable(db, table);
  for (const table of indexTables) await index.dropIndexTable(clickhouse, table, config.clickhouseCluster);
  if (earlierInIndex !== name) {
    await index.removeIndexMark(clickhouse, config.clickhouseCluster);
    await index.markIndexRestore(clickhouse, name, config.clickhouseCluster);
  }
  if (hasFiles) await rm(files, { recursive: true });
}

/** Includes tables of the backup that this version no longer has. */
function restoredTables({ postgres: { applied, pending } }: SchemaSteps): Set<string> {
  return new Set([...listMigratedTables(applied), ...listMigratedTables([...applied, ...pending])]);
}

function restoredIndexTables(
  { clickhouse: { applied, pending } }: SchemaSteps,
  cluster: string | null,
): Set<string> {
  return new Set([
    ...listAllMigratedIndexTables(applied, cluster),
    ...listAllMigratedIndexTables([...applied, ...pending], cluster),
  ]);
}

function assertOnlyRestoredTables(
  where: string,
  tables: readonly string[],
  restored: ReadonlySet<string>,
): void {
  const others = tables.filter((name) => !restored.has(name));
  if (others.length === 0) return;
  throw new Error(
    `The ${where} has tables that do not belong to Magpie: ${others.join(', ')}; move them elsewhere and repeat the restore.`,
  );
}

function notEmpty(what: string): Error {
  return new Error(
    `A backup can only be restored into an empty instance, and ${what} is not empty; set MAGPIE_DATA_DIR, DATABASE_URL and CLICKHOUSE_URL to empty targets.`,
  );
}

async function restoreDatabase(
  { db, log }: RestoreParts,
  applied: readonly Migration[],
  { postgres }: Manifest,
  folder: string,
  print: (line: string) => void,
): Promise<void> {
  await migrateWithoutTimeouts(db.connection, applied, log);
  const { own } = await findTables(db, applied);
  const { listed, others } = matchTables('PostgreSQL', own, postgres.tables);
  const names = own.map(({ name }) => name);
  const client = await connectForCopy(db.connection);
  const queries = clientQueries(client);
  try {
    await queries.query(sql.begin);
    const foreignKeys = await sql.listForeignKeys(queries);
    for (const key of foreignKeys) await queries.query(sql.dropForeignKey(key));
    for (const name of names) await queries.query(sql.setTriggers(name, 'DISABLE'));
    await queries.query(sql.emptyTables(names));
    for (const table of listed) {
      const copying = client.query(copyFrom(sql.copyIn(table)));
      const file = path.join(folder, paths.postgres(table.name));
      await pipeline(createReadStream(file), createGunzip(), copying);
      if (copying.rowCount !== table.rows) throw rowCountMismatch(table, copying.rowCount);
    }
    for (const name of names) await queries.query(sql.setTriggers(name, 'ENABLE'));
    for (const key of foreignKeys) await queries.query(sql.addForeignKey(key));
    const existing = new Set((await sql.listSequences(queries, names)).map(({ name }) => name));
    for (const sequence of postgres.sequences) {
      if (existing.has(sequence.name)) await sql.setSequence(queries, sequence);
    }
    await queries.query(sql.commit);
  } finally {
    await client.end();
  }
  for (const line of skippedTables('database', others)) print(line);
  print(`database: ${listed.length} tables restored`);
}

async function migrateIndex(
  { clickhouse, config, log }: RestoreParts,
  migrations: readonly IndexMigration[],
): Promise<void> {
  await migrateClickHouse(clickhouse, { cluster: config.clickhouseCluster, log, migrations });
}

async function restoreIndex(
  parts: RestoreParts,
  applied: readonly IndexMigration[],
  manifest: Manifest,
  folder: string,
  print: (line: string) => void,
): Promise<void> {
  const { clickhouse, config } = parts;
  await migrateIndex(parts, applied);
  const { own } = await findIndexTables(clickhouse, config.clickhouseCluster, applied);
  const { listed, others } = matchTables('ClickHouse', own, manifest.clickhouse.tables);
  const copier = await clickhouse.openCopier();
  try {
    for (const table of listed) {
      const { name, columns, rows } = table;
      const file = path.join(folder, paths.clickhouse(name));
      // The file of an empty table has no Native header.
      if (rows !== 0) await copier.insert(name, columns, file);
      const restored = await index.countRows(copier, name);
      // In a cluster, derived tables may have grown between count and copy.
      if (restored < rows) throw rowCountMismatch(table, restored);
      print(`index: ${name}, ${rows} rows restored`);
    }
  } finally {
    await copier.close();
  }
  for (const line of skippedTables('index', others)) print(line);
}

/** Splits the tables of a backup into those of its schema version and others, which older versions also copied. */
function matchTables(
  engine: string,
  own: readonly sql.StoredTable[],
  all: readonly BackedUpTable[],
): { readonly listed: readonly BackedUpTable[]; readonly others: readonly string[] } {
  const names = new Set(own.map(({ name }) => name));
  const listed = all.filter(({ name }) => names.has(name));
  if (columnSignature(own) !== columnSignature(listed)) throw schemaMismatch(engine);
  return { listed, others: all.map(({ name }) => name).filter((name) => !names.has(name)) };
}

function assertHasTables(engine: string, names: ReadonlySet<string>, all: readonly BackedUpTable[]): void {
  const backedUp = new Set(all.map(({ name }) => name));
  if ([...names].some((name) => !backedUp.has(name))) throw schemaMismatch(engine);
}

function schemaMismatch(engine: string): Error {
  return new Error(
    `The tables of the backup do not match its ${engine} schema version; restore it with the version of Magpie that created it.`,
  );
}

function columnSignature(tables: readonly sql.StoredTable[]): string {
  return JSON.stringify(tables.map(({ name, columns }) => [name, columns]));
}

function rowCountMismatch({ name, rows }: BackedUpTable, restored: number): Error {
  return new Error(
    `Only ${restored} of ${rows} rows of the table ${name} were restored; repeat the restore.`,
  );
}

/** Restores only files on the checksum list. */
async function restoreFiles(store: FileStore, { files }: Manifest, folder: string): Promise<void> {
  const beginning = paths.file('');
  let restored = 0;
  for await (const [name, sha256] of listedFiles(folder)) {
    if (!name.startsWith(beginning)) continue;
    const bytes = await readFile(path.join(folder, name));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw checksumMismatch(name);
    await store.write(name.slice(beginning.length), bytes);
    restored += 1;
  }
  if (restored === files.count) return;
  throw new Error(`Only ${restored} of ${files.count} files were restored; repeat the restore.`);
}
