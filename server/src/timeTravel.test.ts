import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Enrichment } from './ads/enrichment.ts';
import { adHash, advertiserId } from './ads/identity.ts';
import { createCatalog, type Catalog } from './ads/catalog.ts';
import { refreshVectors, type TextEmbedder } from './ads/vectors.ts';
import type { ClickHouseEngine } from './db/clickhouse/clickhouse.ts';
import { groupBy } from './db/postgres/batches.sql.ts';
import type { PostgresEngine } from './db/postgres/postgres.ts';
import { openAd, plainEnrichment, withLandingPages } from './testing/catalog.ts';
import { freshClickHouse } from './testing/clickhouse.ts';
import type { SightedAd } from './testing/memoryIndex.ts';
import { recordSighted, someSeenAd, timeOf } from './testing/pastIndex.ts';
import { createQuestions, type IndexQuestion } from './testing/pastQuestions.ts';
import { freshDatabase, postgresLanes } from './testing/postgres.ts';
import { enginePropertyRuns } from './testing/propertySeed.ts';
import { emptyIndex } from './testing/recordingNodes.ts';
import { expectAgreement, rounded } from './testing/reference/callHandlers.ts';
import {
  randomSeed,
  someAds,
  someCountry,
  someDay,
  someLanguage,
  someName,
  somePlatform,
  someSearch,
} from './testing/reference/someAds.ts';
import { createWorld, currentDay } from './testing/reference/world.ts';
import { shuffledBatches } from './testing/someSightings.ts';

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
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => Promise.all([db.close(), clickhouse.close()]));

/** An angle besides the offer, so that there are pairs of both. */
const enrichment: Enrichment = {
  ...withLandingPages,
  tagDefinitions: [
    { tagDefinitionId: 7, category: 'offer', shortText: 'Free shipping' },
    { tagDefinitionId: 8, category: 'ad angle', shortText: 'Second' },
  ],
  derive: async (facts, tx) =>
    (await withLandingPages.derive(facts, tx)).map((derived, at) => {
      const isAngle = facts[at]?.bodies.includes('Second') ?? false;
      const angle = isAngle ? [{ tagDefinitionId: 8, confidence: 0.9 }] : [];
      return Object.assign({}, derived, { tags: derived.tags.concat(angle) });
    }),
};
/** Counts some letters of a text, in which the texts of these tests differ. */
const letterCounter: TextEmbedder = {
  model: 'letters@1',
  batchSize: 2,
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) =>
        Int8Array.from(['f', 'c', 'th', 'a', 'd'], (letter) => text.toLowerCase().split(letter).length - 1),
      ),
    ),
};

const newCatalog = (): Catalog => createCatalog({ clickhouse, db, enrichment, embedder: null });

function createInstance(catalog: Catalog, today: string, limits = {}) {
  const { tagDefinitions: definitions } = enrichment;
  return createQuestions({
    clickhouse,
    db,
    catalog,
    enrichment,
    limits,
    embedder: () => Promise.resolve(letterCounter),
    tagDefinitions: definitions,
    today: () => today,
  });
}

type Instance = ReturnType<typeof createInstance>;

/** With what leaderboards and facets count. */
const someSeen: fc.Arbitrary<SightedAd> = fc
  .record({
    seen: someSeenAd,
    platforms: fc.subarray(['facebook' as const, 'instagram' as const]),
    rankCountry: fc.constantFrom('DE', 'FR', null),
    headline: fc.constantFrom('First of all', 'Second'),
  })
  .map(({ seen: { ad, sighting }, platforms, rankCountry, headline }) => ({
    ad: {
      ...ad,
      platforms,
      headlines: [headline],
      bodies: ad.bodies.map((body) => (body === 'Third' ? 'Third is free' : body)),
      engagement: ad.engagement === null ? null : { ...ad.engagement, rankCountry },
    },
    sighting,
  }));

const hashes = ['meta:0', 'meta:1', 'meta:2'].map(adHash);
const days = ['2026-01-02', '2026-01-03', '2026-01-06'];

