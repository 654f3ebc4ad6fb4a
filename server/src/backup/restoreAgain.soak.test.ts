import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInstance } from '../app.ts';
import { openClickHouse } from '../db/clickhouse/clickhouse.ts';
import { readConfig } from '../config/config.ts';
import { openDataFolder } from '../config/dataFolder.ts';
import { createLog } from '../config/log.ts';
import { hasUnfinishedRestore } from '../db/postgres/session.sql.ts';
import { backedUp, type Everything, everythingOf, openTarget } from '../testing/backups.ts';
import { addressOf, emptyDatabase, postgresLanes } from '../testing/postgres.ts';
import { currentIndexRestore, listClickHouseTables } from './clickhouse.sql.ts';
import { checkRestorable, restoreBackup } from './restore.ts';

const log = createLog('silent');
const silent = (): void => undefined;

describe('a restore that did not finish', { timeout: 600_000 }, () => {
  const [lane] = postgresLanes;
  if (lane === undefined) throw new Error('There is no PostgreSQL.');
  let folder: string;
  let backup: string;
  let before: Everything;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-backup-'));
    backup = path.join(folder, 'backup');
    before = await backedUp(lane, 'embedded', folder);
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('can be repeated even if only the marker in PostgreSQL is left', async () => {
    const target = await openTarget(lane, 'embedded', path.join(folder, 'marked'));
    const restorable = await checkRestorable(backup);
    const write: typeof target.files.write = async (...args) => {
      await target.db.query('CREATE OR REPLACE VIEW looking AS SELECT * FROM unfinished_restore');
      return target.files.write(...args);
    };
    try {
      const failing = { ...target, files: { ...target.files, write } };
      await expect(restoreBackup(failing, restorable, silent)).rejects.toThrow('unfinished_restore');
      expect(await hasUnfinishedRestore(target.db)).toBe(true);
      await target.db.query('DROP VIEW looking');
      await restoreBackup(target, restorable, silent);
      expect(await everythingOf(target)).toEqual(before);
      expect(await hasUnfinishedRestore(target.db)).toBe(false);
      expect(await currentIndexRestore(target.clickhouse)).toBe(null);
    } finally {
      await target.close();
    }
  });

  it('is complete if only the marker in the index is left, which the next start removes', async () => {
    const dataFolder = path.join(folder, 'half-marked');
    const target = await openTarget(lane, 'embedded', dataFolder);
    await target.clickhouse.close();
    const clickhouse = await openClickHouse({ url: null, cluster: null, dataFolder, log });
    const failing: typeof clickhouse = {
      ...clickhouse,
      write: (statement, ...args) =>
        statement.startsWith('DROP TABLE') && statement.includes('unfinished_restore')
          ? Promise.reject(new Error('lost'))
          : clickhouse.write(statement, ...args),
    };
    try {
      await restoreBackup({ ...target, clickhouse: failing }, await checkRestorable(backup), silent);
      expect(await currentIndexRestore(clickhouse)).not.toBe(null);
      await clickhouse.close();
      const config = readConfig({
        MAGPIE_DATA_DIR: dataFolder,
        DATABASE_URL: addressOf(target.connection),
      });
      const instance = await openInstance(openDataFolder(dataFolder), config, log);
      try {
        expect(await currentIndexRestore(instance.clickhouse)).toBe(null);
        const { database, index } = await everythingOf({ ...target, ...instance });
        expect([database, index['ads']]).toEqual([before.database, before.index['ads']]);
      } finally {
        await instance.close();
      }
    } finally {
      await target.db.close();
    }
  });

  it('prevents a start from writing to the index', async () => {
    const dataFolder = path.join(folder, 'refused');
    const db = await emptyDatabase(lane);
    try {
      await db.query(`CREATE TABLE unfinished_restore AS SELECT 'name' AS name`);
      const config = readConfig({ MAGPIE_DATA_DIR: dataFolder, DATABASE_URL: addressOf(db.connection) });
      await expect(openInstance(openDataFolder(dataFolder), config, log)).rejects.toThrow(
        'a restore into it did not finish',
      );
      const clickhouse = await openClickHouse({ url: null, cluster: null, dataFolder, log });
      expect(await listClickHouseTables(clickhouse)).toEqual([]);
      await clickhouse.close();
    } finally {
      await db.close();
    }
  });
});
