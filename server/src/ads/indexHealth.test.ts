import { closeSync, ftruncateSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openClickHouse, type ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '../db/clickhouse/migrate.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { silentLog, temporaryFolder } from '../testing/clickhouse.ts';
import { freshDatabase } from '../testing/postgres.ts';
import { anyLane } from '../testing/process.ts';
import { acceptLoss, checkIndex, checkLosses, type Damage, listDamage } from './indexHealth.ts';
import { recordedAds } from './indexHealth.sql.ts';
import { expectRemoval } from './catalog.ts';

const seen = { source: 'test', seenAt: new Date('2026-03-01T08:00:00Z') };

describe('damage to the ad index', { timeout: 600_000 }, () => {
  let db: PostgresEngine;
  let dataFolder: string;
  let clickhouse: ClickHouseEngine;

  const open = async (): Promise<void> => {
    clickhouse = await openClickHouse({ url: null, cluster: null, dataFolder, log: silentLog });
  };
  const record = async (from: number, to: number): Promise<void> => {
    const ads = Array.from({ length: to - from }, (_, at) => openAd({ key: `meta:${from + at}` }));
    await plainCatalog(clickhouse, db).recordAds(ads, seen);
  };
  const losses = async (): Promise<Damage[]> => {
    await checkLosses({ clickhouse, db }, silentLog);
    return listDamage(db);
  };
  const allDamage = async (): Promise<Damage[]> => {
    await db.query('UPDATE recordings SET verified_at = NULL');
    await checkIndex({ clickhouse, db }, silentLog, new AbortController().signal);
    return listDamage(db);
  };
  /** Modifies the first part of `ads`, which contains the first recording, while ClickHouse is closed. */
  const damageFirstPart = async (change: (folder: string) => void): Promise<string> => {
    const [first] = await clickhouse.read<{ name: string }>(
      `SELECT name FROM system.parts WHERE table = 'ads' AND active ORDER BY min_block_number LIMIT 1`,
    );
    const part = first?.name ?? '';
    await clickhouse.close();
    change(path.join(dataFolder, 'clickhouse/data/magpie/ads', part));
    await open();
    return part;
  };

  beforeAll(async () => {
    dataFolder = await temporaryFolder();
    await open();
    await migrateClickHouse(clickhouse, { cluster: null, log: silentLog });
  });
  beforeEach(async () => {
    db = await freshDatabase(anyLane);
    // Merges would change which rows are in which part.
    await clickhouse.write('SYSTEM STOP MERGES ads');
    await checkLosses({ clickhouse, db }, silentLog);
    await record(0, 20);
    await record(20, 26);
  });
  afterEach(async () => {
    for (const table of [
      'ads',
      'ad_places',
      'advertisers',
      'sightings',
      'snapshots',
      'events',
      'trending_ads',
      'page_uses',
    ])
      await clickhouse.write(`TRUNCATE TABLE ${table}`);
    await db.close();
  });
  afterAll(async () => {
    await clickhouse.close();
    rmSync(dataFolder, { recursive: true });
  });

  it('is not reported for an intact index', async () => {
    expect([await allDamage(), await recordedAds(db)]).toEqual([[], 26]);
  });

  it('removed ads do not count as missing, also after an interrupted removal', async () => {
    // A deletion is a merge.
    await clickhouse.write('SYSTEM START MERGES ads');
    const catalog = plainCatalog(clickhouse, db);
    const remove = (keys: string): Promise<number> => catalog.removeAds({ keys, source: 'test' });
    expect(await remove('^meta:2[0-5]$')).toBe(6);
    expect([await losses(), await recordedAds(db)]).toEqual([[], 20]);
    // Interrupted before anything is deleted.
    expect(await expectRemoval(clickhouse, db, '^meta:1[0-9]$')).toBe(10);
    expect([await losses(), await recordedAds(db)]).toEqual([[], 10]);
    // Fails after the ads are deleted and before the commit.
    const refuse = (freeBytes: number): Promise<void> =>
      clickhouse.write(
        `ALTER TABLE marks MODIFY SETTING min_free_disk_bytes_to_perform_insert = ${freeBytes}`,
      );
    await refuse(2 ** 60);
    await expect(remove('^meta:1[0-9]$')).rejects.toMatchObject({ code: '243' });
    await refuse(0);
    expect([await losses(), await recordedAds(db)]).toEqual([[], 10]);
    expect(await remove('^meta:1[0-9]$')).toBe(0);
    expect([await losses(), await recordedAds(db)]).toEqual([[], 10]);
  });

  it('a truncated part is reported with the number of missing ads', async () => {
    const part = await damageFirstPart((folder) => {
      const file = openSync(path.join(folder, 'data.bin'), 'r+');
      ftruncateSync(file, 100);
      closeSync(file);
    });
    expect(await losses()).toEqual([
      { kind: 'detached', table: 'ads', detail: expect.stringContaining(part) },
      { kind: 'missing', table: 'ads', detail: '20 of 26 ads are missing' },
    ]);
    // The ads exist again after recording; the detached part is still there.
    await record(0, 20);
    expect((await losses()).map(({ kind }) => kind)).toEqual(['detached']);
    expect(await acceptLoss({ clickhouse, db })).toHaveLength(1);
    expect([await losses(), await recordedAds(db)]).toEqual([[], 26]);
  });

  it('a part with a deleted folder is reported until the loss is accepted', async () => {
    await damageFirstPart((folder) => rmSync(folder, { recursive: true }));
    expect(await losses()).toEqual([{ kind: 'missing', table: 'ads', detail: '20 of 26 ads are missing' }]);
    await acceptLoss({ clickhouse, db });
    expect([await losses(), await recordedAds(db)]).toEqual([[], 6]);
  });

  it('missing ads stay missing when others are removed', async () => {
    await damageFirstPart((folder) => rmSync(folder, { recursive: true }));
    const removed = await plainCatalog(clickhouse, db).removeAds({ keys: '^meta:2[0-2]$', source: 'test' });
    expect(removed).toBe(3);
    expect(await losses()).toEqual([{ kind: 'missing', table: 'ads', detail: '20 of 23 ads are missing' }]);
  });

  it('a changed byte is detected by the checksums, and the part can be dropped', async () => {
    const part = await damageFirstPart((folder) => flipByte(path.join(folder, 'data.bin')));
    const corrupt = { kind: 'corrupt', table: 'ads', detail: part };
    expect(await allDamage()).toContainEqual(corrupt);
    await acceptLoss({ clickhouse, db });
    expect([await allDamage(), await recordedAds(db)]).toEqual([[], 6]);
  });
});

function flipByte(name: string): void {
  const file = openSync(name, 'r+');
  const [byte, at] = [Buffer.alloc(1), Math.floor(statSync(name).size / 2)];
  readSync(file, byte, 0, 1, at);
  writeSync(file, Buffer.from([byte.readUInt8() ^ 0xff]), 0, 1, at);
  closeSync(file);
}
