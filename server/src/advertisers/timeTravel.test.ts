import { contract, type OpenAdInput } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { advertisersById, adsByHash, findSnapshots } from '../ads/ads.sql.ts';
import { createCatalog, type Catalog } from '../ads/catalog.ts';
import { adHash } from '../ads/identity.ts';
import { readPastAd } from '../ads/past/pastAd.ts';
import { createPresentation } from '../ads/presentation.ts';
import { refreshVectors } from '../ads/vectors.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, unranked, withLandingPages } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { enginePropertyRuns } from '../testing/propertySeed.ts';
import { emptyIndex } from '../testing/recordingNodes.ts';
import { expectAgreement, someFilters } from '../testing/reference/callHandlers.ts';
import { randomSeed, someAds, someSearch } from '../testing/reference/someAds.ts';
import { createWorld, currentDay } from '../testing/reference/world.ts';
import type { SightedAd } from '../testing/memoryIndex.ts';
import { type BrandLimits, createBrandQuestions, wordCounter } from '../testing/pastBrands.ts';
import { recordSighted, someSeenAd, timeOf } from '../testing/pastIndex.ts';
import { shuffledBatches } from '../testing/someSightings.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

let db: PostgresEngine;
let clickhouse: ClickHouseEngine;
beforeAll(async () => {
  [db, clickhouse] = await Promise.all([freshDatabase(postgres), freshClickHouse('embedded')]);
});
beforeEach(async () => {
  await emptyIndex(clickhouse);
});
afterAll(() => Promise.all([db.close(), clickhouse.close()]));

const enrichment = withLandingPages;
const siteAddress = (): string => 'https://magpie.example';
/** The first two are nearly equal, so that families join; the last says too little. */
const longTexts: Readonly<Record<string, string>> = {
  First:
    'Meet the kettle with a gooseneck spout and a base that keeps water at 94 degrees for an hour. Made for people who pour slowly.',
  Second:
    'Meet the kettle with a gooseneck spout and a base that keeps water at 94 degrees for an hour. Made for people who pour slowly. Order now.',
  Third: 'Shoes for everyone',
};

/** With texts that are long enough for families, and the groups of a library. */
const someSeen: fc.Arbitrary<SightedAd> = fc
  .record({
    seen: someSeenAd,
    collationId: fc.option(fc.constantFrom('1', '2'), { nil: null, freq: 1 }),
    mediaType: fc.constantFrom('image' as const, 'video' as const),
  })
  .map(({ seen: { ad, sighting }, collationId, mediaType }) => ({
    ad: {
      ...ad,
      collationId,
      mediaType,
      bodies: ad.bodies.map((body) => longTexts[body] ?? body),
    },
    sighting,
  }));

/** Of brands of a category, so that there are enough to estimate how long its ads run. */
const endedAds: readonly SightedAd[] = Array.from({ length: 24 }, (_, at) => ({
  ad: openAd({
    key: `meta:ended-${at}`,
    advertiser: { name: at % 2 === 0 ? 'Boots' : 'Sandals', categories: ['Shoes'] },
    mediaType: at % 3 === 0 ? 'video' : 'image',
    bodies: [`Shoe ${at}`],
    startDate: '2025-11-01',
    endDate: `2025-12-${String(at + 1).padStart(2, '0')}`,
    capturedAt: '2026-01-01T00:00:00.000Z',
    sources: ['meta-web'],
  }),
  sighting: { source: 'meta-web', seenAt: new Date('2026-02-01T00:00:00Z') },
}));

const newCatalog = (): Catalog => createCatalog({ clickhouse, db, enrichment, embedder: null });

function createInstance(catalog: Catalog, today: string, limits: BrandLimits = {}) {
  return createBrandQuestions({ clickhouse, db, catalog, enrichment, today, siteAddress, limits });
}

type Instance = ReturnType<typeof createInstance>;

const hashes = ['meta:0', 'meta:1', 'meta:2'].map(adHash);
const names = ['Acme', 'Globex', 'Acme Europe'];