const searches = [
  {},
  { searchQuery: 'first' },
  { searchQuery: 'first second' },
  { searchQuery: '"first of"', sortBy: 'date' },
  { searchQuery: 'second -third' },
  { searchQuery: 'globex first', duplicates: 'fold' },
  { searchQuery: 'secnd' },
  { searchQuery: 'no such words' },
  { status: 'active', sortBy: 'views' },
  { status: 'inactive', sortBy: 'likes' },
  { sortBy: 'comments' },
  { sortBy: 'daysRunning', duplicates: 'fold' },
  { sortBy: 'variants' },
  { duplicates: 'family' },
  { searchQuery: 'first', duplicates: 'family', sortBy: 'variants' },
  { duplicates: 'family', sortBy: 'date', companyNames: ['Acme', 'Globex'] },
  { sortBy: 'momentum' },
  { companyNames: ['Acme', 'Globex'] },
  { companyNames: ['Acme Europe'], duplicates: 'fold', sortBy: 'variants' },
  { categories: ['Shoes'] },
  { countries: ['DE'], platforms: ['instagram'] },
  { ctaTypes: ['sign up'] },
  { dateFrom: '2026-01-01', dateTo: '2026-01-02T12:00:00Z' },
  { viewsMin: 1, viewsMax: 2 },
  { daysRunningMin: 2, daysRunningMax: 3 },
  { tagDefinitionIds: [7] },
  { formats: ['other'], languages: ['en'] },
  { similarTo: { text: 'second' } },
  { similarTo: { text: 'third first' }, searchQuery: 'first', duplicates: 'fold' },
  { similarTo: { text: 'first' }, status: 'active', duplicates: 'family' },
  { similarTo: { text: 'first' }, sortBy: 'date' },
  { match: 'meaning', searchQuery: 'second third' },
  { match: 'meaning', searchQuery: 'first -third', duplicates: 'fold' },
] as const;

const windows = [1, 7, 45].flatMap((windowDays) => [
  { windowDays },
  { windowDays, country: 'DE', limit: 1 },
  { windowDays, platform: 'facebook' as const },
]);

function withoutLimit({ windowDays, ...input }: { readonly windowDays: number; readonly limit?: number }) {
  const { limit: _limit, ...window } = input;
  return { windowDays, ...window };
}

const advertiserIds = ['Acme', 'Globex', 'Acme Europe'].map(advertiserId);

const members = [
  { category: 'Shoes' },
  { category: 'sport' },
  { companyNames: ['Acme', 'Globex'] },
  { companyNames: ['Acme Europe', 'acme', 'nobody'] },
];

const questions: readonly IndexQuestion[] = [
  ...searches.map((input): IndexQuestion => ['search', { limit: 100, ...input }]),
  ...hashes.map((duplicatesOf): IndexQuestion => ['search', { duplicatesOf }]),
  ...hashes.map((hash): IndexQuestion => ['search', { similarTo: { hash } }]),
  ...hashes.map((hash): IndexQuestion => ['details', { hash }]),
  ...windows.flatMap((input): IndexQuestion[] => [
    ['topTags', input],
    ['topTags', { ...input, sortBy: 'momentum' }],
    ['topAdvertisers', input],
    ['history', { ...withoutLimit(input), tagDefinitionIds: [7, 8, 9] }],
    ['history', { ...withoutLimit(input), advertiserIds }],
  ]),
  ...windows.flatMap((input) =>
    members.map((each): IndexQuestion => ['saturation', Object.assign({}, input, each)]),
  ),
  ['history', { windowDays: 90, advertiserIds }],
  ['saturation', { windowDays: 90, category: 'Shoes' }],
  ['categories', {}],
];

async function askAll(ask: Instance, more: { readonly asOf?: string } = {}): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [name, input] of questions) {
    answers.push(await ask([name, { ...input, ...more }]));
  }
  return answers;
}

/** That of an ad that was not known yet names the moment. */
function withoutMessage(answer: unknown): unknown {
  const isError = typeof answer === 'object' && answer !== null && 'code' in answer;
  return isError ? { code: answer.code } : answer;
}

