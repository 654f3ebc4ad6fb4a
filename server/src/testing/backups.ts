import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { listBackupTables, readTable } from '../backup/clickhouse.sql.ts';
import { listTables } from '../backup/postgres.sql.ts';
import { makeBackup } from '../backup/backup.ts';
import type { BackupParts } from '../backup/snapshot.ts';
import type { RestoreParts } from '../backup/restore.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { readConfig } from '../config/config.ts';
import { folderStore } from '../integrations/storage/files.ts';
import { createLog } from '../config/log.ts';
import type { Postgres, PostgresEngine } from '../db/postgres/postgres.ts';
import { createStudioFiles } from '../studio/storedFiles.ts';
import { openAd, plainCatalog } from './catalog.ts';
import { type ClickHouseLane, emptyClickHouse, freshClickHouse } from './clickhouse.ts';
import { emptyDatabase, freshDatabase, type PostgresLane } from './postgres.ts';
import type { LaneConnection } from './postgresLane.ts';
import { fillLibrary } from './savedLibrary.ts';
import { addAiImage, addBrandImage } from './studioImages.ts';

const log = createLog('silent');

/** Every row of every table, as text and in order. */
export type AllRows = Readonly<Record<string, readonly string[]>>;

export async function rowsOfDatabase(db: Postgres): Promise<AllRows> {
  const tables: Record<string, string[]> = {};
  for (const { name } of await listTables(db)) {
    const rows = await db.query<{ row: string }>(`SELECT each::text AS row FROM "${name}" AS each`);
    tables[name] = rows.map(({ row }) => row).toSorted();
  }
  return tables;
}

export async function rowsOfIndex(clickhouse: ClickHouseEngine): Promise<AllRows> {
  const tables: Record<string, string[]> = {};
  const copier = await clickhouse.openCopier();
  for (const { name, columns } of await listBackupTables(clickhouse, null)) {
    const rows = await text(Readable.from(copier.read(readTable(name, columns), 'JSONEachRow')));
    tables[name] = rows.split('\n').toSorted();
  }
  await copier.close();
  return tables;
}

/** Every file below a folder with its content, by its path. */
export function filesBelow(folder: string): Map<string, Buffer> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
  return new Map(found.map((file) => [path.relative(folder, file), readFileSync(file)]));
}

export interface Everything {
  readonly database: AllRows;
  readonly index: AllRows;
  readonly files: Map<string, Buffer>;
}

export interface Source extends BackupParts {
  readonly catalog: ReturnType<typeof plainCatalog>;
  close(): Promise<void>;
}

export async function openSource(lane: PostgresLane, kind: ClickHouseLane, folder: string): Promise<Source> {
  const db = await freshDatabase(lane);
  const clickhouse = await freshClickHouse(kind);
  return {
    db,
    clickhouse,
    files: folderStore(path.join(folder, 'data', 'files')),
    config: readConfig({ MAGPIE_DATA_DIR: path.join(folder, 'data') }),
    catalog: plainCatalog(clickhouse, db),
    close: () => closeAll(db, clickhouse),
  };
}

async function closeAll(db: PostgresEngine, clickhouse: ClickHouseEngine): Promise<void> {
  await clickhouse.close();
  await db.close();
}

/** People, boards, saved ads with pictures, images; an index in which ads were seen twice and one has moved. */
export async function fillSource({ db, files, catalog }: Source): Promise<void> {
  await fillLibrary(db, files);
  const [ann] = await db.query<{ id: string }>(`SELECT id FROM users ORDER BY email LIMIT 1`);
  const studio = createStudioFiles({ db, files, log });
  await addBrandImage(db, studio, { userId: ann?.id ?? '' });
  await addAiImage(db, studio, { userId: ann?.id ?? '' });
  const seen = (day: number) => ({ source: 'file', seenAt: new Date(Date.UTC(2026, 1, day)) });
  const ads = (likes: number) =>
    Array.from({ length: 40 }, (_, index) =>
      openAd({
        key: `meta:${index}`,
        bodies: [`Näher am „Ziel“\t${index}\n走る`],
        engagement: { likes: likes * index },
        advertiser: { name: index === 3 && likes > 1 ? 'Others' : 'Acme' },
      }),
    );
  await catalog.recordAds(ads(1), seen(1));
  await catalog.recordAds(ads(2), seen(2));
}

/** Makes a backup of some of everything in `<folder>/backup`, and says what is in it. */
export async function backedUp(
  lane: PostgresLane,
  kind: ClickHouseLane,
  folder: string,
): Promise<Everything> {
  const source = await openSource(lane, kind, folder);
  try {
    await fillSource(source);
    await makeBackup(source, {
      target: path.join(folder, 'backup'),
      print: () => undefined,
      stopping: new AbortController().signal,
    });
    return await everythingOf(source);
  } finally {
    await source.close();
  }
}

type Target = RestoreParts & {
  readonly connection: LaneConnection;
  close(): Promise<void>;
};

export async function openTarget(
  lane: PostgresLane,
  kind: ClickHouseLane,
  dataFolder: string,
): Promise<Target> {
  const db = { ...(await emptyDatabase(lane)), description: 'PostgreSQL' };
  const clickhouse = await emptyClickHouse(kind);
  const config = readConfig({ MAGPIE_DATA_DIR: dataFolder });
  const files = folderStore(path.join(dataFolder, 'files'));
  return {
    db,
    connection: db.connection,
    clickhouse,
    files,
    config,
    log,
    close: () => closeAll(db, clickhouse),
  };
}

export async function everythingOf({ db, clickhouse, config }: Source | Target): Promise<Everything> {
  return {
    database: await rowsOfDatabase(db),
    index: await rowsOfIndex(clickhouse),
    files: filesBelow(path.join(config.dataFolder, 'files')),
  };
}
