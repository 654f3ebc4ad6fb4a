import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouse, ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { advertisersById } from './ads.sql.ts';
import { createAliases } from './aliases.ts';
import type { Catalog } from './catalog.ts';
import { advertiserId } from './identity.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const names = ['Ada', 'Bee', 'Cid', 'Dot', 'Eve', 'Fay'];

describe.each(clickhouseLanes)('aliases in memory, on %s', (lane) => {
  let db: PostgresEngine;
  let clickhouse: ClickHouseEngine;
  let catalog: Catalog;
  beforeAll(async () => {
    [db, clickhouse] = await Promise.all([freshDatabase(postgres), freshClickHouse(lane)]);
    catalog = plainCatalog(clickhouse, db);
  });
  afterAll(async () => {
    await clickhouse.close();
    await db.close();
  });

  let ads = 0;
  const record = (seen: readonly { readonly name: string; readonly page: string }[]) =>
    catalog.recordAds(
      seen.map(({ name, page }) =>
        openAd({ key: `meta:${(ads += 1)}`, advertiser: { name, externalId: page } }),
      ),
      { source: 'test', seenAt: new Date(Date.UTC(2026, 0, 1) + ads * 1000) },
    );
  const open = (engine: ClickHouse) =>
    createAliases({ clickhouse: engine, newestRecording: () => catalog.recordings.newest() });

  /** As the rows of the advertisers say. */
  const readStored = async (id: number) => {
    const [row] = await advertisersById(clickhouse, [id]);
    const owner = row === undefined || row.alias_of === 0 ? id : row.alias_of;
    const [advertiser] = await advertisersById(clickhouse, [owner]);
    return { owner, related: [id, owner, ...(advertiser?.names ?? []).map(([nameId]) => nameId)] };
  };
  const distinct = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);

  it('agree with the stored advertisers after each recording and removal', { timeout: 240_000 }, async () => {
    const aliases = open(clickhouse);
    const joined: number[] = [];
    const sighting = fc.record({
      name: fc.nat({ max: names.length - 1 }),
      page: fc.nat({ max: 3 }),
    });
    const property = fc.asyncProperty(
      fc.nat(),
      fc.array(fc.array(sighting, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
      async (world, batches) => {
        const named = names.map((name) => `${name} ${world}`);
        for (const batch of batches) {
          await record(
            batch.map(({ name, page }) => ({ name: named[name] ?? '', page: `${world}-${page}` })),
          );
          const ids = named.map(advertiserId);
          const stored = await Promise.all(ids.map(readStored));
          expect(await aliases.resolveNames(named)).toEqual(stored.map(({ owner }) => owner));
          for (const [at, { related }] of stored.entries())
            expect(distinct(await aliases.relatedIds([ids[at] ?? 0]))).toEqual(distinct(related));
          expect(distinct(await aliases.relatedIds(ids))).toEqual(
            distinct(stored.flatMap(({ related }) => related)),
          );
          joined.push(...ids.filter((id, at) => id !== stored[at]?.owner));
        }
      },
    );
    await fc.assert(property, { numRuns: 8 });
    expect(joined).not.toEqual([]);
    expect(await aliases.resolveIds(joined)).not.toEqual(joined);

    await catalog.removeAds({ keys: '^meta:', source: 'none' });
    expect(await aliases.resolveIds(joined)).toEqual(joined);
    expect(await aliases.relatedIds(joined)).toEqual([...new Set(joined)]);
  });

  it('are read once for each recording', async () => {
    let reads = 0;
    const read: ClickHouse['read'] = (statement, parameters) => {
      reads += 1;
      return clickhouse.read<never>(statement, parameters);
    };
    const aliases = open({ ...clickhouse, read });
    await record([{ name: 'Old Name', page: 'renamed' }]);
    const ids = ['Old Name', 'New Name'].map(advertiserId);
    await Promise.all([aliases.relatedIds(ids), aliases.resolveIds(ids), aliases.resolveNames(names)]);
    expect(reads).toBe(1);
    await record([{ name: 'New Name', page: 'renamed' }]);
    expect(await aliases.resolveIds(ids)).toEqual([ids[0], ids[0]]);
    expect(await aliases.relatedIds(ids.slice(1))).toEqual(ids.toReversed());
    expect(reads).toBe(2);
  });

  it('are read again after a failure', async () => {
    let isDown = true;
    const read: ClickHouse['read'] = (statement, parameters) =>
      isDown ? Promise.reject(new Error('down')) : clickhouse.read<never>(statement, parameters);
    const aliases = open({ ...clickhouse, read });
    await expect(aliases.resolveIds([1])).rejects.toThrow('down');
    isDown = false;
    expect(await aliases.resolveIds([1])).toEqual([1]);
  });
});
