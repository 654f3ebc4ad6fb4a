import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, realpath, statfs, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import path from 'node:path';
import { to as copyTo } from 'pg-copy-streams';
import { MagpieError } from '@magpie/contract/errors';
import { readApplied } from '../db/postgres/migrate.sql.ts';
import { readMigrations } from '../db/postgres/migrate.ts';
import { appliedMigrations, checksum } from '../db/clickhouse/migrate.ts';
import { migrations as indexMigrations } from '../db/clickhouse/migrations.sql.ts';
import { installedVersion } from '../system/system.ts';
import * as index from './clickhouse.sql.ts';
import {
  verifyChecksumList,
  type BackedUpTable,
  type Manifest,
  paths,
  checksumLine,
  type ChecksummedFile,
  writeWithChecksum,
} from './verify.ts';
import {
  withSnapshot,
  type BackupParts,
  type Snapshot,
  findIndexTables,
  findTables,
  skippedTables,
} from './snapshot.ts';
import * as sql from './postgres.sql.ts';
import { writeAtomically } from './writeAtomically.ts';

export interface BackupOptions {
  readonly target: string;
  readonly print: (line: string) => void;
  readonly stopping: AbortSignal;
}

export async function makeBackup(parts: BackupParts, options: BackupOptions): Promise<Manifest> {
  await assertOutsideDataFolder(parts.config.dataFolder, options.target);
  return writeAtomically(options.target, async (folder) => {
    await checkRoom(parts, folder);
    return writeBackup(parts, { ...options, folder });
  });
}

/** A backup inside the data folder would be lost together with the data. */
async function assertOutsideDataFolder(dataFolder: string, target: string): Promise<void> {
  if (!existsSync(dataFolder)) return;
  const from = path.relative(
    await realpath(dataFolder),
    await realpath(existingParent(path.dirname(target))),
  );
  if (from.split(path.sep)[0] === '..' || path.isAbsolute(from)) return;
  throw new MagpieError(
    'BAD_REQUEST',
    `${target} is inside the data folder ${dataFolder}; choose a folder outside of it, preferably on another disk.`,
  );
}

interface WriteOptions extends BackupOptions {
  readonly folder: string;
}

async function writeBackup(parts: BackupParts, options: WriteOptions): Promise<Manifest> {
  const list = await openChecksumList(options.folder);
  try {
    const copied = await copyContents(parts, options, async (name, source, gzip) => {
      const file = await writeWithChecksum(options.folder, name, source, {
        gzip,
        stopping: options.stopping,
      });
      await list.add(file);
      return file;
    });
    const manifest: Manifest = {
      format: 'magpie backup 1',
      magpie: installedVersion(),
      ...copied,
      checksums: await list.end(),
    };
    await writeManifest(options.folder, manifest);
    // Fails if the folder was replaced during the backup.
    await verifyChecksumList(options.folder, manifest);
    return manifest;
  } finally {
    await list.close();
  }
}

type BackupContents = Pick<Manifest, 'takenAt' | 'postgres' | 'clickhouse' | 'files'>;
type WriteFile = (name: string, source: AsyncIterable<Uint8Array>, gzip: boolean) => Promise<ChecksummedFile>;

function copyContents(parts: BackupParts, options: WriteOptions, write: WriteFile): Promise<BackupContents> {
  return withSnapshot(
    parts,
    (snapshot) => {
      options.print(
        `snapshot: ${snapshot.at.toISOString()}, taken in ${Math.round(snapshot.milliseconds)} ms`,
      );
      return copyIndex(parts, options, write);
    },
    async (snapshot, clickhouse) => {
      const postgres = await copyDatabase(parts, snapshot, options, write);
      const files = await copyFiles(parts, snapshot, options, write);
      return { takenAt: snapshot.at.toISOString(), postgres, clickhouse, files };
    },
  );
}

interface ChecksumList {
  add(file: ChecksummedFile): Promise<void>;
  end(): Promise<Manifest['checksums']>;
  close(): Promise<void>;
}

/** Appends checksums as files are written, so that the list is never held in memory. */
async function openChecksumList(folder: string): Promise<ChecksumList> {
  const output = await open(path.join(folder, paths.checksums), 'wx', 0o600);
  const hash = createHash('sha256');
  const sum = { files: 0, bytes: 0 };
  return {
    async add(file) {
      const line = checksumLine(file);
      hash.update(line);
      sum.files += 1;
      sum.bytes += file.bytes;
      await output.appendFile(line);
    },
    async end() {
      await output.sync();
      return { sha256: hash.digest('hex'), ...sum };
    },
    close: () => output.close(),
  };
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const json = `${JSON.stringify(manifest, null, 2)}\n`;
  const sha256 = createHash('sha256').update(json).digest('hex');
  const options = { mode: 0o600, flush: true };
  await writeFile(path.join(folder, paths.manifest), json, options);
  await writeFile(path.join(folder, paths.seal), checksumLine({ path: paths.manifest, sha256 }), options);
}

