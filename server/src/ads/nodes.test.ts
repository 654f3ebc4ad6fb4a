import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ClickHouse, ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { type ClickHouseServer, freshClickHouseServer } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { enginePropertyRuns } from '../testing/propertySeed.ts';
import { emptyIndex, openNode, readIndex, recordInChild } from '../testing/recordingNodes.ts';
import { adChangesOfImport } from './adChanges.ts';
import type { Catalog } from './catalog.ts';
import { adHash } from './identity.ts';
import { endedImports } from './pendingImports.sql.ts';
import { closeInterrupted } from './recordings.ts';
import { newestNumber, newestRecording } from './writeLock.sql.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

let db: PostgresEngine;
let clickhouse: ClickHouseServer;
beforeAll(async () => {
  db = await freshDatabase(postgres);
  clickhouse = await freshClickHouseServer();
});
beforeEach(async () => {
  await emptyIndex(clickhouse);
  await db.query('DELETE FROM untold_imports');
});
afterAll(async () => {
  await clickhouse.close();
  await db.close();
});

async function startNode(observe?: (engine: ClickHouseEngine) => ClickHouse): Promise<Catalog> {
  const node = await openNode({ clickhouse, db }, observe);
  onTestFinished(() => node.close());
  return node.catalog;
}

const monday = { source: 'test', seenAt: new Date('2026-03-02T08:00:00Z') };
const numbered = (id: number, more: Parameters<typeof openAd>[0] = {}) =>
  openAd({ key: `meta:${id}`, landingPageUrl: `https://acme.example/${id}`, ...more });

/** Holds the inserts of a node into `ads` until they are released. */
function holdInserts() {
  const events = new EventEmitter();
  const held = once(events, 'held');
  const released = once(events, 'released');
  const observe = (engine: ClickHouseEngine): ClickHouse => ({
    ...engine,
    insert: async (table, rows) => {
      if (table === 'ads') {
        events.emit('held');
        await released;
      }
      return engine.insert(table, rows);
    },
  });
  return { observe, held, release: () => events.emit('released') };
}