const questions: readonly [keyof typeof contract.brandSpy, object][] = [
  ...names.flatMap((companyName): [keyof typeof contract.brandSpy, object][] => [
    ['getHeader', { companyName }],
    ['getOverview', { companyName }],
    ['getOverview', { companyName, status: 'active', dateFrom: '2026-01-02' }],
    ['getAdCopies', { companyName }],
    ['getHeadlines', { companyName, sortBy: 'reach' }],
    ['getHooks', { companyName, sortBy: 'adCount' }],
    ['getLandingPages', { companyName }],
    ['getTimeline', { companyName, timeRange: 'all' }],
    ['getChanges', { companyName, dateFrom: '2025-12-01', dateTo: '2026-02-01' }],
    ['getTags', { companyName }],
    ['getProductCategory', { companyName }],
    ['getSurvival', { companyName, hash: hashes[0] }],
    ['getSurvival', { companyName, mediaType: 'video' }],
    ['getTagShares', { companyName, days: 7 }],
    ['getLaunchHistory', { companyName }],
    ['listTests', { companyName }],
    ['getMomentum', { companyName, days: 7 }],
    ['listClaims', { companyName }],
    ['listCreatives', { companyName }],
    ['listCreatives', { companyName, sortBy: 'newest', status: 'active' }],
    ['listCreatives', { companyName, sortBy: 'rising', limit: 1 }],
    ['listSimilarAdvertisers', { companyName }],
    ['listSimilarAdvertisers', { companyName, limit: 1, mediaType: 'video' }],
    ['listSimilarAdvertisers', { companyName, status: 'active', dateFrom: '2026-01-02' }],
  ]),
  ['listTopAdvertisers', {}],
  ...['acme', 'GLOBEX', 'europe', 'ac', 'acme.example', 'nobody'].map(
    (search): [keyof typeof contract.brandSpy, object] => ['listTopAdvertisers', { search, limit: 2 }],
  ),
  ['compare', { companyNames: ['Acme', 'Globex'] }],
];

async function callAll(call: Instance, more: object = {}): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [name, input] of questions) answers.push([name, input, await call(name, { ...input, ...more })]);
  return answers;
}

const presentAds = () =>
  createPresentation({
    clickhouse,
    tagDefinitions: enrichment.tagDefinitions,
    siteAddress,
    readRanking: unranked,
  });

async function readCurrent(hash: string, today: string): Promise<unknown> {
  const rows = await adsByHash(clickhouse, [hash]);
  const [row] = rows;
  if (row === undefined) return null;
  const advertisers = await advertisersById(clickhouse, [row.advertiser_id]);
  const snapshots = await findSnapshots(clickhouse, [hash]);
  return {
    ads: await presentAds()(rows, { today, advertisers }),
    measurements: snapshots.map(({ hash: _hash, ...measurement }) => measurement),
  };
}

async function readPast(hash: string, at: string): Promise<unknown> {
  const past = await readPastAd({ clickhouse, db, enrichment }, hash, at);
  if (past === null) return null;
  const { row, advertisers, measurements } = past;
  return {
    ads: await presentAds()([row], { today: at.slice(0, 10), advertisers }),
    measurements,
  };
}

const days = ['2026-01-02', '2026-01-03', '2026-01-06'];

describe('asOf', () => {
  it(
    'gives the answers of an instance that imported only what was seen until then',
    { timeout: 900_000 },
    async () => {
      const some = fc
        .array(someSeen, { minLength: 3, maxLength: 12 })
        .chain((list) => fc.record({ list: fc.constant(list), batches: shuffledBatches(list) }));
      const property = fc.asyncProperty(some, async ({ list, batches }) => {
        await emptyIndex(clickhouse);
        const catalog = newCatalog();
        for (const batch of [...batches, endedAds]) await recordSighted(catalog, batch);
        // Texts of now have stored vectors, and earlier ones have none.
        await refreshVectors(clickhouse, wordCounter);
        const call = createInstance(catalog, '2026-03-01');
        const found = new Map<string, { answers: unknown[]; ads: unknown[] }>();
        for (const day of days) {
          const ads = await Promise.all(hashes.map((hash) => readPast(hash, `${day}T23:59:59.999Z`)));
          found.set(day, { answers: await callAll(call, { asOf: day }), ads });
        }
        await emptyIndex(clickhouse);
        const reference = newCatalog();
        const inOrder = [...endedAds, ...list].toSorted((one, other) =>
          timeOf(one) < timeOf(other) ? -1 : 1,
        );
        let since = '';
        for (const day of days) {
          const until = `${day}T23:59:59.999Z`;
          const seen = inOrder.filter((each) => timeOf(each) > since && timeOf(each) <= until);
          for (const batch of groupBy(seen, timeOf).values()) await recordSighted(reference, batch);
          since = until;
          await embedAll();
          const answers = await callAll(createInstance(reference, day));
          const ads = await Promise.all(hashes.map((hash) => readCurrent(hash, day)));
          expect([day, found.get(day)?.ads]).toEqual([day, ads]);
          for (const [index, answer] of answers.entries()) {
            const past = found.get(day)?.answers[index];
            expect([day, withoutCursor(past)]).toEqual([day, withoutCursor(answer)]);
          }
        }
      });
      await fc.assert(property, { numRuns: enginePropertyRuns(1), endOnFailure: true });
    },
  );
});