/** Backups compress better than the databases, so the size of the databases is an upper bound. */
async function checkRoom({ db, clickhouse, config }: BackupParts, folder: string): Promise<void> {
  const needed =
    (await sql.databaseBytes(db)) + (await index.indexBytes(clickhouse, config.clickhouseCluster));
  const disk = await statfs(folder);
  const free = disk.bavail * disk.bsize;
  if (free > needed) return;
  throw new MagpieError(
    'BAD_REQUEST',
    `A backup may need ${megabytes(needed)}, but ${path.dirname(folder)} has only ${megabytes(free)} free; choose a folder on a larger disk.`,
  );
}

function existingParent(folder: string): string {
  return existsSync(folder) ? folder : existingParent(path.dirname(folder));
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

async function copyIndex(
  { clickhouse, config }: BackupParts,
  { print }: WriteOptions,
  write: WriteFile,
): Promise<Manifest['clickhouse']> {
  const { clickhouseCluster: cluster } = config;
  const copier = await clickhouse.openCopier();
  try {
    const { own, others } = await findIndexTables(clickhouse, cluster, indexMigrations);
    const counts = new Map<string, number>();
    for (const { name, columns } of index.marksFirst(own)) {
      const source = cluster === null ? index.cloneName(name) : name;
      // In a cluster, derived tables may grow during the copy: this count is a lower bound.
      const rows = await index.countRows(copier, source);
      const read = copier.read(index.readTable(source, columns), 'Native');
      const { bytes } = await write(paths.clickhouse(name), read, true);
      counts.set(name, rows);
      print(`index: ${name}, ${rows} rows, ${megabytes(bytes)}`);
    }
    for (const line of skippedTables('index', others)) print(line);
    const tables = own.map(({ name, columns }) => ({ name, columns, rows: counts.get(name) ?? 0 }));
    return { engine: clickhouse.description, migrations: await indexSchema(clickhouse), tables };
  } finally {
    await copier.close();
  }
}

/** Uses the checksums of a single server, so that a backup of a cluster can be restored to one. */
async function indexSchema(
  clickhouse: BackupParts['clickhouse'],
): Promise<Manifest['clickhouse']['migrations']> {
  const known = new Map(indexMigrations.map((migration) => [migration.version, migration]));
  return (await appliedMigrations(clickhouse)).map(({ version, name, checksum: applied }) => {
    const migration = known.get(version);
    return { version, name, checksum: migration ? checksum(migration, { kind: 'single' }) : applied };
  });
}

async function copyDatabase(
  { db }: BackupParts,
  snapshot: Snapshot,
  { print }: WriteOptions,
  write: WriteFile,
): Promise<Manifest['postgres']> {
  const tables: BackedUpTable[] = [];
  let bytes = 0;
  const { own, others } = await findTables(snapshot.db, await readMigrations());
  for (const table of own) {
    const rows = snapshot.client.query(copyTo(sql.copyOut(table)));
    bytes += (await write(paths.postgres(table.name), rows, true)).bytes;
    tables.push({ ...table, rows: rows.rowCount });
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  print(`database: ${tables.length} tables, ${rows} rows, ${megabytes(bytes)}`);
  for (const line of skippedTables('database', others)) print(line);
  const names = own.map(({ name }) => name);
  const [migrations, sequences] = [
    await readApplied(snapshot.db),
    await sql.listSequences(snapshot.db, names),
  ];
  return { engine: db.description, migrations, tables, sequences };
}

const filesPerPage = 1000;

async function copyFiles(
  { files }: BackupParts,
  snapshot: Snapshot,
  { print, stopping }: WriteOptions,
  write: WriteFile,
): Promise<Manifest['files']> {
  const copied = { count: 0, bytes: 0, lost: 0 };
  for (let after = ''; ;) {
    const page = await sql.listStoredFiles(snapshot.db, after, filesPerPage);
    for (const { key, isUsed } of page) {
      stopping.throwIfAborted();
      // Read completely, because the storage retries a file that arrived partially.
      const bytes = await files.read(key);
      if (bytes === null) {
        if (isUsed) copied.lost += 1;
        continue;
      }
      copied.bytes += (await write(paths.file(key), Readable.from([bytes]), false)).bytes;
      copied.count += 1;
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.key;
  }
  print(`files: ${copied.count}, ${megabytes(copied.bytes)}`);
  return copied;
}