describe('recordings on several nodes', () => {
  it('run at once with different ads of an advertiser, and one after another with the same ad', async () => {
    const { observe, held, release } = holdInserts();
    const [slow, other, third] = [await startNode(observe), await startNode(), await startNode()];
    const order: string[] = [];
    const first = slow.recordAds([numbered(1), numbered(2)], monday).then(() => order.push('first'));
    await held;
    await other.recordAds([numbered(3)], monday);
    order.push('different');
    const same = third
      .recordAds([numbered(2, { ctaText: 'Buy' }), numbered(4)], {
        ...monday,
        seenAt: new Date('2026-03-03T08:00:00Z'),
      })
      .then(() => order.push('same'));
    await other.recordAds([numbered(5)], monday);
    order.push('different');
    release();
    await Promise.all([first, same]);
    expect(order).toEqual(['different', 'different', 'first', 'same']);
    expect(await clickhouse.read('SELECT key, version, cta_text FROM ads FINAL ORDER BY key')).toEqual([
      { key: 'meta:1', version: 1, cta_text: null },
      { key: 'meta:2', version: 2, cta_text: 'Buy' },
      { key: 'meta:3', version: 1, cta_text: null },
      { key: 'meta:4', version: 1, cta_text: null },
      { key: 'meta:5', version: 1, cta_text: null },
    ]);
  });

  it('become visible in the order of their numbers, and alerts wait with them', async () => {
    const { observe, held, release } = holdInserts();
    const [slow, other] = [await startNode(observe), await startNode()];
    const before = await newestRecording(db);
    const first = slow.recordAds([numbered(1)], monday);
    await held;
    await other.recordAds([numbered(2)], monday);
    expect([await other.recordings.newest(), await newestRecording(db)]).toEqual([before, before]);
    expect(await endedImports(db, new Date(0), 10)).toEqual([]);
    release();
    await first;
    expect([await slow.recordings.newest(), await newestRecording(db)]).toEqual([before + 2, before + 2]);
    const pending = (await endedImports(db, new Date(0), 10)).flatMap(({ recordings }) => recordings);
    expect(pending.toSorted((one, next) => one - next)).toEqual([before + 1, before + 2]);
  });

  const someAd = fc.record({
    id: fc.nat(5),
    name: fc.constantFrom('Acme', 'ACME', 'Globex'),
    ctaText: fc.constantFrom('Buy', 'Learn more'),
    platform: fc.constantFrom('facebook' as const, 'instagram' as const),
    likes: fc.nat(3),
    logo: fc.constantFrom(null, 'https://cdn.example/1.png', 'https://cdn.example/2.png'),
    day: fc.integer({ min: 1, max: 5 }),
  });
  type SomeAd = typeof someAd extends fc.Arbitrary<infer Value> ? Value : never;
  const someBatch = fc.array(someAd, { minLength: 1, maxLength: 4 });
  const toAds = (batch: readonly SomeAd[]) =>
    batch.map(({ id, name, ctaText, platform, likes, logo, day }) =>
      numbered(id, {
        advertiser: { name, logoUrl: logo },
        ctaText,
        platforms: [platform],
        engagement: { likes },
        capturedAt: `2026-03-0${day}T00:00:00Z`,
      }),
    );

  it(
    'give the same tables as one node that records the same batches in one order',
    { timeout: 600_000 },
    async () => {
      const order: string[] = [];
      const running: string[] = ['', ''];
      const nodes = await Promise.all(
        running.map((_, node) =>
          startNode((engine) => ({
            ...engine,
            read: (statement, parameters) => {
              // Under the lock of the advertisers, which is the only step that recordings of different ads share.
              const recording = running[node] ?? '';
              if (statement.includes('FROM advertisers FINAL') && !order.includes(recording))
                order.push(recording);
              return engine.read(statement, parameters);
            },
          })),
        ),
      );
      const alone = plainCatalog(clickhouse, db);
      const property = fc.asyncProperty(
        fc.tuple(
          fc.array(someBatch, { minLength: 2, maxLength: 2 }),
          fc.array(someBatch, { minLength: 2, maxLength: 2 }),
        ),
        async (shares) => {
          await emptyIndex(clickhouse);
          order.length = 0;
          await Promise.all(
            shares.map(async (batches, node) => {
              for (const [index, batch] of batches.entries()) {
                running[node] = `${node} ${index}`;
                await nodes[node]?.recordAds(toAds(batch), monday);
              }
            }),
          );
          await alone.optimize();
          const together = await readIndex(clickhouse);
          await emptyIndex(clickhouse);
          for (const each of order) {
            const [node = 0, index = 0] = each.split(' ').map(Number);
            await alone.recordAds(toAds(shares[node]?.[index] ?? []), monday);
          }
          await alone.optimize();
          expect(together).toEqual(await readIndex(clickhouse));
        },
      );
      await fc.assert(property, { numRuns: enginePropertyRuns(2), endOnFailure: true });
    },
  );

  it('never add an ad to what a reader of the newest recording has seen', { timeout: 600_000 }, async () => {
    const property = fc.asyncProperty(
      fc.array(
        fc.array(fc.record({ milliseconds: fc.nat(60), fails: fc.boolean() }), {
          minLength: 3,
          maxLength: 3,
        }),
        {
          minLength: 3,
          maxLength: 3,
        },
      ),
      async (plans) => {
        await emptyIndex(clickhouse);
        let id = 0;
        const done = new AbortController();
        const recording = Promise.all(
          plans.map(async (plan) => {
            let step = plan[0];
            const node = await startNode((engine) => ({
              ...engine,
              insert: async (table, rows) => {
                await sleep(step?.milliseconds ?? 0);
                if ((step?.fails ?? false) && table === 'trending_ads') throw new Error('disk full');
                return engine.insert(table, rows);
              },
            }));
            for (step of plan) {
              const ads = [numbered((id += 1)), numbered((id += 1))];
              await node.recordAds(ads, monday).catch(() => undefined);
            }
          }),
        ).finally(() => {
          done.abort();
        });
        const seen: { newest: number; ads: string[] }[] = [];
        while (!done.signal.aborted) {
          const newest = await newestRecording(db);
          seen.push({ newest, ads: await adsUpTo(newest) });
        }
        await recording;
        expect(await newestRecording(db)).toBe(await newestNumber(db));
        expect(seen.map(({ newest }) => newest)).toEqual(
          seen.map(({ newest }) => newest).toSorted((one, other) => one - other),
        );
        const last = seen.map(({ newest }) => adsUpTo(newest));
        expect(seen.map(({ ads }) => ads)).toEqual(await Promise.all(last));
      },
    );
    await fc.assert(property, { numRuns: 3, endOnFailure: true });
  });

  async function adsUpTo(newest: number): Promise<string[]> {
    const rows = await clickhouse.read<{ key: string }>(
      'SELECT key FROM ads FINAL WHERE added_in <= {newest:UInt64} ORDER BY key',
      { newest },
    );
    return rows.map(({ key }) => key);
  }

  it.each([3, 5, 7])(
    'close the number of a node that is killed after %i writes, and alerts process its ads once',
    { timeout: 120_000 },
    async (dieAfter) => {
      const ads = [1, 2].map((id) => ({ key: `meta:${id}`, landingPageUrl: `https://acme.example/${id}` }));
      const sighting = { source: 'test', seenAt: monday.seenAt.toISOString() };
      const before = await newestNumber(db);
      expect(await recordInChild({ clickhouse, db }, { ads, sighting, dieAfter })).toBe(true);
      expect([await newestRecording(db), await newestNumber(db)]).toEqual([before, before + 1]);
      const node = await startNode();
      await node.recordAds([numbered(3)], monday);
      expect(await node.recordings.newest()).toBe(before + 2);
      const changes = await takePendingChanges();
      await node.recordAds(
        ads.map((ad) => openAd(ad)),
        monday,
      );
      changes.push(...(await takePendingChanges()));
      expect(changes.toSorted()).toEqual(['acme.example/1', 'acme.example/2', 'acme.example/3']);
      await closeInterrupted(clickhouse, db);
      expect(await endedImports(db, new Date(0), 10)).toEqual([]);
      expect(await clickhouse.read('SELECT count() AS ads FROM ads FINAL')).toEqual([{ ads: 3 }]);
    },
  );

  /** The landing pages of the changes that rules would match; they are not pending afterwards. */
  async function takePendingChanges(): Promise<string[]> {
    const recordings = (await endedImports(db, new Date(0), 100)).flatMap((each) => each.recordings);
    const pages: string[] = [];
    for await (const part of adChangesOfImport(clickhouse, { recordings, advertiserIds: null })) {
      pages.push(...part.map(({ after }) => after.landingPage ?? ''));
    }
    await db.query('DELETE FROM untold_imports');
    return pages;
  }

  it(
    'wait for backups, removals and enrichment, which wait for them although they overlap all the time',
    { timeout: 300_000 },
    async () => {
      const active = { recording: 0, maintenance: 0 };
      const overlaps: string[] = [];
      const inPhase = async <Result>(phase: 'recording' | 'maintenance', work: () => Promise<Result>) => {
        const other = phase === 'recording' ? 'maintenance' : 'recording';
        active[phase] += 1;
        if (active[other] > 0) overlaps.push(phase);
        try {
          return await work();
        } finally {
          active[phase] -= 1;
        }
      };
      const observing =
        (phase: 'recording' | 'maintenance') =>
        (engine: ClickHouseEngine): ClickHouse => ({
          ...engine,
          insert: (table, rows) => inPhase(phase, () => engine.insert(table, rows)),
          write: (statement, parameters) => inPhase(phase, () => engine.write(statement, parameters)),
        });
      const recorders = [await startNode(observing('recording')), await startNode(observing('recording'))];
      const maintainer = await startNode(observing('maintenance'));
      await recorders[0]?.recordAds([numbered(0)], monday);
      let id = 0;
      const done = new AbortController();
      const recording = recorders.map(async (node) => {
        while (!done.signal.aborted) await node.recordAds([numbered((id += 1))], monday);
      });
      await maintainer.withWriteLock(() => inPhase('maintenance', () => adsUpTo(1e9)));
      await maintainer.enrichByHash([adHash('meta:0')]);
      expect(await maintainer.removeAds({ keys: '^meta:0$', source: 'nowhere' })).toBe(1);
      done.abort();
      await Promise.all(recording);
      expect(overlaps).toEqual([]);
      expect(await adsUpTo(1e9)).toHaveLength(id);
    },
  );
});
