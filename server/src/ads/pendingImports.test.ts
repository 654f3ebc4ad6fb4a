import type { OpenAd } from '@magpie/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClickHouse, ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import type { Catalog } from './catalog.ts';
import { adChangesOfImport } from './adChanges.ts';
import { alignRecordings } from './recordings.ts';
import { endedImports, lockPendingImport } from './pendingImports.sql.ts';

let clickhouse: ClickHouseEngine;
beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
});
afterAll(() => clickhouse.close());

const sighting = { source: 'test', seenAt: new Date('2026-03-02T08:00:00Z') };
let ads = 0;
const newAd = (): OpenAd => {
  ads += 1;
  return openAd({ key: `meta:${ads}`, landingPageUrl: `https://acme.example/${ads}` });
};

describe.each(postgresLanes)('pending imports on PostgreSQL %s', (lane) => {
  let db: PostgresEngine;
  let catalog: Catalog;
  beforeAll(async () => {
    db = await freshDatabase(lane);
    catalog = plainCatalog(clickhouse, db);
    // Numbers of another database would look like interrupted recordings.
    await alignRecordings(clickhouse, db);
  });
  beforeEach(async () => void (await db.query('DELETE FROM untold_imports')));
  afterAll(() => db.close());

  const longAgo = new Date(0);
  const untold = () => endedImports(db, longAgo, 100);
  /** The ads that rules would match, and whether they were the first on their page. */
  const found = async (): Promise<[string, boolean][]> => {
    const recordings = (await untold()).flatMap((each) => each.recordings);
    const happenings: [string, boolean][] = [];
    for await (const part of adChangesOfImport(clickhouse, { recordings, advertiserIds: null })) {
      happenings.push(
        ...part.map((each): [string, boolean] => [each.after.landingPage ?? '', each.pageFirstDay !== null]),
      );
    }
    return happenings;
  };
  const landingPageKey = ({ landingPageUrl }: OpenAd): string =>
    landingPageUrl?.replace('https://', '') ?? '';

  it('contain all recordings of an import after its end', async () => {
    const importId = 'of two batches';
    await catalog.recordAds([newAd()], { ...sighting, importId });
    expect(await untold()).toEqual([]);
    await catalog.recordAds([newAd()], { ...sighting, importId });
    await catalog.endImport(importId);
    const newest = await plainCatalog(clickhouse, db).recordings.newest();
    expect(await untold()).toEqual([
      { id: importId, recordings: [newest - 1, newest], lastRecordedAt: expect.any(Date) },
    ]);
    expect(await endedImports(db, new Date(Date.now() + 1000), 100)).toHaveLength(1);
  });

  it('that never end are found after a while without recordings', async () => {
    await catalog.recordAds([newAd()], { ...sighting, importId: 'cut off' });
    expect(await endedImports(db, new Date(Date.now() - 60_000), 100)).toEqual([]);
    expect(await endedImports(db, new Date(Date.now() + 60_000), 100)).toMatchObject([{ id: 'cut off' }]);
  });

  it('trigger a notification at their end, and a recording without import at once', async () => {
    const client = new Client(db.connection);
    const heard: string[] = [];
    client.on('notification', ({ channel }) => heard.push(channel));
    await client.connect();
    await client.query('LISTEN magpie_imports');
    const announced = async (): Promise<number> => {
      await client.query('SELECT');
      return heard.length;
    };
    await catalog.recordAds([newAd()], { ...sighting, importId: 'a' });
    expect(await announced()).toBe(0);
    await catalog.endImport('a');
    expect(await announced()).toBe(1);
    await catalog.endImport('of nothing');
    expect(await announced()).toBe(1);
    await catalog.recordAds([newAd()], sighting);
    expect(await announced()).toBe(2);
    await client.end();
  });

  it('stay pending while recordings are added', async () => {
    await catalog.recordAds([newAd()], { ...sighting, importId: 'slow' });
    const [seen] = await endedImports(db, new Date(Date.now() + 60_000), 1);
    if (seen === undefined) throw new Error('it is on the list');
    await catalog.recordAds([newAd()], { ...sighting, importId: 'slow' });
    expect(await db.transaction((tx) => lockPendingImport(tx, seen))).toBe(false);
    const [now] = await endedImports(db, new Date(Date.now() + 60_000), 1);
    expect(await db.transaction((tx) => lockPendingImport(tx, now ?? seen))).toBe(true);
  });

  it('contain the events of a failed recording, also if its number was not stored', async () => {
    const ad = newAd();
    await expect(failingAtCommit(clickhouse).recordAds([ad], sighting)).rejects.toThrow('gone');
    expect(await untold()).toEqual([]);
    await catalog.optimize();
    expect(await found()).toEqual([[landingPageKey(ad), true]]);
  });

  it('contain the events of an interrupted recording after the next start', async () => {
    const ad = newAd();
    await expect(failingAtCommit(clickhouse).recordAds([ad], sighting)).rejects.toThrow('gone');
    await alignRecordings(clickhouse, db);
    expect(await found()).toEqual([[landingPageKey(ad), true]]);
    await db.query('DELETE FROM untold_imports');
    await alignRecordings(clickhouse, db);
    expect(await untold()).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5])(
    'contain an ad that is recorded again after an interruption at write %i, still as the first on its page',
    async (writes) => {
      const ad = newAd();
      const cutOff = plainCatalog(failingAfter(clickhouse, writes), db);
      await cutOff.recordAds([ad], sighting).catch(() => undefined);
      const before = await found();
      await db.query('DELETE FROM untold_imports');
      await catalog.recordAds([ad], sighting);
      const isFirst: [string, boolean] = [landingPageKey(ad), true];
      // After the row of the ad is written, the recording is complete and not repeated; before it, there is nothing to report.
      expect([...before, ...(await found())]).toEqual([isFirst]);
    },
  );

  /** A catalog whose database connection is lost before the commit of a recording. */
  function failingAtCommit(engine: ClickHouse): Catalog {
    let running = 0;
    let isGone = false;
    return plainCatalog(engine, {
      ...db,
      transaction: async (work) => {
        if (isGone) throw new Error('gone');
        running += 1;
        return db.transaction(async (tx) => {
          const result = await work(tx);
          running -= 1;
          // The others, such as that of the number, end within the transaction of the recording.
          isGone = running === 0;
          if (isGone) throw new Error('gone');
          return result;
        });
      },
    });
  }
});

function failingAfter(engine: ClickHouse, writes: number): ClickHouse {
  let left = writes;
  return {
    ...engine,
    insert: (table, rows) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('cut off')) : engine.insert(table, rows);
    },
  };
}
