import { EventEmitter, once } from 'node:events';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { assert, asyncProperty, constantFrom, integer, nat } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshTotals } from '../ads/catalog.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { migrations as indexMigrations } from '../db/clickhouse/migrations.sql.ts';
import { createLog } from '../config/log.ts';
import { type Migration, readMigrations } from '../db/postgres/migrate.ts';
import { openPostgres } from '../db/postgres/postgres.ts';
import { deleteUnusedMedia } from '../boards/media/storePicture.ts';
import { createStudioFiles, deleteUnusedFiles } from '../studio/storedFiles.ts';
import {
  backedUp,
  type Everything,
  everythingOf,
  filesBelow,
  fillSource,
  openSource,
  openTarget,
  type Source,
} from '../testing/backups.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { everyClickHouseLane, longerMigrations } from '../testing/clickhouse.ts';
import { addressOf, type PostgresLane, postgresLanes } from '../testing/postgres.ts';
import { makeBackup } from './backup.ts';
import { checkRestorable, restoreBackup } from './restore.ts';
import { verifyBackup } from './verify.ts';

const log = createLog('silent');
const never = new AbortController().signal;
const silent = (): void => undefined;

/** Each PostgreSQL with one kind of ClickHouse, restored into another of both. */
const moves = postgresLanes.map((lane, index) => {
  const to = postgresLanes[(index + 1) % postgresLanes.length] ?? lane;
  const [clickhouse, toClickhouse] =
    index % 2 === 0 ? everyClickHouseLane : ([everyClickHouseLane[1], everyClickHouseLane[0]] as const);
  return { name: `${lane.name}, ${clickhouse}`, lane, clickhouse, to, toClickhouse };
});

describe.each(moves)('a backup of $name', { timeout: 600_000 }, ({ lane, clickhouse, to, toClickhouse }) => {
  let folder: string;
  let before: Everything;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-backup-'));
    before = await backedUp(lane, clickhouse, folder);
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('contains data of both engines and the files, readable only by its owner', () => {
    expect(before.database['saved_ads']?.length).toBeGreaterThan(3);
    expect(before.index['snapshots']?.length).toBeGreaterThan(3);
    expect(before.files.size).toBe(6);
    expect(statSync(path.join(folder, 'backup')).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, 'backup', 'postgres', 'users.copy.gz')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).toSorted()).toEqual(['backup', 'data']);
  });

  it('restores every row, file and sequence into other engines, once', async () => {
    const target = await openTarget(to, toClickhouse, path.join(folder, 'restored'));
    try {
      await restoreBackup(target, await checkRestorable(path.join(folder, 'backup')), silent);
      expect(await everythingOf(target)).toEqual(before);
      const numbered = await target.db.query<{ id: number }>(
        `INSERT INTO teams (name, slug) VALUES ('New', 'new') RETURNING id`,
      );
      expect(numbered[0]?.id).toBe(2);
      await expect(
        restoreBackup(target, await checkRestorable(path.join(folder, 'backup')), silent),
      ).rejects.toThrow(
        'A backup can only be restored into an empty instance, and the database is not empty; set MAGPIE_DATA_DIR, DATABASE_URL and CLICKHOUSE_URL to empty targets.',
      );
    } finally {
      await target.close();
    }
  });
});

