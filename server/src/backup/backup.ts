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
import { type BackedUpTable, type Manifest, places } from './manifest.ts';
import { atOneMoment, type BackupParts, type Moment } from './moment.ts';
import * as sql from './postgres.sql.ts';
import { checksumLine, type SummedFile, writeSummed } from './summedFile.ts';
import { findIndexTables, findTables, leftOut } from './tables.ts';
import { writeAtomically } from './unfinished.ts';
import { checkList } from './verify.ts';

export interface BackupOrder {
  /** The folder that the backup becomes; not there yet. */
  readonly target: string;
  readonly say: (line: string) => void;
  readonly stopping: AbortSignal;
}

/** Writes everything that this instance keeps, as it is at one moment, while it goes on. */
export async function makeBackup(parts: BackupParts, order: BackupOrder): Promise<Manifest> {
  await refuseOwnFolder(parts.config.dataFolder, order.target);
  return writeAtomically(order.target, async (folder) => {
    await checkRoom(parts, folder);
    return writeBackup(parts, { ...order, folder });
  });
}

/** It would be lost with what it is there to bring back. */
async function refuseOwnFolder(dataFolder: string, target: string): Promise<void> {
  if (!existsSync(dataFolder)) return;
  const from = path.relative(await realpath(dataFolder), await realpath(nearestFolder(path.dirname(target))));
  if (from.split(path.sep)[0] === '..' || path.isAbsolute(from)) return;
  throw new MagpieError(
    'BAD_REQUEST',
    `${target} is inside the data folder ${dataFolder}; give a folder outside of it, best on another disk.`,
  );
}

interface Writing extends BackupOrder {
  readonly folder: string;
}

async function writeBackup(parts: BackupParts, order: Writing): Promise<Manifest> {
  const list = await openList(order.folder);
  try {
    const copied = await copyAll(parts, order, async (name, source, gzip) => {
      const file = await writeSummed(order.folder, name, source, { gzip, stopping: order.stopping });
      await list.add(file);
      return file;
    });
    const manifest: Manifest = {
      format: 'magpie backup 1',
      magpie: installedVersion(),
      ...copied,
      checksums: await list.end(),
    };
    await writeManifest(order.folder, manifest);
    // Whoever took the folder away meanwhile has taken the list with it.
    await checkList(order.folder, manifest);
    return manifest;
  } finally {
    await list.close();
  }
}

type Copied = Pick<Manifest, 'takenAt' | 'postgres' | 'clickhouse' | 'files'>;
type WriteFile = (name: string, source: AsyncIterable<Uint8Array>, gzip: boolean) => Promise<SummedFile>;

function copyAll(parts: BackupParts, order: Writing, write: WriteFile): Promise<Copied> {
  return atOneMoment(
    parts,
    (moment) => {
      order.say(`moment: ${moment.at.toISOString()}, taken in ${Math.round(moment.milliseconds)} ms`);
      return copyIndex(parts, order, write);
    },
    async (moment, clickhouse) => {
      const postgres = await copyDatabase(parts, moment, order, write);
      const files = await copyFiles(parts, moment, order, write);
      return { takenAt: moment.at.toISOString(), postgres, clickhouse, files };
    },
  );
}

interface List {
  add(file: SummedFile): Promise<void>;
  end(): Promise<Manifest['checksums']>;
  close(): Promise<void>;
}

/** The list of checksums is written as files are, so that none of it is kept in memory. */
async function openList(folder: string): Promise<List> {
  const output = await open(path.join(folder, places.checksums), 'wx', 0o600);
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
  const told = `${JSON.stringify(manifest, null, 2)}\n`;
  const sha256 = createHash('sha256').update(told).digest('hex');
  const options = { mode: 0o600, flush: true };
  await writeFile(path.join(folder, places.manifest), told, options);
  await writeFile(path.join(folder, places.seal), checksumLine({ path: places.manifest, sha256 }), options);
}

/** A copy is compressed more than the engines do it, so what they take is room enough. */
async function checkRoom({ db, clickhouse, config }: BackupParts, folder: string): Promise<void> {
  const needed =
    (await sql.bytesOfDatabase(db)) + (await index.bytesOfIndex(clickhouse, config.clickhouseCluster));
  const disk = await statfs(folder);
  const free = disk.bavail * disk.bsize;
  if (free > needed) return;
  throw new MagpieError(
    'BAD_REQUEST',
    `A backup may take ${megabytes(needed)}, and ${path.dirname(folder)} has ${megabytes(free)} free; give a folder on a larger disk.`,
  );
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder));
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

async function copyIndex(
  { clickhouse, config }: BackupParts,
  { say }: Writing,
  write: WriteFile,
): Promise<Manifest['clickhouse']> {
  const { clickhouseCluster: cluster } = config;
  const copier = await clickhouse.openCopier();
  try {
    const { own, others } = await findIndexTables(clickhouse, cluster, indexMigrations);
    const counts = new Map<string, number>();
    for (const { name, columns } of index.marksFirst(own)) {
      const source = cluster === null ? index.cloneOf(name) : name;
      // Of a cluster, what is derived may grow while it is read: no fewer than before are read.
      const rows = await index.rowsOf(copier, source);
      const read = copier.read(index.readTable(source, columns), 'Native');
      const { bytes } = await write(places.clickhouse(name), read, true);
      counts.set(name, rows);
      say(`index: ${name}, ${rows} rows, ${megabytes(bytes)}`);
    }
    for (const line of leftOut('index', others)) say(line);
    const tables = own.map(({ name, columns }) => ({ name, columns, rows: counts.get(name) ?? 0 }));
    return { engine: clickhouse.description, migrations: await indexSchema(clickhouse), tables };
  } finally {
    await copier.close();
  }
}

/** By the checksums of a single server, so that a backup of a cluster fits a single one. */
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
  moment: Moment,
  { say }: Writing,
  write: WriteFile,
): Promise<Manifest['postgres']> {
  const tables: BackedUpTable[] = [];
  let bytes = 0;
  const { own, others } = await findTables(moment.db, await readMigrations());
  for (const table of own) {
    const rows = moment.client.query(copyTo(sql.copyOut(table)));
    bytes += (await write(places.postgres(table.name), rows, true)).bytes;
    tables.push({ ...table, rows: rows.rowCount });
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(`database: ${tables.length} tables, ${rows} rows, ${megabytes(bytes)}`);
  for (const line of leftOut('database', others)) say(line);
  const names = own.map(({ name }) => name);
  const [migrations, sequences] = [await readApplied(moment.db), await sql.listSequences(moment.db, names)];
  return { engine: db.description, migrations, tables, sequences };
}

const filesInPage = 1000;

async function copyFiles(
  { files }: BackupParts,
  moment: Moment,
  { say, stopping }: Writing,
  write: WriteFile,
): Promise<Manifest['files']> {
  const copied = { count: 0, bytes: 0, lost: 0 };
  for (let after = ''; ;) {
    const page = await sql.notedFiles(moment.db, after, filesInPage);
    for (const { key, isUsed } of page) {
      stopping.throwIfAborted();
      // Read whole, since a storage is asked again for a file of which only a part came.
      const bytes = await files.read(key);
      if (bytes === null) {
        if (isUsed) copied.lost += 1;
        continue;
      }
      copied.bytes += (await write(places.file(key), Readable.from([bytes]), false)).bytes;
      copied.count += 1;
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.key;
  }
  say(`files: ${copied.count}, ${megabytes(copied.bytes)}`);
  return copied;
}
