import { contract } from '@magpie/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Catalog } from '../catalog.ts';
import { parseQuery } from '../query.ts';
import type { ClickHouse, ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { openAd, plainCatalog } from '../../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { createFacetCounter } from './facets.ts';
import { searchCondition } from './matching.sql.ts';
import type { SearchedAds } from './recentCounts.ts';

const [postgres] = postgresLanes;
const [lane] = clickhouseLanes;
if (postgres === undefined || lane === undefined) throw new Error('there is always an embedded lane');

const today = '2026-03-02';
const filters = { ...contract.ads.search.input.parse({}), advertiserIds: null };

let db: PostgresEngine;
let clickhouse: ClickHouseEngine;
let catalog: Catalog;
let reads = 0;
let isBroken = false;

/** Counts statements, and fails them on demand. */
const observed = (): ClickHouse =>
  new Proxy<ClickHouse>(clickhouse, {
    get: (target, name) => {
      if (name !== 'read') return Reflect.get(target, name) as unknown;
      return async (...args: Parameters<ClickHouse['read']>) => {
        reads += 1;
        if (isBroken) throw new Error('The engine is not available.');
        return target.read(...args);
      };
    },
  });

const search = (searchQuery: string): SearchedAds => ({
  clickhouse: observed(),
  matching: searchCondition(filters, parseQuery(searchQuery), today),
  unmerged: null,
});

const record = (key: string) =>
  catalog.recordAds([openAd({ key, bodies: ['Free shipping'], platforms: ['facebook'] })], {
    source: 'test',
    seenAt: new Date(`${today}T08:00:00Z`),
  });

beforeAll(async () => {
  db = await freshDatabase(postgres);
  clickhouse = await freshClickHouse(lane);
  catalog = plainCatalog(clickhouse, db);
  await record('meta:1');
});
afterAll(async () => {
  await clickhouse.close();
  await db.close();
});

it('counts the facets of a search once until the next recording', async () => {
  const count = createFacetCounter();
  const before = await count(search('shipping'), await catalog.recordings.newest());
  expect(before.describe('all').facets.platforms).toEqual({ facebook: 1 });
  const readOnce = reads;
  const again = await count(search('shipping'), await catalog.recordings.newest());
  expect([again.describe('fold').total, reads]).toEqual([1, readOnce]);
  await record('meta:2');
  const after = await count(search('shipping'), await catalog.recordings.newest());
  expect(after.describe('all')).toMatchObject({ total: 2, facets: { platforms: { facebook: 2 } } });
});

it('counts another search separately', async () => {
  const count = createFacetCounter();
  const recording = await catalog.recordings.newest();
  const [shipping, returns] = await Promise.all([
    count(search('shipping'), recording),
    count(search('returns'), recording),
  ]);
  expect(shipping.describe('all').total).toBeGreaterThan(0);
  expect(returns.describe('all').total).toBe(0);
});

it('counts again after a failure', async () => {
  const count = createFacetCounter();
  const recording = await catalog.recordings.newest();
  isBroken = true;
  await expect(count(search('shipping'), recording)).rejects.toThrow('not available');
  isBroken = false;
  expect((await count(search('shipping'), recording)).describe('all').total).toBeGreaterThan(0);
});
