import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OpenAd } from '@magpie/contract';
import { assert, asyncProperty, boolean } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClickHouse, ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog, plainEnrichment } from '../testing/catalog.ts';
import { everyClickHouseLane, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { expectedLatest, packagedSnapshots } from '../testing/snapshots.ts';
import { createCatalog, type Catalog, type Sighting } from './catalog.ts';
import { findEvents } from './ads.sql.ts';
import type { Enrichment } from './enrichment.ts';
import { adHash, advertiserId } from './identity.ts';
import { alignRecordings } from './recordings.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const monday: Sighting = { source: 'meta-api', seenAt: new Date('2026-03-02T08:00:00Z') };
const tuesday: Sighting = { source: 'meta-web', seenAt: new Date('2026-03-03T08:00:00Z') };
const sneakers = (more: Parameters<typeof openAd>[0] = {}): OpenAd =>
  openAd({ key: 'meta:1001', platforms: ['facebook'], bodies: ['Run further'], status: 'active', ...more });

// oxlint-disable-next-line typescript/no-explicit-any -- each test knows the type of its rows
type Row = Record<string, any>;

/** ClickHouse rejects inserts, as on a full disk, while fewer bytes are free. */
const refusingInserts = (table: string, freeBytes: number): string =>
  `ALTER TABLE ${table} MODIFY SETTING min_free_disk_bytes_to_perform_insert = ${freeBytes}`;

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(everyClickHouseLane)('the catalog on ClickHouse, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let catalog: Catalog;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    catalog = plainCatalog(clickhouse, db);
  });
  beforeEach(() => empty(clickhouse));
  afterAll(() => clickhouse.close());

  const ads = (columns = '*'): Promise<Row[]> =>
    clickhouse.read(`SELECT ${columns} FROM ads FINAL ORDER BY key`);
  const snapshots = (): Promise<Row[]> =>
    clickhouse.read('SELECT * EXCEPT version FROM snapshots FINAL ORDER BY hash, captured_at');
  const events = (): Promise<Row[]> =>
    clickhouse.read('SELECT kind, at, changes, sequence FROM events FINAL ORDER BY hash, sequence, kind');

  const trends = (): Promise<Row[]> => clickhouse.read('SELECT * FROM trending_ads FINAL ORDER BY day, hash');
  const totals = (): Promise<Row[]> =>
    clickhouse.read('SELECT * EXCEPT built_at FROM advertiser_totals FINAL ORDER BY ads DESC, advertiser_id');

  it('a failed write during preparation fails the recording without an unhandled rejection', async () => {
    const writes = new EventEmitter();
    const observed: ClickHouse = {
      ...clickhouse,
      insert: (table, rows) =>
        clickhouse.insert(table, rows).catch((error: unknown) => {
          writes.emit('failed');
          throw error;
        }),
    };
    const slow: Enrichment = {
      ...plainEnrichment,
      derive: async (facts, tx) => {
        await failed;
        // Unhandled rejections are reported by the next tick of the event loop.
        await sleep(1);
        return plainEnrichment.derive(facts, tx);
      },
    };
    const failed = once(writes, 'failed');
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const recording = createCatalog({ clickhouse: observed, db, enrichment: slow, embedder: null });
    await clickhouse.write(refusingInserts('advertisers', 2 ** 60));
    try {
      await expect(recording.recordAds([sneakers()], monday)).rejects.toMatchObject({ code: '243' });
    } finally {
      await clickhouse.write(refusingInserts('advertisers', 0));
      process.off('unhandledRejection', note);
    }
    expect(unhandled).toEqual([]);
    expect(await catalog.recordAds([sneakers()], monday)).toMatchObject({ created: 1 });
  });

  it('stores the facts of an ad and its sources', async () => {
    expect(await catalog.recordAds([sneakers({ reach: { value: 500 } })], monday)).toMatchObject({
      created: 1,
      updated: 0,
      unchanged: 0,
    });
    expect(await ads()).toMatchObject([
      {
        hash: adHash('meta:1001'),
        advertiser_id: advertiserId('Acme'),
        key: 'meta:1001',
        sources: ['meta-api'],
        bodies: ['Run further'],
        reach: 500,
        reach_kind: 'reported',
        first_seen_at: '2026-03-02T08:00:00.000Z',
        last_seen_at: '2026-03-02T08:00:00.000Z',
      },
    ]);
    expect(await snapshots()).toEqual([
      {
        hash: adHash('meta:1001'),
        captured_at: '2026-03-02T08:00:00.000Z',
        reach: 500,
        likes: null,
        comments: null,
        shares: null,
        rank_country: null,
      },
    ]);
    expect(await events()).toEqual([
      { kind: 'launched', at: '2026-03-02T08:00:00.000Z', changes: '[]', sequence: 1 },
    ]);
  });

  it('recording the same ad again only updates its last sighting', async () => {
    await catalog.recordAds([sneakers({ reach: { value: 500 } })], monday);
    expect(
      await catalog.recordAds([sneakers({ reach: { value: 500 } })], { ...monday, seenAt: tuesday.seenAt }),
    ).toEqual({
      created: 0,
      updated: 0,
      unchanged: 1,
      events: [],
    });
    expect(await ads('first_seen_at, last_seen_at')).toEqual([
      { first_seen_at: '2026-03-02T08:00:00.000Z', last_seen_at: '2026-03-03T08:00:00.000Z' },
    ]);
    expect(await snapshots()).toHaveLength(1);
    expect(await events()).toHaveLength(1);
  });

  it('a later confirmation of an unchanged ad updates that only', async () => {
    await catalog.recordAds([sneakers({ lastConfirmedAt: '2026-02-01' })], monday);
    const lastConfirmedAt = '2026-03-02T07:00:00.000Z';
    const live = { ...monday, freshnessDays: 3 };
    expect(await catalog.recordAds([sneakers({ lastConfirmedAt })], live)).toMatchObject({ unchanged: 1 });
    expect(await ads('last_confirmed_at, freshness_days, confirmed_day')).toEqual([
      { last_confirmed_at: lastConfirmedAt, freshness_days: 3, confirmed_day: '2026-03-02' },
    ]);
  });

  it('an ad that nothing confirms is seen, but never active', async () => {
    const unconfirmed = { freshnessDays: 0, lastSeenAt: '2026-03-02T00:00:00.000Z', startDate: null };
    await catalog.recordAds([sneakers(unconfirmed)], monday);
    expect(await ads('last_seen_at, last_confirmed_at, confirmed_day')).toEqual([
      { last_seen_at: '2026-03-02T00:00:00.000Z', last_confirmed_at: null, confirmed_day: '2026-03-01' },
    ]);
    await catalog.recordAds([sneakers({ status: 'active' })], tuesday);
    expect(await ads('confirmed_day, freshness_days')).toEqual([
      { confirmed_day: '2026-03-03', freshness_days: 14 },
    ]);
  });

  it('merges the same ad from two sources', async () => {
    await catalog.recordAds([sneakers({ countries: ['DE'], reach: { value: 500 } })], monday);
    const reported = {
      ctaText: 'Shop now',
      platforms: ['instagram' as const],
      media: [{ type: 'image' as const, url: 'https://cdn.example/1.jpg' }],
    };
    expect(await catalog.recordAds([sneakers(reported)], tuesday)).toMatchObject({ updated: 1 });
    expect(await ads('sources, platforms, countries, cta_text, reach, media')).toEqual([
      {
        sources: ['meta-api', 'meta-web'],
        platforms: ['facebook', 'instagram'],
        countries: ['DE'],
        cta_text: 'Shop now',
        reach: 500,
        media: expect.stringContaining('cdn.example'),
      },
    ]);
  });

  it('adds a snapshot and an event with old and new value when a count changes', async () => {
    await catalog.recordAds([sneakers({ engagement: { likes: 10 } })], monday);
    await catalog.recordAds([sneakers({ ctaText: 'Buy', engagement: { likes: 12, comments: 2 } })], tuesday);
    expect(await snapshots()).toMatchObject([
      { likes: 10, comments: null },
      { captured_at: '2026-03-03T08:00:00.000Z', likes: 12, comments: 2 },
    ]);
    const [, changed] = await events();
    expect(changed).toMatchObject({ kind: 'changed', at: '2026-03-03T08:00:00.000Z' });
    expect(JSON.parse(changed?.['changes'])).toEqual([{ field: 'ctaText', from: null, to: 'Buy' }]);
    expect(await ads('likes, comments, captured_at')).toEqual([
      { likes: 12, comments: 2, captured_at: '2026-03-03T08:00:00.000Z' },
    ]);
  });

  it('snapshots give the same result in one record, several records and several imports', async () => {
    const property = asyncProperty(packagedSnapshots(), boolean(), async (reported, inOneImport) => {
      const key = `meta:${randomUUID()}`;
      const records = reported.packages.map((each) => sneakers({ key, ...each }));
      const imports = inOneImport ? [records] : records.map((each) => [each]);
      for (const batch of imports) await catalog.recordAds(batch, monday);
      await catalog.recordAds([sneakers({ key, ctaText: 'Buy' })], tuesday);
      const expected = expectedLatest(reported.snapshots);
      expect(
        await clickhouse.read(
          `SELECT reach, likes, comments, shares, rank_country, captured_at FROM ads FINAL WHERE key = {key:String}`,
          { key },
        ),
      ).toEqual([
        {
          reach: expected?.reach ?? null,
          likes: expected?.likes ?? null,
          comments: expected?.comments ?? null,
          shares: expected?.shares ?? null,
          rank_country: expected?.rankCountry ?? null,
          captured_at: expected?.capturedAt ?? null,
        },
      ]);
    });
    await assert(property, { numRuns: lane === 'embedded' ? 12 : 4 });
  });

  it('a newer snapshot with only reach keeps engagement, its country and trends', async () => {
    const counted = { likes: 100, comments: 10, shares: 1, rankCountry: 'MT' };
    const reported = [
      { capturedAt: '2026-03-01T00:00:00Z', ...counted },
      { capturedAt: '2026-03-02T00:00:00Z', reach: 5000 },
    ];
    await catalog.recordAds([sneakers({ snapshots: reported })], monday);
    expect(await ads('reach, likes, comments, shares, rank_country')).toEqual([
      { reach: 5000, likes: 100, comments: 10, shares: 1, rank_country: 'MT' },
    ]);
    expect(await trends()).toMatchObject([{ engagement: 111, rank_country: 'MT' }]);
  });

  it('records events for ads that stop and are revived', async () => {
    await catalog.recordAds([sneakers()], monday);
    await catalog.recordAds([sneakers({ status: 'inactive', endDate: '2026-03-02' })], tuesday);
    const friday = { ...monday, seenAt: new Date('2026-03-06T08:00:00Z') };
    const recorded = await catalog.recordAds([sneakers({ status: 'active' })], friday);
    expect(recorded.events.map(({ kind }) => kind)).toEqual(['changed', 'revived']);
    expect((await events()).map(({ kind }) => kind)).toEqual([
      'launched',
      'changed',
      'stopped',
      'changed',
      'revived',
    ]);
    expect(await ads('status, end_date')).toEqual([{ status: 'active', end_date: null }]);
  });

  it('an older sighting fills gaps and adds history without changing known values', async () => {
    await catalog.recordAds([sneakers({ ctaText: 'Buy', reach: { value: 900 } })], tuesday);
    const older = sneakers({
      ctaText: 'Learn more',
      description: 'Light',
      status: 'inactive',
      reach: { value: 100 },
    });
    await catalog.recordAds([{ ...older, capturedAt: '2026-03-01T00:00:00.000Z' }], monday);
    expect(
      await ads('cta_text, description, status, reach, captured_reach, first_seen_at, last_seen_at'),
    ).toEqual([
      {
        cta_text: 'Buy',
        description: 'Light',
        status: 'active',
        reach: 900,
        captured_reach: 900,
        first_seen_at: '2026-03-01T00:00:00.000Z',
        last_seen_at: '2026-03-03T08:00:00.000Z',
      },
    ]);
    expect(await snapshots()).toMatchObject([{ reach: 100 }, { reach: 900 }]);
  });

  it('a captured ad fills gaps without changing known values', async () => {
    await catalog.recordAds([sneakers({ ctaText: 'Buy', engagement: { likes: 3 } })], monday);
    const captured = sneakers({
      ctaText: 'Mine',
      description: 'Light',
      bodies: ['Other'],
      engagement: { likes: 9 },
    });
    await catalog.recordAds([captured], { ...tuesday, source: 'capture', fillOnly: true });
    expect(await ads('cta_text, description, bodies, likes')).toEqual([
      { cta_text: 'Buy', description: 'Light', bodies: ['Run further'], likes: 3 },
    ]);
  });

  it('captured counts fill missing counts', async () => {
    await catalog.recordAds([sneakers({ engagement: { likes: 3 } })], monday);
    const captured = sneakers({ engagement: { likes: 9, comments: 7 }, reach: { value: 900 } });
    const capture = { ...tuesday, source: 'capture', fillOnly: true };
    for (let times = 0; times < 2; times += 1) await catalog.recordAds([captured], capture);
    expect(await ads('likes, comments, shares, captured_reach')).toEqual([
      { likes: 3, comments: 7, shares: null, captured_reach: 900 },
    ]);
    expect(await snapshots()).toMatchObject([
      { likes: 3, comments: null },
      { likes: 3, comments: 7 },
    ]);
  });

  it('a captured count does not repeat the known reach, which was not counted then', async () => {
    await catalog.recordAds([sneakers({ reach: { value: 500 } })], monday);
    const captured = sneakers({ engagement: { likes: 9 }, reach: { value: 900 } });
    await catalog.recordAds([captured], { ...tuesday, source: 'capture', fillOnly: true });
    expect(await ads('likes, reach, captured_reach')).toEqual([
      { likes: 9, reach: 500, captured_reach: 500 },
    ]);
    expect(await snapshots()).toMatchObject([
      { reach: 500, likes: null },
      { reach: null, likes: 9 },
    ]);
  });

  it('an ad that another advertiser runs moves to it', async () => {
    await catalog.recordAds([sneakers()], monday);
    await catalog.recordAds([sneakers({ advertiser: { name: 'Acme Shoes' } })], tuesday);
    expect(await ads('advertiser_id')).toEqual([{ advertiser_id: advertiserId('Acme Shoes') }]);
    expect(
      await catalog.recordAds([sneakers({ advertiser: { name: 'Acme Shoes' } })], tuesday),
    ).toMatchObject({
      created: 0,
      unchanged: 1,
    });
  });

  it('an ad that moves keeps its history', async () => {
    await catalog.recordAds([sneakers()], monday);
    await catalog.recordAds([sneakers({ ctaText: 'Buy', advertiser: { name: 'Acme Shoes' } })], tuesday);
    const [row] = await ads('hash');
    expect(
      (await findEvents(clickhouse, [row?.['hash']])).map(({ kind, sequence }) => [kind, sequence]),
    ).toEqual([
      ['launched', 1],
      ['changed', 2],
    ]);
  });

  it('an older sighting does not restore an old logo', async () => {
    const logo = (file: string): Parameters<typeof openAd>[0] => ({
      advertiser: { name: 'Acme', logoUrl: `https://cdn.example/${file}.png` },
    });
    await catalog.recordAds([sneakers(logo('new'))], tuesday);
    await catalog.recordAds([openAd({ key: 'meta:77', ...logo('old') })], monday);
    expect(await clickhouse.read('SELECT brand_logo FROM advertisers FINAL')).toEqual([
      { brand_logo: 'https://cdn.example/new.png' },
    ]);
  });

  it('an advertiser keeps the first casing of its name and collects reported data', async () => {
    await catalog.recordAds(
      [sneakers({ advertiser: { name: 'Éclair', pageUrl: 'https://fb.example/eclair' } })],
      monday,
    );
    await catalog.recordAds(
      [
        openAd({
          key: 'meta:2',
          advertiser: { name: 'ÉCLAIR', logoUrl: 'https://cdn.example/l.png', categories: ['Bakery'] },
        }),
      ],
      tuesday,
    );
    expect(
      await clickhouse.read('SELECT name, brand_logo, page_url, categories FROM advertisers FINAL'),
    ).toEqual([
      {
        name: 'Éclair',
        brand_logo: 'https://cdn.example/l.png',
        page_url: 'https://fb.example/eclair',
        categories: ['Bakery'],
      },
    ]);
  });

  it('several sightings of an ad in a batch are one ad', async () => {
    const many = [10, 20, 30].map((likes, index) =>
      sneakers({ engagement: { likes }, capturedAt: `2026-03-0${index + 1}T00:00:00Z` }),
    );
    expect(await catalog.recordAds(many, tuesday)).toMatchObject({ created: 1, updated: 0, unchanged: 2 });
    expect((await snapshots()).map(({ likes }) => likes)).toEqual([10, 20, 30]);
    expect(await ads('likes')).toEqual([{ likes: 30 }]);
  });

  it('two concurrent imports of the same ads record each ad once without lost updates', async () => {
    const other = plainCatalog(clickhouse, db);
    const batch = (from: number, source: string): Promise<unknown> =>
      (source === 'one' ? catalog : other).recordAds(
        Array.from({ length: 50 }, (_, index) =>
          openAd({ key: `meta:${from + index}`, platforms: [source === 'one' ? 'facebook' : 'instagram'] }),
        ),
        { ...monday, source },
      );
    await Promise.all([batch(0, 'one'), batch(25, 'two'), batch(50, 'one'), batch(0, 'two')]);
    const rows = await ads('key, sources');
    expect(rows).toHaveLength(100);
    const both = rows.filter(({ sources }) => sources.length === 2);
    expect(both.map(({ key }) => String(key)).toSorted()).toEqual(
      Array.from({ length: 75 }, (_, index) => `meta:${index}`).toSorted(),
    );
    expect(await clickhouse.read("SELECT count() AS n FROM events FINAL WHERE kind = 'launched'")).toEqual([
      { n: 100 },
    ]);
  });

  it('repeating a snapshot time keeps known values', async () => {
    const days = [1, 2].map((day) => ({ capturedAt: `2026-01-0${day}T00:00:00Z`, likes: 4 + day }));
    await catalog.recordAds([sneakers({ snapshots: days })], monday);
    await catalog.recordAds([sneakers({ capturedAt: '2026-01-01', reach: { value: 70 } })], tuesday);
    expect(await snapshots()).toMatchObject([
      { captured_at: '2026-01-01T00:00:00.000Z', likes: 5, reach: 70 },
      { captured_at: '2026-01-02T00:00:00.000Z', likes: 6, reach: null },
    ]);
  });

  it('the id given by a source is stored, independent of the key', async () => {
    await catalog.recordAds([openAd({ externalId: 'ABC-1' })], monday);
    expect(await ads('external_id')).toEqual([{ external_id: 'ABC-1' }]);
  });

  it('a ClickHouse write slower than the PostgreSQL timeouts keeps the write lock', async () => {
    const order: string[] = [];
    const slow = plainCatalog({ ...clickhouse, insert: (table, rows) => insertLater(table, rows) }, db);
    const insertLater = async (table: string, rows: readonly object[]): Promise<void> => {
      started.emit('insert');
      await sleep(300);
      order.push(`slow ${table}`);
      return clickhouse.insert(table, rows);
    };
    const started = new EventEmitter();
    const holdsTheTurn = once(started, 'insert');
    const first = slow.recordAds([sneakers()], monday);
    await holdsTheTurn;
    const second = catalog
      .recordAds([sneakers({ ctaText: 'Buy' })], tuesday)
      .then(() => order.push('second'));
    await Promise.all([first, second]);
    expect(order.at(-1)).toBe('second');
    expect(await ads('cta_text, version')).toEqual([{ cta_text: 'Buy', version: 2 }]);
  });

  const history = [1, 2].map((day) => ({ capturedAt: `2026-02-0${day}T00:00:00Z`, likes: day }));
  const batch = [sneakers({ reach: { value: 5 } }), openAd({ key: 'meta:2', snapshots: history })];
  const next = [
    sneakers({ reach: { value: 6 }, ctaText: 'Buy' }),
    openAd({ key: 'meta:2', engagement: { likes: 9 } }),
    openAd({ key: 'meta:3', lastSeenAt: '2026-02-01', snapshots: history }),
  ];
  const last = [
    openAd({ key: 'meta:3', lastSeenAt: '2026-02-01', snapshots: [{ capturedAt: '2026-02-03', likes: 99 }] }),
    sneakers({ startDate: '2026-02-02', advertiser: { name: 'Globex' } }),
  ];

  /** The content of all tables without timestamps. */
  const contents = async (): Promise<unknown> => ({
    ads: await ads('* EXCEPT (recorded_at, captured_at, version, added_in)'),
    trends: (await trends()).map(({ day, hash, advertiser_id, engagement }) => [
      day,
      hash,
      advertiser_id,
      engagement,
    ]),
    totals: await totals(),
    snapshots: (await snapshots()).map(({ hash, reach, likes }) => [hash, reach, likes]),
    events: (await events()).map(({ kind, sequence, changes }) => [kind, sequence, changes]),
  });

  // Two dozen recordings exceed the default timeout on a busy machine.
  it(
    'a recording interrupted after any write and repeated gives the same result as an uninterrupted one',
    { timeout: 600_000 },
    async () => {
      const batches = [batch, next, last].map((openAds, index) => ({
        openAds,
        sighting: { source: 'test', seenAt: new Date(`2026-03-0${index * 3 + 2}T09:00:00Z`) },
      }));
      for (const { openAds, sighting } of batches) await catalog.recordAds(openAds, sighting);
      await catalog.optimize();
      const undisturbed = await contents();
      // The order of the writes is the same on each engine. Tables that are written at once may be lost in any combination.
      const cuts: Cut[] = [
        0,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        ['snapshots'],
        ['events'],
        ['sightings', 'trending_ads'],
      ];
      for (const writes of lane === 'embedded' ? cuts : [3, 6]) {
        await empty(clickhouse);
        for (const { openAds, sighting } of batches) {
          // Before its row is written, an ad does not count as seen; after that, the same sighting is repeated.
          const before = typeof writes === 'number' && writes > 5 ? 0 : 86_400_000;
          const earlier = { ...sighting, seenAt: new Date(sighting.seenAt.getTime() - before) };
          // Later batches write to fewer tables and may succeed.
          await plainCatalog(failing(clickhouse, writes), db).recordAds(openAds, earlier).catch(ignoreCut);
          await catalog.recordAds(openAds, sighting);
        }
        await catalog.optimize();
        expect([writes, await contents()]).toEqual([writes, undisturbed]);
      }
    },
  );

  it('has each ad only on its first day, also when that day changes', async () => {
    await catalog.recordAds([sneakers({ engagement: { likes: 5, shares: 2 } })], monday);
    expect(await trends()).toMatchObject([{ day: '2026-03-02', engagement: 7 }]);
    await catalog.recordAds([sneakers({ startDate: '2026-02-20', engagement: { likes: 9 } })], tuesday);
    expect(await trends()).toMatchObject([{ day: '2026-02-20', engagement: 9 }]);
  });

  it('updates advertiser totals at once after a small recording', async () => {
    const reach = { value: 100 };
    await catalog.recordAds([sneakers({ reach }), openAd({ key: 'meta:2', reach })], monday);
    expect(await totals()).toMatchObject([
      { advertiser_id: advertiserId('Acme'), ads: 2, reach: 200, platforms: ['facebook'] },
    ]);
    await catalog.recordAds([sneakers({ advertiser: { name: 'Globex' } })], tuesday);
    expect((await totals()).map(({ ads: count, reach: sum }) => [count, sum])).toEqual([
      [1, 100],
      [1, 100],
    ]);
    await catalog.recordAds([openAd({ key: 'meta:2', advertiser: { name: 'Globex' } })], tuesday);
    expect(await totals()).toMatchObject([
      { advertiser_id: advertiserId('Globex'), ads: 2, reach: 200 },
      { advertiser_id: advertiserId('Acme'), ads: 0, reach: 0, platforms: [] },
    ]);
  });

  it('has correct advertiser totals after optimize', async () => {
    const many = Array.from({ length: 1001 }, (_, index) =>
      openAd({ key: `meta:${index}`, reach: { value: 1 } }),
    );
    await catalog.recordAds(many, monday);
    expect(await totals()).toMatchObject([{ name: 'Acme', ads: 1001, reach: 0 }]);
    await catalog.optimize();
    expect(await totals()).toMatchObject([{ name: 'Acme', ads: 1001, reach: 1001 }]);
  });

  it('writes the same card texts and thumbnails that ClickHouse computes for older rows', async () => {
    const card = {
      headline: 'Two',
      body: 'Second',
      media: [{ type: 'image' as const, url: 'https://cdn.example/2.jpg' }],
    };
    await catalog.recordAds(
      [
        sneakers({ cards: [card, { headline: null, body: 'Third' }] }),
        openAd({
          key: 'meta:2',
          media: [{ type: 'video', url: 'https://cdn.example/a.mp4' }, ...card.media],
        }),
        openAd({ key: 'meta:3', media: [{ type: 'video', url: 'https://cdn.example/a.mp4' }] }),
      ],
      monday,
    );
    const shown =
      "hash, arrayFilter(each -> each != '', card_bodies) AS bodies, thumbnail_url," +
      " arrayFilter(each -> each != '', card_headlines) AS headlines";
    const recorded = await ads(shown);
    expect(recorded).toMatchObject([
      { bodies: ['Second', 'Third'], headlines: ['Two'], thumbnail_url: 'https://cdn.example/2.jpg' },
      { bodies: [], headlines: [], thumbnail_url: 'https://cdn.example/2.jpg' },
      { thumbnail_url: null },
    ]);
    await clickhouse.write(
      `INSERT INTO ads (advertiser_id, hash, key, version, media, cards)
       SELECT advertiser_id, hash, key, version + 1, media, cards FROM ads FINAL`,
    );
    expect(await ads(shown)).toEqual(recorded);
  });

  it('removes rows that an interrupted recording left at a previous advertiser', async () => {
    await catalog.recordAds([sneakers()], monday);
    await catalog.recordAds([sneakers({ advertiser: { name: 'Globex' } })], tuesday);
    const [hash, place] = [adHash('meta:1001'), advertiserId('Acme')];
    const old = { advertiser_id: place, hash, key: 'meta:1001', version: 3, media: '[]', cards: '[]' };
    await clickhouse.insert('ads', [old]);
    expect(await ads('version')).toHaveLength(2);
    await catalog.recordAds([sneakers({ advertiser: { name: 'Globex' } })], tuesday);
    await catalog.recordAds([sneakers({ ctaText: 'Buy', advertiser: { name: 'Globex' } })], {
      ...tuesday,
      seenAt: new Date('2026-03-04T08:00:00Z'),
    });
    expect(await ads('advertiser_id')).toEqual([{ advertiser_id: advertiserId('Globex') }]);
  });

  it('raises the recording number to the newest one in the index', async () => {
    await catalog.recordAds([sneakers()], monday);
    const newest = await catalog.recordings.newest();
    await db.query('UPDATE recordings SET newest = 0');
    await alignRecordings(clickhouse, db);
    expect(await plainCatalog(clickhouse, db).recordings.newest()).toBe(newest);
  });

  it('treats an index from before numbered recordings as the first recording', async () => {
    const newest = await plainCatalog(clickhouse, db).recordings.newest();
    await db.query('UPDATE recordings SET newest = 0');
    await alignRecordings(clickhouse, db);
    expect(await plainCatalog(clickhouse, db).recordings.newest()).toBe(1);
    await db.query('UPDATE recordings SET newest = $1', [newest]);
  });

  it('updates a new logo in the totals after a large batch of unchanged ads', async () => {
    const many = (logoUrl: string | null) =>
      Array.from({ length: 1001 }, (_, index) =>
        openAd({
          key: `meta:${index}`,
          advertiser: { name: 'Acme', logoUrl },
          capturedAt: monday.seenAt.toISOString(),
        }),
      );
    await catalog.recordAds(many(null), monday);
    await catalog.optimize();
    await catalog.recordAds(many('https://acme.example/logo.png'), monday);
    expect(await totals()).toMatchObject([{ ads: 1001, brand_logo: 'https://acme.example/logo.png' }]);
  });

  it('updates a new logo in the totals of an advertiser that an ad has left', async () => {
    const wednesday = { ...tuesday, seenAt: new Date(tuesday.seenAt.getTime() + 86_400_000) };
    const moved = (advertiser: { name: string; logoUrl?: string }) => openAd({ key: 'meta:2', advertiser });
    await catalog.recordAds([openAd({ key: 'meta:1', advertiser: { name: 'Acme' } })], monday);
    await catalog.recordAds([moved({ name: 'Globex' })], wednesday);
    await catalog.recordAds([moved({ name: 'Acme', logoUrl: 'https://acme.example/logo.png' })], tuesday);
    expect(await totals()).toMatchObject([{ ads: 1 }, { ads: 1 }]);
    expect((await totals()).find(({ name }) => name === 'Acme')).toMatchObject({
      ads: 1,
      brand_logo: 'https://acme.example/logo.png',
    });
  });

  it('updates totals that an interrupted process left outdated', async () => {
    const many = Array.from({ length: 1001 }, (_, index) =>
      openAd({ key: `meta:${index}`, reach: { value: 1 } }),
    );
    await catalog.recordAds(many, monday);
    expect(await totals()).toMatchObject([{ ads: 1001, reach: 0 }]);
    await catalog.refreshTotals();
    expect(await totals()).toMatchObject([{ ads: 1001, reach: 1001 }]);
  });

  it('starts a new recording after a failed one, but not after one without changes', async () => {
    await catalog.optimize();
    const before = await catalog.recordings.newest();
    await catalog.optimize();
    expect(await catalog.recordings.newest()).toBe(before);
    const cut = plainCatalog(failing(clickhouse, 3), db);
    await expect(cut.recordAds([sneakers()], monday)).rejects.toThrow(cutOff);
    expect(await cut.recordings.newest()).toBeGreaterThan(before);
  });

  it('numbers recordings, and an ad keeps the number of its first one', async () => {
    const numbered = plainCatalog(clickhouse, db);
    const before = await numbered.recordings.newest();
    await numbered.recordAds([sneakers()], monday);
    expect(await numbered.recordings.newest()).toBe(before + 1);
    await numbered.recordAds([sneakers({ ctaText: 'Buy' }), openAd({ key: 'meta:2' })], tuesday);
    expect(await ads('added_in')).toEqual([{ added_in: before + 1 }, { added_in: before + 2 }]);
    expect(await numbered.recordings.newest()).toBe(before + 2);
  });

  it('merges each table into one part', async () => {
    await catalog.recordAds([sneakers()], monday);
    await catalog.recordAds([sneakers({ ctaText: 'Buy' })], tuesday);
    await catalog.optimize();
    const parts = await clickhouse.read(
      `SELECT table, count() AS parts FROM system.parts
       WHERE database = currentDatabase() AND active AND table IN ('ads', 'events') GROUP BY table ORDER BY table`,
    );
    expect(parts).toEqual([
      { table: 'ads', parts: 1 },
      { table: 'events', parts: 1 },
    ]);
    expect(await clickhouse.read('SELECT cta_text FROM ads')).toEqual([{ cta_text: 'Buy' }]);
  });
});

async function empty(clickhouse: ClickHouse): Promise<void> {
  for (const table of [
    'ads',
    'sightings',
    'snapshots',
    'events',
    'ad_places',
    'advertisers',
    'trending_ads',
    'advertiser_totals',
    'marks',
  ]) {
    await clickhouse.write(`TRUNCATE TABLE ${table}`);
  }
}

const cutOff = 'cut off';

function ignoreCut(error: unknown): void {
  if (!(error instanceof Error) || error.message !== cutOff) throw error;
}

/** After so many writes, or at the inserts into these tables. */
type Cut = number | readonly string[];

/** Simulates a process that is killed during its writes. */
function failing(clickhouse: ClickHouse, cut: Cut): ClickHouse {
  let left = typeof cut === 'number' ? cut : Number.POSITIVE_INFINITY;
  return {
    ...clickhouse,
    insert: (table, rows) => {
      left -= 1;
      const isLost = left < 0 || (typeof cut !== 'number' && cut.includes(table));
      return isLost ? Promise.reject(new Error(cutOff)) : clickhouse.insert(table, rows);
    },
    write: (statement, parameters) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error(cutOff)) : clickhouse.write(statement, parameters);
    },
  };
}
