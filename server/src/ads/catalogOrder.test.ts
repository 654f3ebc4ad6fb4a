import type { OpenAdInput } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClickHouse, ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { createMemoryIndex, type SightedAd } from '../testing/memoryIndex.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { enginePropertyRuns } from '../testing/propertySeed.ts';
import { emptyIndex } from '../testing/recordingNodes.ts';
import { shuffledBatches, someSighting } from '../testing/someSightings.ts';
import { adChangesBetween, adChangesOfImport, type AdChange } from './adChanges.ts';
import { adsByHash, findEvents, findSnapshots } from './ads.sql.ts';
import type { Catalog } from './catalog.ts';
import { adHash } from './identity.ts';
import type { AdEvent, KnownAd } from './knownAd.ts';
import { endedImports } from './pendingImports.sql.ts';
import { fromRow } from './rows.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

let db: PostgresEngine;
let clickhouse: ClickHouseEngine;
let catalog: Catalog;
beforeAll(async () => {
  [db, clickhouse] = await Promise.all([freshDatabase(postgres), freshClickHouse('embedded')]);
  catalog = plainCatalog(clickhouse, db);
});
beforeEach(async () => {
  await emptyIndex(clickhouse);
  await db.query('DELETE FROM untold_imports');
});
afterAll(() => Promise.all([db.close(), clickhouse.close()]));

/** What must not depend on the order. */
function comparable(ad: KnownAd | null | undefined) {
  if (ad === null || ad === undefined) return null;
  const { hash, key, advertiserId, facts, firstSeenAt, lastSeenAt, lastConfirmedAt, freshnessDays } = ad;
  const seen = { firstSeenAt, lastSeenAt, lastConfirmedAt, freshnessDays };
  return { hash, key, advertiserId, facts, seen, latest: ad.latest, digest: ad.digest };
}

const plain = ({ kind, at, changes }: Pick<AdEvent, 'kind' | 'at' | 'changes'>) => ({ kind, at, changes });

async function readResult(hash: string) {
  const [rows, events, snapshots] = await Promise.all([
    adsByHash(clickhouse, [hash]),
    findEvents(clickhouse, [hash]),
    findSnapshots(clickhouse, [hash]),
  ]);
  return {
    ads: rows.map((row) => comparable(fromRow(row))),
    events: events.map((each) => plain({ ...each, changes: JSON.parse(each.changes) as AdEvent['changes'] })),
    measurements: snapshots.map(({ hash: _hash, ...measurement }) => measurement),
  };
}

/** Splits a batch into recordings of one source each. */
async function record(batch: readonly SightedAd[], into: Catalog = catalog): Promise<void> {
  const sources = new Map<string, SightedAd[]>();
  for (const each of batch) {
    sources.set(each.sighting.source, [...(sources.get(each.sighting.source) ?? []), each]);
  }
  for (const seen of sources.values()) {
    const [first] = seen;
    if (first !== undefined) {
      await into.recordAds(
        seen.map(({ ad }) => ad),
        first.sighting,
      );
    }
  }
}

const withKey = (key: string) => (each: SightedAd) => ({ ...each, ad: { ...each.ad, key } });

describe('two counts of the time of one import', () => {
  const recordOn = (day: string, ...ads: Partial<OpenAdInput>[]) =>
    catalog.recordAds(
      ads.map((ad) => openAd({ key: 'meta:1', ...ad })),
      { source: 'test', seenAt: new Date(`${day}T12:00:00Z`) },
    );

  it.each([[[5, 500]], [[500, 5]]])('recorded as %j are stored as the higher one', async (counts) => {
    await recordOn('2026-02-27', { bodies: ['First'] });
    await recordOn('2026-02-28', { bodies: ['Second'] });
    for (const value of counts) await recordOn('2026-03-01', { reach: { value }, bodies: [`To ${value}`] });
    const hash = adHash('meta:1');
    const [row] = await adsByHash(clickhouse, [hash]);
    expect([row?.reach, row?.captured_reach]).toEqual([500, 500]);
    expect((await findSnapshots(clickhouse, [hash])).map(({ reach }) => reach)).toEqual([500]);
  });

  it.each([[[5, 500]], [[500, 5]]])(
    'in one file as %j are stored as the higher one, even if that was known before',
    async (counts) => {
      await recordOn('2026-02-28', { reach: { value: 500 } });
      await recordOn('2026-03-01', ...counts.map((value) => ({ reach: { value } })));
      const [row] = await adsByHash(clickhouse, [adHash('meta:1')]);
      expect([row?.reach, row?.captured_reach]).toEqual([500, 500]);
    },
  );
});