/** The vectors of an empty instance: others remain of advertisers that have no text any longer. */
async function embedAll(): Promise<void> {
  await clickhouse.write('TRUNCATE TABLE advertiser_embeddings');
  await refreshVectors(clickhouse, wordCounter, { again: true });
}

/** It belongs to one list. */
function withoutCursor(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (name, value: unknown) => (name === 'nextCursor' ? null : value)));
}

const seenOn = (day: string, ad: Partial<OpenAdInput>) => ({
  ad: openAd({ key: 'meta:0', capturedAt: `${day}T12:00:00Z`, ...ad }),
  sighting: { source: 'meta-web', seenAt: new Date(`${day}T12:00:00Z`) },
});

describe('an earlier moment', () => {
  it('counts days and running ads from then, and not what was seen later', async () => {
    const catalog = newCatalog();
    await recordSighted(catalog, [seenOn('2026-01-02', { startDate: '2026-01-01', bodies: ['First'] })]);
    await recordSighted(catalog, [
      seenOn('2026-01-20', { status: 'inactive', endDate: '2026-01-19', bodies: ['Second'] }),
    ]);
    const call = createInstance(catalog, '2026-03-01');
    const copies = (asOf?: string) => call('getAdCopies', { companyName: 'Acme', asOf });
    expect(await copies('2026-01-10')).toMatchObject({
      copies: [{ body: 'First', daysRunning: 9 }],
      total: 1,
    });
    expect(await copies()).toMatchObject({ total: 2 });
    expect(await call('getHeader', { companyName: 'Acme', asOf: '2026-01-10' })).toMatchObject({
      activeAds: 1,
    });
    expect(await call('getHeader', { companyName: 'Acme', asOf: '2026-01-02T11:59:59Z' })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('has the estimate of a category of which enough ads had ended, also of a brand with few', async () => {
    const catalog = newCatalog();
    await recordSighted(catalog, endedAds);
    await recordSighted(catalog, [
      seenOn('2026-01-03', { advertiser: { name: 'Acme', categories: ['Shoes'] }, startDate: '2025-12-20' }),
    ]);
    await recordSighted(catalog, [
      seenOn('2026-01-20', {
        advertiser: { name: 'Acme', categories: ['Shoes'] },
        status: 'inactive',
        endDate: '2026-01-19',
      }),
    ]);
    const call = createInstance(catalog, '2026-03-01');
    const survival = (asOf: string) => call('getSurvival', { companyName: 'Acme', asOf });
    expect(await survival('2026-01-10')).toMatchObject({
      basis: 'category',
      evidence: { ads: 25, ended: 24 },
    });
    expect(await survival('2026-01-20')).toMatchObject({
      basis: 'category',
      evidence: { ads: 25, ended: 25 },
    });
  });

  it('is read again after a recording added sightings of before it', async () => {
    const catalog = newCatalog();
    await recordSighted(catalog, [seenOn('2026-01-02', { bodies: ['First'] })]);
    const call = createInstance(catalog, '2026-03-01');
    const copies = () => call('getAdCopies', { companyName: 'Acme', asOf: '2026-01-10' });
    expect(await copies()).toMatchObject({ total: 1 });
    await recordSighted(catalog, [seenOn('2026-01-05', { bodies: ['Second'] })]);
    expect(await copies()).toMatchObject({ total: 2 });
    await recordSighted(catalog, [seenOn('2026-01-15', { bodies: ['Third'] })]);
    expect(await copies()).toMatchObject({ total: 2 });
  });

  it('is refused if too many sightings have to be merged', async () => {
    const catalog = newCatalog();
    for (const day of ['2026-01-02', '2026-01-05', '2026-01-15']) {
      await recordSighted(catalog, [seenOn(day, { bodies: [day] })]);
    }
    const call = createInstance(catalog, '2026-03-01', { maxSightings: 1 });
    const header = (asOf: string) => call('getHeader', { companyName: 'Acme', asOf });
    expect(await header('2026-01-03')).toMatchObject({ totalAds: 1 });
    expect(await header('2026-01-10')).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await header('2026-01-20')).toMatchObject({ totalAds: 1 });
  });

  it('of all brands is refused if too many ads, sightings or texts have to be read', async () => {
    const catalog = newCatalog();
    for (const day of ['2026-01-02', '2026-01-05', '2026-01-15']) {
      await recordSighted(catalog, [seenOn(day, { bodies: [`Shoe ${day}`] })]);
    }
    await recordSighted(catalog, [seenOn('2026-01-03', { key: 'meta:1', bodies: ['Kettle'] })]);
    const asOf = '2026-01-10';
    const top = (limits: BrandLimits) =>
      createInstance(catalog, '2026-03-01', limits)('listTopAdvertisers', { asOf });
    const similar = (limits: BrandLimits) =>
      createInstance(catalog, '2026-03-01', limits)('listSimilarAdvertisers', { companyName: 'Acme', asOf });
    expect(await top({})).toMatchObject([{ adCount: 2 }]);
    expect(await similar({})).toMatchObject({ companyName: 'Acme', advertisers: [] });
    const refused = { code: 'BAD_REQUEST' };
    expect(await top({ maxAds: 1 })).toMatchObject(refused);
    expect(await top({ maxSightings: 1 })).toMatchObject(refused);
    expect(await similar({ maxTexts: 1 })).toMatchObject(refused);
    expect(await similar({ maxEmbedded: 1 })).toMatchObject(refused);
    await refreshVectors(clickhouse, wordCounter);
    expect(await similar({ maxEmbedded: 2 })).toMatchObject({ companyName: 'Acme' });
  });

  it('has pages of creatives', async () => {
    const catalog = newCatalog();
    for (const key of ['meta:0', 'meta:1', 'meta:2'])
      await recordSighted(catalog, [seenOn('2026-01-02', { key, bodies: [key] })]);
    const call = createInstance(catalog, '2026-03-01');
    const found: unknown[] = [];
    let cursor: number | null = 0;
    while (cursor !== null) {
      const input = { companyName: 'Acme', limit: 2, asOf: '2026-01-03', cursor };
      const page = contract.brandSpy.listCreatives.output.parse(await call('listCreatives', input));
      found.push(...page.creatives.map(({ ad }) => ad.hash));
      cursor = page.nextCursor;
    }
    expect(found).toEqual(hashes.toSorted());
  });

  it('shows the pictures of then; signed addresses of files that the ad still has are those of now', async () => {
    const catalog = newCatalog();
    const media = (...urls: string[]) => urls.map((url) => ({ type: 'image' as const, url }));
    await recordSighted(catalog, [
      seenOn('2026-01-02', {
        media: media('https://cdn.example/1.jpg?oh=1&oe=1', 'https://cdn.example/2.jpg'),
      }),
    ]);
    await recordSighted(catalog, [
      seenOn('2026-01-05', { media: media('https://cdn.example/1.jpg?oh=2&oe=2') }),
    ]);
    const past = await readPastAd(
      { clickhouse, db, enrichment },
      hashes[0] ?? '',
      '2026-01-03T00:00:00.000Z',
    );
    expect(JSON.parse(past?.row.media ?? '')).toMatchObject([
      { url: 'https://cdn.example/1.jpg?oh=2&oe=2' },
      { url: 'https://cdn.example/2.jpg' },
    ]);
  });

  it('is refused in the future, and before anything is known of the past', async () => {
    const catalog = newCatalog();
    await recordSighted(catalog, [seenOn('2026-01-02', {})]);
    const call = createInstance(catalog, '2026-03-01');
    expect(await call('getHeader', { companyName: 'Acme', asOf: '2026-03-02' })).toMatchObject({
      code: 'BAD_REQUEST',
    });
    await clickhouse.write(
      `INSERT INTO advertiser_bases SELECT advertiser_id, name_key, name, brand_logo, page_url, external_ids,
         categories, first_seen_at, last_seen_at, version, alias_of, names, named_at, name_rank, logo_day, page_url_day,
         pages, toDateTime64('2026-02-01 00:00:00', 3, 'UTC') FROM advertisers FINAL`,
    );
    const restarted = createInstance(catalog, '2026-03-01');
    expect(await restarted('getHeader', { companyName: 'Acme', asOf: '2026-01-31' })).toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await restarted('getHeader', { companyName: 'Acme', asOf: '2026-02-01' })).toMatchObject({
      totalAds: 1,
    });
  });
});

describe('asOf today', () => {
  it('gives the answers of now about all brands', { timeout: 900_000 }, async () => {
    const world = createWorld(clickhouse, db);
    await world.record(someAds(randomSeed, { from: 0, count: 800 }));
    await refreshVectors(clickhouse, wordCounter);
    const call = createInstance(world.catalog, currentDay());
    const someQuestion = fc.oneof(
      fc.record({
        name: fc.constant('listTopAdvertisers' as const),
        input: fc.record({
          search: fc.option(someSearch, { nil: undefined }),
          limit: fc.constantFrom(1, 3, 200),
        }),
      }),
      fc.record({
        name: fc.constantFrom('listSimilarAdvertisers' as const, 'listCreatives' as const),
        input: someFilters,
      }),
    );
    await expectAgreement(someQuestion, 100, async ({ name, input }) => {
      const [now, then] = [await call(name, input), await call(name, { ...input, asOf: currentDay() })];
      expect(withoutCursor(then)).toEqual(withoutCursor(now));
    });
  });
});