/** A search of now reads the clock. */
async function onDay<Result>(day: string, work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00Z`) });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

describe('asOf, about all brands', () => {
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
        for (const batch of batches) await recordSighted(catalog, batch);
        const ask = createInstance(catalog, '2026-03-01');
        const found = new Map<string, unknown[]>();
        for (const day of days) found.set(day, await askAll(ask, { asOf: day }));
        await emptyIndex(clickhouse);
        const reference = newCatalog();
        const inOrder = list.toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
        let since = '';
        for (const day of days) {
          const until = `${day}T23:59:59.999Z`;
          const seen = inOrder.filter((each) => timeOf(each) > since && timeOf(each) <= until);
          for (const batch of groupBy(seen, timeOf).values()) await recordSighted(reference, batch);
          since = until;
          await refreshVectors(clickhouse, letterCounter, { again: true });
          const answers = await onDay(day, () => askAll(createInstance(reference, day)));
          for (const [index, answer] of answers.entries()) {
            const context = [day, questions[index]];
            expect([...context, withoutMessage(found.get(day)?.[index])]).toEqual([
              ...context,
              withoutMessage(rounded(answer)),
            ]);
          }
        }
      });
      await fc.assert(property, { numRuns: enginePropertyRuns(1), endOnFailure: true });
    },
  );

  it('is refused in the future, for what is known of now only, and beyond the limits', async () => {
    const catalog = newCatalog();
    const record = (key: string, day: string, body: string) =>
      catalog.recordAds(
        [openAd({ key, capturedAt: `${day}T12:00:00Z`, startDate: '2026-01-01', bodies: [body] })],
        {
          source: 'meta-web',
          seenAt: new Date(`${day}T12:00:00Z`),
        },
      );
    for (const day of ['2026-01-02', '2026-01-05', '2026-01-15']) await record('meta:0', day, day);
    await record('meta:1', '2026-01-03', 'Other');
    const ask = createInstance(catalog, '2026-03-01');
    const asOf = '2026-01-10';
    expect(await ask(['search', { asOf }])).toMatchObject({ total: 2 });
    expect(await ask(['search', { asOf: '2026-01-02' }])).toMatchObject({ total: 1 });
    expect(await ask(['search', { asOf: '2026-03-02' }])).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await ask(['search', { asOf, similarTo: { picture: 'f'.repeat(64) } }])).toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await ask(['search', { asOf, similarTo: { text: 'Other' } }])).toMatchObject({
      ads: [{ hash: adHash('meta:1'), similarity: { text: 1, pictureDistance: null } }],
      similarity: { method: 'vectors', pendingAds: 0, isComplete: true },
    });
    expect(await ask(['search', { asOf, searchQuery: 'other', match: 'meaning' }])).toMatchObject({
      ads: [{ hash: adHash('meta:1'), similarity: { hasWords: true } }],
    });
    const top: IndexQuestion = ['topAdvertisers', { windowDays: 30, asOf }];
    const few = createInstance(catalog, '2026-03-01', { maxAds: 1 });
    expect(await few(['search', { asOf }])).toMatchObject({
      message: expect.stringContaining('1 known ads'),
    });
    expect(await few(top)).toMatchObject({ code: 'BAD_REQUEST' });
    for (const [name, input] of [
      ['history', { windowDays: 30, advertiserIds: [1] }],
      ['saturation', { windowDays: 30, companyNames: ['Acme'] }],
      ['categories', {}],
    ] as const) {
      expect(await few([name, { ...input, asOf }])).toMatchObject({ code: 'BAD_REQUEST' });
      expect(await ask([name, { ...input, asOf: '2026-03-02' }])).toMatchObject({
        message: expect.stringContaining('future'),
      });
    }
    expect(await few(['search', { asOf: '2026-01-02' }])).toMatchObject({ total: 1 });
    const short = createInstance(catalog, '2026-03-01', { maxSightings: 1 });
    expect(await short(top)).toMatchObject({ message: expect.stringContaining('sightings') });
    expect(await short(['topAdvertisers', { windowDays: 30, asOf: '2026-01-04' }])).toMatchObject({
      advertisers: [{ adCount: 2 }],
    });
  });
});

const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { freq: 1, nil: undefined });

const someWords = fc.oneof(
  someSearch,
  fc.constantFrom(
    'free shipping',
    '"shipping now"',
    'sale -new',
    'gratis',
    '送料',
    'shp now',
    'sale shop',
    '"now"',
  ),
);

const someSearches = fc.record(
  {
    searchQuery: someWords,
    sortBy: fc.constantFrom(
      ...([
        'recommended',
        'date',
        'views',
        'likes',
        'comments',
        'daysRunning',
        'variants',
        'momentum',
      ] as const),
    ),
    duplicates: fc.constantFrom('all', 'fold', 'family'),
    status: fc.constantFrom('active', 'inactive', 'all'),
    mediaType: fc.constantFrom('image', 'video', 'all'),
    platforms: fc.uniqueArray(somePlatform, { maxLength: 2 }),
    languages: fc.uniqueArray(someLanguage, { maxLength: 2 }),
    tagDefinitionIds: fc.subarray([40, 37, 34]),
    tagMatch: fc.constantFrom('any', 'all'),
    companyNames: fc.constantFrom(['Éclair', 'STRASSE'], ['İstanbul Moda'], ['nobody']),
    categories: fc.constantFrom(['Food'], ['Toys']),
    viewsMin: fc.constantFrom(0, 10),
    daysRunningMin: fc.constantFrom(0, 7, 30),
    dateFrom: someDay,
  },
  { requiredKeys: [] },
);

const someWindows = fc.record({
  windowDays: fc.integer({ min: 1, max: 90 }),
  country: maybe(someCountry),
  platform: maybe(somePlatform),
  limit: fc.integer({ min: 1, max: 200 }),
});

const tagIds = [40, 37, 34];
const someNames = fc.uniqueArray(someName, { minLength: 1, maxLength: 4 });

const someIds = fc.oneof(
  fc.subarray(tagIds, { minLength: 1 }).map((tagDefinitionIds) => ({ tagDefinitionIds })),
  someNames.map((named) => ({ advertiserIds: named.map(advertiserId) })),
);

const someMembers = fc.oneof(
  fc.constantFrom({ category: 'Food' }, { category: 'fashion' }, { category: 'fashio' }),
  someNames.map((companyNames) => ({ companyNames })),
);

/** Of `world.ts`, with an angle and two offers. */
const worldTags = tagIds.map((tagDefinitionId, at) => ({
  tagDefinitionId,
  category: at === 0 ? 'ad angle' : 'offer',
  shortText: `Tag ${at}`,
}));

const someQuestion: fc.Arbitrary<IndexQuestion> = fc.oneof(
  {
    weight: 3,
    arbitrary: someSearches.map((input): IndexQuestion => ['search', { ...input, limit: 100 }]),
  },
  { weight: 1, arbitrary: someWindows.map((input): IndexQuestion => ['topTags', input]) },
  { weight: 1, arbitrary: someWindows.map((input): IndexQuestion => ['topAdvertisers', input]) },
  {
    weight: 1,
    arbitrary: fc
      .record({ window: someWindows, ids: someIds })
      .map(({ window, ids }): IndexQuestion => ['history', { ...withoutLimit(window), ...ids }]),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ window: someWindows, set: someMembers })
      .map(({ window, set }): IndexQuestion => ['saturation', { ...window, ...set }]),
  },
  { weight: 1, arbitrary: fc.constant<IndexQuestion>(['categories', {}]) },
);

describe('asOf today', () => {
  it('gives the answers of now', { timeout: 900_000 }, async () => {
    const world = createWorld(clickhouse, db);
    await world.record(someAds(randomSeed, { from: 0, count: 1200 }));
    const ask = createQuestions({
      clickhouse,
      db,
      tagDefinitions: worldTags,
      catalog: world.catalog,
      enrichment: plainEnrichment,
      today: currentDay,
    });
    const { ads } = (await ask(['search', { limit: 100 }])) as { ads: { hash: string }[] };
    const someDetails = fc.constantFrom(...ads).map(({ hash }): IndexQuestion => ['details', { hash }]);
    const some = fc.oneof({ weight: 5, arbitrary: someQuestion }, { weight: 1, arbitrary: someDetails });
    await expectAgreement(some, 240, async ([name, input]) => {
      const [now, then] = [await ask([name, input]), await ask([name, { ...input, asOf: currentDay() }])];
      expect(withoutCursor(then)).toEqual(rounded(withoutCursor(now)));
    });
  });
});

/** It belongs to one list. */
function withoutCursor(answer: unknown): object {
  return { ...(answer as object), nextCursor: null };
}
