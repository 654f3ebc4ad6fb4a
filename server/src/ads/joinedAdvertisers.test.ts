import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { type ClickHouseServer, freshClickHouseServer } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { enginePropertyRuns } from '../testing/propertySeed.ts';
import { emptyIndex, openNode } from '../testing/recordingNodes.ts';
import { adChangesBetween, adChangesOfImport } from './adChanges.ts';
import { adsByHash, findEvents, findSightings } from './ads.sql.ts';
import type { Catalog } from './catalog.ts';
import { adHash, advertiserId } from './identity.ts';
import { endedImports } from './pendingImports.sql.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

let db: PostgresEngine;
let clickhouse: ClickHouseServer;
let catalog: Catalog;
beforeAll(async () => {
  [db, clickhouse] = await Promise.all([freshDatabase(postgres), freshClickHouseServer()]);
  catalog = plainCatalog(clickhouse, db);
});
beforeEach(async () => {
  await emptyIndex(clickhouse);
  await db.query('DELETE FROM untold_imports');
});
afterAll(async () => {
  await clickhouse.close();
  await db.close();
});

interface Sighted {
  readonly id: number;
  readonly name: string;
  readonly page?: string | null;
  readonly day: number;
}

const dayOf = (day: number): string => `2026-03-0${day}`;
const toAd = ({ id, name, page = null, day }: Sighted) =>
  openAd({
    key: `meta:${id}`,
    bodies: [`Day ${day}`],
    landingPageUrl: `https://acme.example/${id}`,
    reach: { value: 10 },
    startDate: '2026-03-01',
    advertiser: { name, externalId: page },
    capturedAt: `${dayOf(day)}T08:00:00Z`,
  });
const record = (ads: readonly Sighted[], into: Catalog = catalog) =>
  into.recordAds(ads.map(toAd), { source: 'test', seenAt: new Date('2026-04-01T00:00:00Z') });

/** Both have ads when the page of Samsung gets the name of the other. */
const korean: Sighted[] = [1, 2, 3].map((id) => ({ id, name: '삼성전자', day: 1 }));
const samsung: Sighted[] = [4, 5].map((id) => ({ id, name: 'Samsung', page: '7', day: 2 }));
const renamed: Sighted = { id: 4, name: '삼성전자', page: '7', day: 3 };
const [from, into] = [advertiserId('삼성전자'), advertiserId('Samsung')];

/** Everything that is stored by advertiser, without versions. */
async function readPlaces() {
  const hashes = [1, 2, 3, 4, 5].map((id) => adHash(`meta:${id}`));
  const ofAll = (table: string, columns: string): Promise<object[]> =>
    clickhouse.read(`SELECT ${columns} FROM ${table} FINAL ORDER BY ALL`);
  const query = {
    from: dayOf(1),
    to: dayOf(9),
    advertiserIds: [into],
    kinds: ['launched', 'changed'] as const,
  };
  const changes = [];
  for await (const part of adChangesBetween(clickhouse, query)) changes.push(...part);
  return {
    rows: await ofAll('ads', 'advertiser_id, name_id, key, search_text, bodies, sighting_digest'),
    ads: (await adsByHash(clickhouse, hashes)).map((row) => `${row.key} ${row.advertiser_id}`).toSorted(),
    events: (await findEvents(clickhouse, hashes)).map(({ hash, kind, at }) => `${hash} ${kind} ${at}`),
    changes: changes.map(({ hash, kind, advertiserId: id }) => `${hash} ${kind} ${id}`).toSorted(),
    places: await ofAll('ad_places', 'hash, advertiser_id'),
    trends: await ofAll('trending_ads', 'day, hash, advertiser_id'),
    pages: await ofAll('page_uses', 'advertiser_id, page, hash, seen_day'),
    totals: await ofAll('advertiser_totals', 'advertiser_id, alias_of, name, first_name, ads, reach'),
    advertisers: await ofAll('advertisers', 'advertiser_id, alias_of, name, names, pages'),
    sightings: (await findSightings(clickhouse, hashes)).map(
      ({ hash, at, digest }) => `${hash} ${at} ${digest}`,
    ),
  };
}

