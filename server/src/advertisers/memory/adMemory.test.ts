import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Catalog } from '../../ads/catalog.ts';
import { researchCacheBytes } from '../../config/metrics.ts';
import { advertiserId } from '../../ads/identity.ts';
import { newestRecording } from '../../ads/writeLock.sql.ts';
import type { ClickHouse, ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { openAd, plainCatalog } from '../../testing/catalog.ts';
import { freshClickHouse } from '../../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { expectAgreement } from '../../testing/reference/callHandlers.ts';
import { someAds } from '../../testing/reference/someAds.ts';
import { buildColumns } from './adColumns.ts';
import { readAdColumns } from './adColumns.sql.ts';
import { createAdMemory, type AdMemory, type AdMemoryParts } from './adMemory.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

let db: PostgresEngine;
let clickhouse: ClickHouseEngine;
let node: Catalog;
let otherNode: Catalog;
let memory: AdMemory;
let statements: string[];

beforeAll(async () => {
  db = await freshDatabase(postgres);
  clickhouse = await freshClickHouse('embedded');
  [node, otherNode] = [plainCatalog(clickhouse, db), plainCatalog(clickhouse, db)];
});
afterAll(async () => {
  await clickhouse.close();
  await db.close();
});

const openMemory = (options: Partial<AdMemoryParts> = {}): AdMemory => {
  const noting: ClickHouse = {
    ...clickhouse,
    read: (statement, parameters) => {
      statements.push(statement);
      return clickhouse.read(statement, parameters);
    },
  };
  const { changedBetween } = node.recordings;
  return createAdMemory({ clickhouse: noting, maxBytes: 10_000_000, changedBetween, ...options });
};

beforeEach(() => {
  statements = [];
  memory = openMemory();
});

const sighting = (day: number) => ({ source: 'test', seenAt: new Date(Date.UTC(2026, 0, day)) });
let day = 0;
const record = (catalog: Catalog, name: string, ...keys: string[]) => {
  day += 1;
  const ads = keys.map((key) =>
    openAd({ advertiser: { name }, bodies: [`${key} ${day}`], key: `meta:${key}` }),
  );
  return catalog.recordAds(ads, sighting(day));
};

const readColumns = async (name: string) =>
  (await memory.read(advertiserId(name), await newestRecording(db)))?.columns;
const loadColumns = async (name: string) =>
  buildColumns(await readAdColumns(clickhouse, [advertiserId(name)], 1_000_000));
const bodiesOf = async (name: string) => {
  const columns = await readColumns(name);
  return columns?.texts.filter((text) => /^\w+ \d+$/.test(text)).toSorted();
};

describe('the ads in memory', () => {
  it('are read once for concurrent questions', async () => {
    await record(node, 'Once', 'once1', 'once2');
    const read = await Promise.all([1, 2, 3].map(() => readColumns('Once')));
    expect(read.map((columns) => columns?.count)).toEqual([2, 2, 2]);
    expect(statements).toHaveLength(1);
  });

  it('of many advertisers are read in few statements, also if some of them are large', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Batch ${index}`);
    for (const [index, name] of names.entries()) {
      const keys = Array.from({ length: index % 5 === 0 ? 9 : 1 }, (_, key) => `b${index}x${key}`);
      await record(node, name, ...keys);
    }
    const expected = await Promise.all(names.map(loadColumns));
    const newest = await newestRecording(db);
    const readAll = async () => {
      const read = await Promise.all(names.map((name) => memory.read(advertiserId(name), newest)));
      return read.map((ads) => ads?.columns);
    };
    expect(await readAll()).toEqual(expected);
    expect(statements.length).toBeLessThanOrEqual(5);
    // The rows of one statement are limited to those that one advertiser may have.
    statements = [];
    memory = openMemory({ maxAds: 10 });
    expect(await readAll()).toEqual(expected);
    expect(statements.length).toBeLessThan(names.length);
  });

  it('are read again neither after a recording of other advertisers nor after one without ads', async () => {
    await record(node, 'Still', 'still1');
    const before = await readColumns('Still');
    await record(node, 'Somebody else', 'else1');
    await node.refreshTotals();
    statements = [];
    expect(await readColumns('Still')).toBe(before);
    expect(statements).toEqual([]);
  });

  it('are extended by a recording, with ads that are new, changed or of another advertiser now', async () => {
    await record(node, 'Grows', 'g1', 'g2', 'g3');
    await readColumns('Grows');
    const [first, second] = [day, day + 1];
    await record(node, 'Grows', 'g2', 'g4');
    await record(node, 'Takes over', 'g3');
    expect(await bodiesOf('Grows')).toEqual([`g1 ${first}`, `g2 ${first}`, `g2 ${second}`, `g4 ${second}`]);
    expect(await readColumns('Grows')).toEqual(await loadColumns('Grows'));
    expect(await readColumns('Takes over')).toEqual(await loadColumns('Takes over'));
  });

  it('are extended by a recording of another node', async () => {
    await record(node, 'Elsewhere', 'w1');
    await readColumns('Elsewhere');
    await record(otherNode, 'Elsewhere', 'w2');
    expect(await bodiesOf('Elsewhere')).toEqual([`w1 ${day - 1}`, `w2 ${day}`]);
    await record(otherNode, 'Somebody else', 'else1');
    const before = await readColumns('Elsewhere');
    expect(await readColumns('Elsewhere')).toBe(before);
  });

  it('are those of a failed recording too, of which a part is stored', async () => {
    let isFailing = false;
    const write: ClickHouse['write'] = (statement, parameters) =>
      isFailing ? Promise.reject(new Error('disk full')) : clickhouse.write(statement, parameters);
    const flaky = plainCatalog({ ...clickhouse, write }, db);
    memory = openMemory({ changedBetween: flaky.recordings.changedBetween });
    await record(flaky, 'Fails', 'f1');
    await readColumns('Fails');
    isFailing = true;
    await expect(record(flaky, 'Fails', 'f2')).rejects.toThrow('disk full');
    isFailing = false;
    await record(flaky, 'Somebody else', 'else2');
    expect(await bodiesOf('Fails')).toEqual([`f1 ${day - 2}`, `f2 ${day - 1}`]);
  });

  it('are dropped when ads are removed on any node', async () => {
    for (const [index, catalog] of [node, otherNode].entries()) {
      await record(node, 'Cleared', 'stays', `gone${index}`);
      await readColumns('Cleared');
      await catalog.removeAds({ keys: `^meta:gone${index}$`, source: 'nowhere' });
      expect((await bodiesOf('Cleared'))?.filter((text) => text.startsWith('gone'))).toEqual([]);
    }
  });

  it('are the row of the advertiser too', async () => {
    const id = advertiserId('Logo');
    const read = async () => memory.advertiser(id, await newestRecording(db));
    expect(await read()).toBeUndefined();
    for (const [index, catalog] of [node, otherNode].entries()) {
      day += 1;
      const advertiser = { name: 'Logo', logoUrl: `https://cdn.example/${index}.png` };
      await catalog.recordAds([openAd({ advertiser, key: 'meta:logo' })], sighting(day));
      expect(await read()).toMatchObject({ name: 'Logo', brand_logo: advertiser.logoUrl });
    }
    statements = [];
    await read();
    expect(statements).toEqual([]);
  });

  it('are not held beyond the bound on ads', async () => {
    await record(node, 'Large', 'l1', 'l2', 'l3');
    memory = openMemory({ maxAds: 2 });
    expect(await readColumns('Large')).toBeUndefined();
    statements = [];
    expect(await readColumns('Large')).toBeUndefined();
    expect(statements).toEqual([]);
    memory = openMemory({ maxAds: 3 });
    expect(await readColumns('Large')).toMatchObject({ count: 3 });
    await record(node, 'Large', 'l4');
    expect(await readColumns('Large')).toBeUndefined();
  });

  it('are not read if the advertiser is known to have too many', async () => {
    await record(node, 'Counted', 'c1', 'c2', 'c3');
    memory = openMemory({ maxAds: 2, knownAds: (id) => (id === advertiserId('Counted') ? 3 : 0) });
    statements = [];
    expect(await readColumns('Counted')).toBeUndefined();
    expect(statements).toEqual([]);
    memory = openMemory({ maxAds: 3, knownAds: () => 3 });
    expect(await readColumns('Counted')).toMatchObject({ count: 3 });
  });

  it('are evicted when the memory is full, those that were not read for the longest time first', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Evicted ${index}`);
    for (const name of names) await record(node, name, `${advertiserId(name)}`);
    const bytes = (await readColumns('Evicted 0'))?.bytes ?? 0;
    expect(bytes).toBeGreaterThan(0);
    const maxBytes = 6 * (bytes + 2000);
    memory = openMemory({ maxBytes });
    for (const name of names) await readColumns(name);
    const held = (await researchCacheBytes.get()).values[0]?.value ?? 0;
    expect(held).toBeGreaterThan(4 * bytes);
    expect(held).toBeLessThanOrEqual(maxBytes);
    statements = [];
    await readColumns('Evicted 11');
    expect(statements).toEqual([]);
    await readColumns('Evicted 0');
    expect(statements).toHaveLength(1);
  });

  it('equal those of the tables after any sequence of changes', () => {
    const names = ['Éclair', 'Straße', 'Istanbul Moda'];
    const someNode = fc.constantFrom('node', 'otherNode');
    const someChange = fc.oneof(
      fc.record({ kind: fc.constant('record'), by: someNode, seed: fc.nat(), from: fc.nat(40) }),
      fc.record({ kind: fc.constantFrom('enrich', 'remove', 'ask'), by: someNode, seed: fc.nat(9) }),
    );
    return expectAgreement(fc.array(someChange, { minLength: 5, maxLength: 8 }), 4, async (changes) => {
      memory = openMemory();
      for (const { kind, by, seed, ...more } of changes) {
        const catalog = by === 'node' ? node : otherNode;
        if ('from' in more) {
          day += 1;
          await catalog.recordAds(someAds(seed, { from: more.from, count: 15 }), sighting(day));
        }
        if (kind === 'enrich') {
          await catalog.enrichAgain({ not: {} }, new AbortController().signal, () => undefined);
        }
        if (kind === 'remove') await catalog.removeAds({ keys: `^meta:\\d?${seed}$`, source: 'nowhere' });
        for (const name of names) expect(await readColumns(name)).toEqual(await loadColumns(name));
      }
    });
  });
});