describe('sightings in any order and any batches', () => {
  it(
    'give the same ads, events and measurements as a plain fold in memory',
    { timeout: 600_000 },
    async () => {
      const someAd = fc
        .array(someSighting, { minLength: 2, maxLength: 6 })
        .chain((list) => fc.record({ list: fc.constant(list), batches: shuffledBatches(list) }));
      const property = fc.asyncProperty(fc.array(someAd, { minLength: 8, maxLength: 8 }), async (ads) => {
        await emptyIndex(clickhouse);
        const keyed = ads.map(({ list, batches }, index) => ({
          key: `meta:${index}`,
          list: list.map(withKey(`meta:${index}`)),
          batches: batches.map((batch) => batch.map(withKey(`meta:${index}`))),
        }));
        const longest = Math.max(...keyed.map(({ batches }) => batches.length));
        for (let turn = 0; turn < longest; turn += 1) {
          await record(keyed.flatMap(({ batches }) => batches[turn] ?? []));
        }
        for (const { key, list } of keyed) {
          const reference = createMemoryIndex();
          reference.record(list);
          const expected = {
            ads: [comparable(reference.ad())],
            events: reference.events().map(plain),
            measurements: reference.measurements(),
          };
          // As JSON stores it.
          expect(await readResult(adHash(key))).toEqual(JSON.parse(JSON.stringify(expected)));
        }
      });
      await fc.assert(property, { numRuns: enginePropertyRuns(2), endOnFailure: true });
    },
  );
});

const dayOf = (day: number): string => `2026-03-0${day}`;

const scrapes = [1, 2, 3, 4].map((day) => ({
  ads: [0, 1, 2].map((id) =>
    openAd({
      key: `meta:${id}`,
      status: (day + id) % 2 === 0 ? 'active' : 'inactive',
      landingPageUrl: `https://acme.example/${day < 3 ? 'a' : 'b'}`,
      reach: { value: day * 100 },
      lastSeenAt: `${dayOf(day)}T08:00:00Z`,
    }),
  ),
  sighting: { source: 'meta-web', seenAt: new Date('2026-04-01T08:00:00Z') },
}));

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [first].concat(rest)),
  );
}

async function all(parts: AsyncIterable<AdChange[]>): Promise<AdChange[]> {
  const changes: AdChange[] = [];
  for await (const part of parts) changes.push(...part);
  return changes;
}

const kinds = ['launched', 'changed', 'stopped', 'revived'] as const;
const readHistory = async () => {
  const query = { from: dayOf(1), to: dayOf(9), advertiserIds: null, kinds };
  const changes = await all(adChangesBetween(clickhouse, query));
  return changes.map(({ hash, kind, at, before, after }) => ({ hash, kind, at, before, after }));
};