describe('two advertisers with ads of which a page has both names', () => {
  it('become one, to which all ads, events, trends and pages belong', async () => {
    await record(korean);
    await record(samsung);
    await record([renamed]);
    const { ads, changes, places, trends, totals, advertisers, pages } = await readPlaces();
    expect(ads).toEqual([1, 2, 3, 4, 5].map((id) => `meta:${id} ${into}`));
    expect(places.map((row) => Object.values(row)[1])).toEqual(Array(5).fill(into));
    expect(trends.map((row) => Object.values(row)[2])).toEqual(Array(5).fill(into));
    expect(changes.filter((change) => change.includes('launched'))).toHaveLength(5);
    expect(pages).toEqual(
      expect.arrayContaining(
        [1, 2, 3].map((id) =>
          expect.objectContaining({ advertiser_id: into, page: `acme.example/${id}`, seen_day: dayOf(1) }),
        ),
      ),
    );
    expect(totals).toEqual(
      [
        { advertiser_id: from, alias_of: into, name: '삼성전자', first_name: '', ads: 5, reach: 50 },
        { advertiser_id: into, alias_of: 0, name: '삼성전자', first_name: 'Samsung', ads: 5, reach: 50 },
      ].toSorted((one, other) => one.advertiser_id - other.advertiser_id),
    );
    expect(advertisers).toHaveLength(2);
  });

  it('send no alert for ads that moved', async () => {
    await record(korean);
    await record(samsung);
    await db.query('DELETE FROM untold_imports');
    await record([renamed]);
    const recordings = (await endedImports(db, new Date(0), 10)).flatMap((each) => each.recordings);
    const changes = [];
    for await (const part of adChangesOfImport(clickhouse, { recordings, advertiserIds: null })) {
      changes.push(...part.map(({ hash, kind }) => `${hash} ${kind}`));
    }
    expect(changes).toEqual([`${adHash('meta:4')} changed`]);
  });

  it('keep the digests of their sightings, so that a repeated one changes nothing', async () => {
    await record(korean);
    await record(samsung);
    await record([renamed]);
    const before = await clickhouse.read('SELECT key, version FROM ads FINAL ORDER BY key');
    for (const batch of [korean, samsung, [renamed]]) {
      expect(await record(batch)).toMatchObject({ created: 0, updated: 0, events: [] });
    }
    expect(await clickhouse.read('SELECT key, version FROM ads FINAL ORDER BY key')).toEqual(before);
  });

  it(
    'is the same after an interruption of any write, which the next maintenance continues',
    { timeout: 600_000 },
    async () => {
      const run = async (writes: number) => {
        await emptyIndex(clickhouse);
        await record(korean);
        await record(samsung);
        const cut = failing(clickhouse, writes);
        await record([renamed], plainCatalog(cut.engine, db)).catch(ignoreCut);
        if (!cut.isMoving()) await record([renamed]);
        await catalog.refreshTotals();
        return { isMoving: cut.isMoving(), used: writes - cut.left(), places: await readPlaces() };
      };
      const { used, places } = await run(1000);
      const phases = new Set<boolean>();
      for (let writes = 0; writes < used; writes += 1) {
        const result = await run(writes);
        phases.add(result.isMoving);
        expect([writes, result.places]).toEqual([writes, places]);
      }
      expect(phases).toEqual(new Set([false, true]));
    },
  );

  it('are one for several nodes that record their ads at the same time', { timeout: 600_000 }, async () => {
    const nodes = await Promise.all([1, 2, 3].map(() => openNode({ clickhouse, db })));
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.close()))));
    const all = [...korean, ...samsung, renamed];
    const property = fc.asyncProperty(
      fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      fc.array(fc.nat(2), { minLength: all.length, maxLength: all.length }),
      async (ads, shares) => {
        await emptyIndex(clickhouse);
        await Promise.all(
          nodes.map(async ({ catalog: node }, index) => {
            for (const ad of ads.filter((_, at) => shares[at] === index)) await record([ad], node);
          }),
        );
        const owners = await clickhouse.read<{ id: number }>(
          'SELECT DISTINCT advertiser_id AS id FROM ads FINAL',
        );
        expect(owners).toHaveLength(1);
        const [owner] = owners;
        await catalog.optimize();
        const { totals, ads: stored, trends, places } = await readPlaces();
        expect(totals).toEqual(
          [from, into]
            .toSorted((a, b) => a - b)
            .map((id) =>
              expect.objectContaining({
                advertiser_id: id,
                ads: 5,
                alias_of: id === owner?.id ? 0 : owner?.id,
              }),
            ),
        );
        expect(stored).toEqual([1, 2, 3, 4, 5].map((id) => `meta:${id} ${owner?.id}`));
        expect(
          new Set([
            ...trends.map((row) => Object.values(row)[2]),
            ...places.map((row) => Object.values(row)[1]),
          ]),
        ).toEqual(new Set([owner?.id]));
      },
    );
    await fc.assert(property, { numRuns: enginePropertyRuns(3), endOnFailure: true });
  });
});

describe('an ad', () => {
  it('keeps the words of its brand if an older sighting has another name', async () => {
    await record([{ id: 1, name: 'Globex', day: 5 }]);
    await record([{ id: 1, name: 'Initech', day: 2 }]);
    const [row] = await clickhouse.read<{ search_text: string }>('SELECT search_text FROM ads FINAL');
    expect(row?.search_text).toContain('globex');
  });

  it('is listed at its first advertiser again after it moved to another one and was removed', async () => {
    await record([{ id: 1, name: 'Acme', day: 1 }]);
    for (const day of [2, 3, 4]) await record([{ id: 1, name: day === 3 ? 'Acme' : 'Globex', day }]);
    expect(await catalog.removeAds({ keys: '^meta:1$', source: 'test' })).toBe(1);
    await record([{ id: 1, name: 'Acme', day: 5 }]);
    expect(await clickhouse.read('SELECT key, advertiser_id FROM ads FINAL')).toEqual([
      { key: 'meta:1', advertiser_id: advertiserId('Acme') },
    ]);
  });
});

const cutOff = 'cut off';

function ignoreCut(error: unknown): void {
  if (!(error instanceof Error) || error.message !== cutOff) throw error;
}

/** Simulates a process that is killed during its writes. */
function failing(engine: ClickHouse, writes: number) {
  let left = writes;
  let isMoving = false;
  const count = <Result>(write: () => Promise<Result>): Promise<Result> => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error(cutOff)) : write();
  };
  return {
    engine: {
      ...engine,
      insert: (table, rows) => count(() => engine.insert(table, rows)),
      write: (statement, parameters) => {
        // The first write of a move.
        if (statement.includes('INSERT INTO page_uses')) isMoving = true;
        return count(() => engine.write(statement, parameters));
      },
    } satisfies ClickHouse,
    isMoving: () => isMoving,
    left: () => left,
  };
}