describe('a backup', { timeout: 600_000 }, () => {
  const [lane] = postgresLanes;
  let folder: string;
  let backup: string;
  let before: Everything;
  beforeAll(async () => {
    if (lane === undefined) throw new Error('There is no PostgreSQL.');
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-backup-'));
    backup = path.join(folder, 'backup');
    before = await backedUp(lane, 'embedded', folder);
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  const damage = async (name: string, spoil: (file: string) => void): Promise<string> => {
    const file = path.join(backup, name);
    const right = filesBelow(backup).get(name);
    spoil(file);
    try {
      return await verifyBackup(backup).then(
        () => 'nothing found',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    } finally {
      if (right === undefined) rmSync(file);
      else writeFileSync(file, right);
    }
  };

  it('is reported as damaged, with the file name, for any flipped bit', async () => {
    const files = filesBelow(backup);
    const flipped = async (name: string, at: number, bit: number): Promise<void> => {
      const bytes = Buffer.from(files.get(name) ?? '');
      bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
      const found = await damage(name, (file) => writeFileSync(file, bytes));
      expect(found).toBe(
        `The backup is damaged: ${name.replace('.sha256', '').replace('checksums', 'checksums.sha256')} does not match its checksum.`,
      );
    };
    for (const name of files.keys()) await flipped(name, 1_000_003, 5);
    await assert(asyncProperty(constantFrom(...files.keys()), nat(), integer({ min: 0, max: 7 }), flipped), {
      numRuns: 60,
    });
    await expect(verifyBackup(backup)).resolves.toMatchObject({ magpie: '0.1.0' });
  });

  it('is reported as damaged if a file is truncated, extended, missing or added', async () => {
    for (const name of ['postgres/users.copy.gz', 'clickhouse/ads.native.gz']) {
      const size = statSync(path.join(backup, name)).size;
      expect(await damage(name, (file) => truncateSync(file, size - 1))).toContain(name);
      expect(await damage(name, (file) => appendFileSync(file, 'x'))).toContain(name);
      expect(await damage(name, (file) => rmSync(file))).toBe(
        `The backup is damaged: ${name} cannot be read.`,
      );
    }
    expect(await damage('files/added', (file) => writeFileSync(file, ''))).toBe(
      'The backup contains an unknown file: files/added.',
    );
  });

  it('is reported as damaged if a file is replaced by a link', async () => {
    const name = [...filesBelow(backup).keys()].find((each) => each.startsWith('files/media/')) ?? '';
    const elsewhere = path.join(folder, 'elsewhere');
    renameSync(path.join(backup, name), elsewhere);
    symlinkSync(elsewhere, path.join(backup, name));
    try {
      await expect(verifyBackup(backup)).rejects.toThrow(`The backup is damaged: ${name} is a link.`);
    } finally {
      renameSync(elsewhere, path.join(backup, name));
    }
  });

  it('is not written into the data folder, not even through a link', async () => {
    if (lane === undefined) throw new Error('There is no PostgreSQL.');
    const source = await openSource(lane, 'embedded', folder);
    symlinkSync(path.join(folder, 'data'), path.join(folder, 'way'));
    try {
      for (const target of ['data/mine', 'data/files/new/mine', 'way/mine']) {
        const inside = path.join(folder, target);
        await expect(makeBackup(source, { target: inside, print: silent, stopping: never })).rejects.toThrow(
          `${inside} is inside the data folder ${source.config.dataFolder}; choose a folder outside of it, preferably on another disk.`,
        );
      }
      expect(readdirSync(path.join(folder, 'data'))).toEqual(['files']);
    } finally {
      rmSync(path.join(folder, 'way'));
      await source.close();
    }
  });

  it('is restored by one process at a time, across machines', async () => {
    if (lane === undefined) throw new Error('There is no PostgreSQL.');
    const target = await openTarget(lane, 'embedded', path.join(folder, 'twice'));
    const restorable = await checkRestorable(backup);
    try {
      const files = {
        ...target.files,
        write: async () => {
          await expect(restoreBackup(target, restorable, silent)).rejects.toThrow(
            'Another restore into this database is already running; wait for it to finish.',
          );
          throw new Error('looked');
        },
      };
      await expect(restoreBackup({ ...target, files }, restorable, silent)).rejects.toThrow('looked');
    } finally {
      await target.close();
    }
  });

  it('of a newer version is rejected; of an older one is upgraded, also after an interruption', async () => {
    if (lane === undefined) throw new Error('There is no PostgreSQL.');
    const dataFolder = path.join(folder, 'restored');
    const target = await openTarget(lane, 'embedded', dataFolder);
    const known = await readMigrations();
    const older = { postgres: known.slice(0, -1), clickhouse: indexMigrations };
    const newer = { postgres: [...known, laterMigration(known.length + 1)], clickhouse: longerMigrations };
    const broken = { ...target.files, write: () => Promise.reject(new Error('killed')) };
    try {
      await expect(checkRestorable(backup, older)).rejects.toThrow(
        /^The backup has PostgreSQL schema version \d+ \(\d+_\w+\.sql\), but this version of Magpie supports up to \d+; restore it with/,
      );
      const cutOff = restoreBackup(
        { ...target, files: broken },
        await checkRestorable(backup, newer),
        silent,
      );
      await expect(cutOff).rejects.toThrow('killed');
      const starting = openPostgres({ databaseUrl: addressOf(target.connection), dataFolder, log });
      await expect(starting).rejects.toThrow(
        'cannot be used: a restore into it did not finish; run the restore with the same backup again; check',
      );
      await restoreBackup(target, await checkRestorable(backup, newer), silent);
      expect(await target.db.query('SELECT ads FROM later')).toEqual([{ ads: 7 }]);
      expect(await target.clickhouse.read('SELECT count() AS rows FROM visits')).toEqual([{ rows: 0 }]);
      const { database, index, files } = await everythingOf(target);
      expect({ ...database, later: [], schema_migrations: [] }).toEqual({
        ...before.database,
        later: [],
        schema_migrations: [],
      });
      expect(index).toMatchObject(before.index);
      expect(files).toEqual(before.files);
    } finally {
      await target.close();
    }
  });
});

describe('during a backup', { timeout: 600_000 }, () => {
  it('recordings continue and are not included, deleted files are kept, and a second backup is rejected', async () => {
    const [lane] = postgresLanes;
    if (lane === undefined) throw new Error('There is no PostgreSQL.');
    const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-backup-'));
    const before = await backedUpMeanwhile(lane, folder);
    const target = await openTarget(lane, 'embedded', path.join(folder, 'restored'));
    try {
      await restoreBackup(target, await checkRestorable(path.join(folder, 'backup')), silent);
      expect(await everythingOf(target)).toEqual(before);
    } finally {
      await target.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('waits for a running recording of another node; data derived between clones is derived again', async () => {
    const [lane] = postgresLanes;
    if (lane === undefined) throw new Error('There is no PostgreSQL.');
    const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-backup-'));
    const before = await backedUpBetween(lane, folder);
    const target = await openTarget(lane, 'embedded', path.join(folder, 'restored'));
    try {
      await restoreBackup(target, await checkRestorable(path.join(folder, 'backup')), silent);
      const { database, index } = await everythingOf(target);
      expect(database).toEqual(before.database);
      expect(index).toEqual({ ...before.index, advertiser_totals: index['advertiser_totals'] });
    } finally {
      await target.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('a cancelled backup leaves neither a folder nor tables', async () => {
    const [lane] = postgresLanes;
    if (lane === undefined) throw new Error('There is no PostgreSQL.');
    const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-backup-'));
    const source = await openSource(lane, 'embedded', folder);
    const stopped = new AbortController();
    try {
      await fillSource(source);
      const stopping = makeBackup(source, {
        target: path.join(folder, 'backup'),
        print: () => stopped.abort(),
        stopping: stopped.signal,
      });
      await expect(stopping).rejects.toThrow('aborted');
      expect(readdirSync(folder)).toEqual(['data']);
      expect(
        await source.clickhouse.read(`SELECT name FROM system.tables WHERE name LIKE 'backup_of%'`),
      ).toEqual([]);
    } finally {
      await source.close();
      rmSync(folder, { recursive: true });
    }
  });
});

function laterMigration(version: number): Migration {
  const statements = ['CREATE TABLE later AS SELECT count(*) AS ads FROM saved_ads'];
  return { version, name: 'later.sql', checksum: 'later', statements };
}

/** A backup during which ads are recorded, an image is deleted, and another backup is started; returns the state before. */
async function backedUpMeanwhile(lane: PostgresLane, folder: string): Promise<Everything> {
  const source = await openSource(lane, 'embedded', folder);
  const studio = createStudioFiles({ db: source.db, files: source.files, log });
  try {
    await fillSource(source);
    const before = await everythingOf(source);
    const [image] = await source.db.query<{ keys: string[] }>(
      `SELECT array[file_key, thumbnail_key] AS keys FROM brand_images`,
    );
    const meanwhile = async (): Promise<void> => {
      const sighting = { source: 'file', seenAt: new Date() };
      await source.catalog.recordAds([openAd({ key: 'meta:later' })], sighting);
      await source.db.query(`DELETE FROM brand_images`);
      await source.db.query(`UPDATE studio_files SET delete_at = now()`);
      await studio.remove(image?.keys ?? []);
      expect(await deleteUnusedFiles(source.db, source.files)).toBe(0);
      await source.db.query(`DELETE FROM kept_media`);
      await source.db.query(`UPDATE kept_files SET used_at = now() - interval '2 hours'`);
      expect(await deleteUnusedMedia(source.db, source.files)).toBe(0);
      await expect(
        makeBackup(source, { target: path.join(folder, 'second'), print: silent, stopping: never }),
      ).rejects.toThrow('Another backup is already running; wait for it to finish.');
    };
    // At the moment that is backed up, before anything is copied.
    const catalog = {
      withWriteLock: async <Result>(work: () => Promise<Result>): Promise<Result> => {
        const result = await source.catalog.withWriteLock(work);
        await meanwhile();
        return result;
      },
    };
    await makeBackup(
      { ...source, catalog },
      { target: path.join(folder, 'backup'), print: silent, stopping: never },
    );
    expect(await deleteUnusedFiles(source.db, source.files)).toBe(2);
    expect(await deleteUnusedMedia(source.db, source.files)).toBeGreaterThan(0);
    return before;
  } finally {
    await source.close();
  }
}

/**
 * A backup that begins when a recording has written its ads and not yet its notes, and between whose clones totals are counted;
 * what there was before the first of them.
 */
async function backedUpBetween(lane: PostgresLane, folder: string): Promise<Everything> {
  const source = await openSource(lane, 'embedded', folder);
  const events = new EventEmitter();
  const [written, released] = [once(events, 'written'), once(events, 'released')];
  const slow: ClickHouse = {
    ...source.clickhouse,
    insert: async (...args) => {
      await source.clickhouse.insert(...args);
      events.emit('written');
      await released;
    },
  };
  let clones = 0;
  let after: Everything | undefined;
  const watched: Source['clickhouse'] = {
    ...source.clickhouse,
    write: async (...args) => {
      if (args[0].includes('CLONE AS')) clones += 1;
      if (clones === 1) after = await everythingOf(source);
      if (clones === 2) await refreshTotals(source.clickhouse);
      await source.clickhouse.write(...args);
    },
  };
  try {
    await fillSource(source);
    const later = { source: 'file', seenAt: new Date() };
    const recording = plainCatalog(slow, source.db).recordAds([openAd({ key: 'meta:later' })], later);
    await written;
    const backup = makeBackup(
      { ...source, clickhouse: watched },
      { target: path.join(folder, 'backup'), print: silent, stopping: never },
    );
    for (let turn = 0; turn < 100; turn += 1) await source.db.query('SELECT 1');
    expect(clones).toBe(0);
    events.emit('released');
    await Promise.all([recording, backup]);
    if (after === undefined) throw new Error('Nothing was cloned.');
    return after;
  } finally {
    events.emit('released');
    await source.close();
  }
}