describe('four daily scrapes', () => {
  it('give the same stops, revivals and changes in every order', { timeout: 600_000 }, async () => {
    const results: unknown[] = [];
    for (const order of permutations(scrapes)) {
      await emptyIndex(clickhouse);
      for (const { ads, sighting } of order) await catalog.recordAds(ads, sighting);
      results.push(await readHistory());
    }
    const [inOrder] = results;
    for (const result of results) expect(result).toEqual(inOrder);
    const turns = (await readHistory()).filter(({ kind }) => kind === 'stopped' || kind === 'revived');
    expect(turns.map(({ at, kind }) => `${at.slice(0, 10)} ${kind}`).toSorted()).toEqual(
      [2, 3, 4]
        .flatMap((day) =>
          [0, 1, 2].map((id) => `${dayOf(day)} ${(day + id) % 2 === 0 ? 'revived' : 'stopped'}`),
        )
        .toSorted(),
    );
  });

  it('send each change to alert rules when it is found, and not again while it holds', async () => {
    const nameOf = ({ hash, kind, at }: Pick<AdChange, 'hash' | 'kind' | 'at'>) =>
      `${hash} ${kind} ${kind === 'launched' ? '' : at}`;
    let known: string[] = [];
    for (const { ads, sighting } of [1, 3, 0, 2].flatMap((index) => scrapes[index] ?? [])) {
      await catalog.recordAds(ads, sighting);
      const recordings = (await endedImports(db, new Date(0), 100)).flatMap((each) => each.recordings);
      const changes = await all(adChangesOfImport(clickhouse, { recordings, advertiserIds: null }));
      await db.query('DELETE FROM untold_imports');
      const now = (await readHistory()).map(nameOf);
      expect(changes.map(nameOf).toSorted()).toEqual(now.filter((name) => !known.includes(name)).toSorted());
      known = now;
    }
  });

  it(
    'an older one that is interrupted after any write and repeated gives the same result',
    { timeout: 600_000 },
    async () => {
      const [first, second, third, fourth] = scrapes;
      if (first === undefined || second === undefined || third === undefined || fourth === undefined) return;
      const moved = second.ads.map((ad) => ({ ...ad, advertiser: { ...ad.advertiser, name: 'Globex' } }));
      const steps = [fourth, { ...second, ads: moved }, first, third];
      const run = async (writes: number) => {
        await emptyIndex(clickhouse);
        for (const { ads, sighting } of steps) {
          await plainCatalog(failing(clickhouse, writes), db).recordAds(ads, sighting).catch(ignoreCut);
          await catalog.recordAds(ads, sighting);
        }
        const results = [];
        for (const { hash } of await clickhouse.read<{ hash: string }>(
          'SELECT hash FROM ad_places FINAL ORDER BY hash',
        ))
          results.push(await readResult(hash));
        return [results, await readHistory()];
      };
      const expected = await run(Number.POSITIVE_INFINITY);
      for (const writes of [2, 3, 4, 5, 6, 7, 8]) {
        expect([writes, await run(writes)]).toEqual([writes, expected]);
      }
    },
  );

  it(
    'an older one that is interrupted after any write and not repeated changes no event of the others',
    { timeout: 600_000 },
    async () => {
      const [first, second, third, fourth] = scrapes;
      if (first === undefined || second === undefined || third === undefined || fourth === undefined) return;
      const moved = second.ads.map((ad) => ({ ...ad, advertiser: { ...ad.advertiser, name: 'Globex' } }));
      const recordSteps = async (...steps: readonly (typeof first)[]) => {
        for (const { ads, sighting } of steps) await catalog.recordAds(ads, sighting);
      };
      const run = async (writes: number) => {
        await emptyIndex(clickhouse);
        await recordSteps(first, third);
        const cut = plainCatalog(failing(clickhouse, writes), db).recordAds(moved, second.sighting);
        await expect(cut).rejects.toThrow(cutOff);
        await recordSteps(fourth);
        const events = (await readHistory()).map(({ hash, kind, at }) => `${hash} ${kind} ${at}`);
        return events.toSorted();
      };
      const expected = await run(0);
      for (const writes of [1, 2, 3, 4, 5, 6, 7]) {
        expect([writes, await run(writes)]).toEqual([writes, expected]);
      }
    },
  );
});

const cutOff = 'cut off';

function ignoreCut(error: unknown): void {
  if (!(error instanceof Error) || error.message !== cutOff) throw error;
}

/** Simulates a process that is killed during its writes. */
function failing(engine: ClickHouse, writes: number): ClickHouse {
  let left = writes;
  return {
    ...engine,
    insert: (table, rows) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error(cutOff)) : engine.insert(table, rows);
    },
  };
}
