import { contract, type OpenAd, type OpenAdInput } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCatalog, type Catalog } from '../ads/catalog.ts';
import type { Enrichment } from '../ads/enrichment.ts';
import { advertiserId } from '../ads/identity.ts';
import { refreshVectors, type TextEmbedder } from '../ads/vectors.ts';
import type { ClickHouse, ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainDerived, plainEnrichment } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { expectAgreement, callHandler, someFilters } from '../testing/reference/callHandlers.ts';
import { similarAdvertisers } from '../testing/reference/similar.ts';
import { randomSeed } from '../testing/reference/someAds.ts';
import { createWorld, currentDay, tagDefinitions } from '../testing/reference/world.ts';
import { createNameIndex } from './nameIndex.ts';
import { createFiguresCache, similarHandler } from './similar.ts';
import { createVectorIndex, type VectorIndex } from './vectorIndex.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

/** Tags are words, numbered by their position. */
const words = ['free', 'soft', 'loud', 'warm'];
const enrichment: Enrichment = {
  ...plainEnrichment,
  tagDefinitions: words.map((shortText, index) => ({
    tagDefinitionId: index + 1,
    category: 'Word',
    shortText,
  })),
  derive: (facts) =>
    Promise.resolve(
      facts.map((each) => ({
        ...plainDerived(each),
        tags: words.flatMap((word, index) =>
          each.bodies.join(' ').includes(word) ? [{ tagDefinitionId: index + 1, confidence: 1 }] : [],
        ),
      })),
    ),
};

const times = (text: string, word: string): number => text.split(word).length - 1;

/** Counts two words: texts about shoes and about lamps have different vectors. */
const wordCounter: TextEmbedder = {
  model: 'words@1',
  batchSize: 100,
  embed: (texts) =>
    Promise.resolve(texts.map((text) => Int8Array.of(times(text, 'shoe'), times(text, 'lamp')))),
};

/** By advertiser. */
const ads: Record<string, Partial<OpenAdInput>[]> = {
  Sole: [
    { bodies: ['free soft shoe'], reach: { value: 10 } },
    { bodies: ['soft shoe'], status: 'inactive', endDate: '2026-01-10' },
    { bodies: ['loud shoe'], mediaType: 'video' },
  ],
  // The same vector as Sole's, so that names break the tie.
  Zebra: [{ bodies: ['shoe'], mediaType: 'video' }],
  Heel: [
    { bodies: ['soft free shoe'], reach: { value: 7 }, platforms: ['instagram', 'facebook'], language: 'de' },
    { bodies: ['shoe'], reach: { value: 5 } },
  ],
  'Shoe & Lamp': [{ bodies: ['soft shoe shoe shoe shoe lamp lamp lamp'] }],
  Bulb: [{ bodies: ['loud lamp'], language: 'de' }],
  Silent: [{ bodies: ['...'], advertiser: { name: 'Silent', categories: ['Shoes', 'Home'] } }],
  Cobbler: [{ bodies: ['warm shoe'], advertiser: { name: 'Cobbler', categories: ['Shoes'] } }],
  Loft: [
    { bodies: ['warm lamp'], advertiser: { name: 'Loft', categories: ['Home', 'Shoes', 'Garden', 'Art'] } },
    { bodies: ['lamp'], advertiser: { name: 'Loft' }, mediaType: 'video' },
  ],
  Attic: [{ bodies: ['lamp'], advertiser: { name: 'Attic', categories: ['Home', 'Shoes', 'Art', 'Rugs'] } }],
};

/** Texts whose cosine similarities are not near a rounding boundary of four decimals. */
const someText = fc.constantFrom('free', 'sale', 'free sale', 'sale sale now', '!!!', '{{free}}');
const dealCounter: TextEmbedder = {
  ...wordCounter,
  model: 'deals@1',
  embed: (texts) => Promise.resolve(texts.map((text) => Int8Array.from(dealsIn(text)))),
};
const dealsIn = (text: string): number[] => ['free', 'sale', 'now'].map((word) => times(text, word));

/** Names that sort differently by UTF-8 bytes and in JavaScript. */
const manyNames = ['Zebra', 'apple', 'Äpfel', '😀 Toys', '\uffe5 Yen'].flatMap((name) =>
  [1, 2, 3, 4, 5].map((number) => `${name} ${number}`),
);
const someDeal = fc.record({
  name: fc.nat(manyNames.length - 1),
  bodies: fc.array(someText, { maxLength: 2 }),
  headlines: fc.array(someText, { maxLength: 1 }),
  status: fc.constantFrom('active' as const, 'inactive' as const, null),
  mediaType: fc.constantFrom('image' as const, 'video' as const, null),
  language: fc.constantFrom('en', 'de', 'pt-br'),
  platforms: fc.subarray(['facebook' as const, 'tiktok' as const]),
  reach: fc.option(fc.nat(9).map((value) => ({ value }))),
});
const categories = ['Food', 'Toys', 'Ämter', '😀'];
const dealAds = (): OpenAd[] =>
  fc.sample(someDeal, { numRuns: 90, seed: randomSeed }).map(({ name, ...ad }, index) =>
    openAd({
      ...ad,
      key: `meta:deal ${index}`,
      advertiser: {
        name: manyNames[name] ?? '',
        categories: categories.filter((_, place) => (name >> place) % 2 === 1),
      },
    }),
  );

/** Vectors with exact components, and with a byte for each. */
const storages = [{}, { maxExactBytes: 0 }];

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('similar advertisers on ClickHouse, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let catalog: Catalog;
  let { model } = wordCounter;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    catalog = createCatalog({
      clickhouse,
      db,
      enrichment,
      embedder: () => Promise.resolve(wordCounter),
    });
    const known = Object.entries(ads).flatMap(([name, own]) =>
      own.map((ad, index) =>
        openAd({
          platforms: ['facebook'],
          lastConfirmedAt: new Date().toISOString(),
          advertiser: { name },
          ...ad,
          key: `meta:${name} ${index}`,
        }),
      ),
    );
    await catalog.recordAds(known, { source: 'test', seenAt: new Date('2026-01-05T08:00:00Z') });
    await catalog.optimize();
  });
  afterAll(() => clickhouse.close());

  const createParts = () => ({
    clickhouse,
    names: createNameIndex({ clickhouse, newestRecording: catalog.recordings.newest }),
    newestRecording: catalog.recordings.newest,
    today: () => '2026-02-01',
    siteAddress: () => 'https://magpie.example',
    tagDefinitions: enrichment.tagDefinitions,
  });
  /** As the engine answers before vectors are in memory, which their exact components and candidates must equal. */
  const similar = async (companyName: string, input: object = {}) => {
    const { listSimilarAdvertisers } = contract.brandSpy;
    const [exact, candidates] = storages.map((options) => createVectorIndex(clickhouse, options));
    if (exact === undefined || candidates === undefined) throw new Error('there are two storages');
    const figures = createFiguresCache(clickhouse);
    const call = (vectors: VectorIndex) =>
      callHandler(listSimilarAdvertisers, similarHandler(createParts(), vectors, figures), {
        companyName,
        ...input,
      });
    const answer = await call(exact);
    for (const vectors of [exact, candidates]) {
      await vectors.load(model, await catalog.recordings.newest());
      expect(await call(vectors)).toEqual(answer);
    }
    return answer;
  };
  const names = async (companyName: string, input: object = {}): Promise<string[]> =>
    (await similar(companyName, input)).advertisers.map(({ name }) => name);

  it('are ranked by cosine similarity, ties by name, without the requested one', async () => {
    const { companyName, method, advertisers } = await similar('sole');
    expect([companyName, method]).toEqual(['Sole', 'embedding']);
    expect(advertisers.map(({ name, similarity }) => [name, similarity])).toEqual([
      ['Cobbler', 1],
      ['Heel', 1],
      ['Zebra', 1],
      ['Shoe & Lamp', 0.8],
    ]);
  });

  it('are not listed if they have little in common', async () => {
    expect(await names('Sole', { limit: 50 })).not.toContain('Bulb');
  });

  it('have the totals of their ads and what they share with the requested one', async () => {
    const { advertisers } = await similar('Sole', { limit: 2 });
    expect(advertisers).toHaveLength(2);
    expect(advertisers[1]).toEqual({
      advertiserId: advertiserId('Heel'),
      name: 'Heel',
      brandLogo: `https://magpie.example/logos/${advertiserId('Heel')}.svg`,
      adCount: 2,
      totalReach: 12,
      platforms: ['facebook', 'instagram'],
      similarity: 1,
      sharedCategories: [],
      sharedTags: ['soft', 'free'],
    });
    expect((await similar('Loft')).advertisers[0]).toMatchObject({
      name: 'Attic',
      sharedCategories: ['Art', 'Home', 'Shoes'],
    });
  });

  it.each<[string, object, string[]]>([
    ['mediaType', { mediaType: 'video' }, ['Zebra']],
    ['language', { language: 'de' }, ['Heel']],
    ['status', { status: 'inactive' }, []],
    ['dates', { dateFrom: '2026-01-06' }, []],
    ['a limit besides', { language: 'de', limit: 1 }, ['Heel']],
  ])('are those with ads that match the filters: %s', async (_, input, found) => {
    expect(await names('Sole', input)).toEqual(found);
  });

  it('have the figures of the ads that match', async () => {
    const { advertisers } = await similar('Sole', { language: 'de' });
    expect(advertisers[0]).toMatchObject({ name: 'Heel', adCount: 1, totalReach: 7 });
  });

  it('are ranked by shared categories, ads and name if there are no vectors', async () => {
    const { method, advertisers } = await similar('SILENT');
    expect(method).toBe('category');
    expect(advertisers.map(({ name, similarity, adCount }) => [name, similarity, adCount])).toEqual([
      ['Loft', 0.5, 2],
      ['Attic', 0.5, 1],
      ['Cobbler', 0.5, 1],
    ]);
    expect(advertisers[0]?.sharedCategories).toEqual(['Home', 'Shoes']);
    expect(await names('Silent', { mediaType: 'video' })).toEqual(['Loft']);
    expect(await names('Silent', { limit: 1 })).toEqual(['Loft']);
  });

  it('are ranked by shared categories if no similar advertiser has matching ads', async () => {
    await catalog.recordAds(
      ['Mute', 'Mime'].map((name) =>
        openAd({
          key: `meta:${name}`,
          advertiser: { name, categories: ['Stage'] },
          bodies: name === 'Mute' ? ['lamp'] : ['...'],
          language: 'fr',
        }),
      ),
      { source: 'test', seenAt: new Date('2026-01-05T08:00:00Z') },
    );
    await catalog.optimize();
    expect((await similar('Mute')).method).toBe('embedding');
    const { method, advertisers } = await similar('Mute', { language: 'fr' });
    expect([method, advertisers.map(({ name }) => name)]).toEqual(['category', ['Mime']]);
  });

  it('respect the limit among a thousand equally similar ones, by name', async () => {
    const copies = Array.from({ length: 1200 }, (_, index) =>
      openAd({
        key: `meta:copy ${index}`,
        advertiser: { name: `Copy ${String(index).padStart(4, '0')}` },
        bodies: ['free lamp shoe'],
        language: index < 900 ? 'en' : 'de',
      }),
    );
    await catalog.recordAds(copies, { source: 'test', seenAt: new Date('2026-01-05T08:00:00Z') });
    await catalog.optimize();
    expect(await names('Copy 0001', { limit: 3 })).toEqual(['Copy 0000', 'Copy 0002', 'Copy 0003']);
    expect(await names('Copy 0001', { limit: 2, language: 'de' })).toEqual(['Copy 0900', 'Copy 0901']);
  });

  it('give 404 with a suggestion for an unknown advertiser', async () => {
    await expect(similar('Heeel')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details: { suggestions: expect.arrayContaining(['Heel']) },
    });
  });

  it.each([
    ['exact', {}],
    ['bytes', { maxExactBytes: 0 }],
  ])('are up to date after recordings, moves and removals, %s', async (storage, options) => {
    const vectors = createVectorIndex(clickhouse, options);
    const [later, evenLater] = [`Later ${storage}`, `Even later ${storage}`];
    const key = `meta:later ${storage}`;
    const { listSimilarAdvertisers } = contract.brandSpy;
    const listed = async (index: VectorIndex, figures = createFiguresCache(clickhouse)) => {
      const handler = similarHandler(createParts(), index, figures);
      return (await callHandler(listSimilarAdvertisers, handler, { companyName: 'Bulb', limit: 50 }))
        .advertisers;
    };
    const counted = createFiguresCache(clickhouse);
    const record = async (name: string, day: string): Promise<void> => {
      await catalog.recordAds([openAd({ key, advertiser: { name }, bodies: ['lamp'] })], {
        source: storage,
        seenAt: new Date(day),
      });
      await catalog.optimize();
    };
    const check = async (change: () => Promise<unknown>, present: string[], absent: string[]) => {
      await change();
      const found = await listed(vectors, counted);
      expect(found).toEqual(await listed(createVectorIndex(clickhouse)));
      const foundNames = found.map(({ name }) => name);
      expect(foundNames).toEqual(expect.arrayContaining(present));
      for (const name of absent) expect(foundNames).not.toContain(name);
    };
    await vectors.load(model, await catalog.recordings.newest());
    await check(() => Promise.resolve(), [], [later, evenLater]);
    await check(() => record(later, '2026-01-05'), [later], [evenLater]);
    await check(() => record(evenLater, '2026-01-06'), [evenLater], [later]);
    await check(() => catalog.removeAds({ keys: `^${key}$`, source: storage }), [], [evenLater]);
  });

  it('are counted once for a recording', async () => {
    const read: string[] = [];
    const noting: ClickHouse = {
      ...clickhouse,
      read: (statement, parameters) => {
        if (statement.includes('FROM ads')) read.push(statement);
        return clickhouse.read(statement, parameters);
      },
    };
    const figures = createFiguresCache(noting);
    const vectors = createVectorIndex(clickhouse);
    const similarToHeel = (input: object) =>
      callHandler(
        contract.brandSpy.listSimilarAdvertisers,
        similarHandler({ ...createParts(), clickhouse: noting }, vectors, figures),
        { companyName: 'Heel', ...input },
      );
    const first = await similarToHeel({});
    expect(read).toHaveLength(1);
    expect(await similarToHeel({})).toEqual(first);
    expect(read).toHaveLength(1);
    expect(await similarToHeel({ language: 'de' })).not.toEqual(first);
    expect(read.length).toBeGreaterThan(1);
  });

  it('are compared by the model of the newest vector', async () => {
    expect(await names('Cobbler', { limit: 1 })).toEqual(['Heel']);
    const warmth: TextEmbedder['embed'] = (texts) =>
      Promise.resolve(texts.map((text) => (text.includes('warm') ? Int8Array.of(1, 0) : Int8Array.of(0, 1))));
    model = 'warmth@1';
    await refreshVectors(clickhouse, { ...wordCounter, model, embed: warmth });
    expect(await names('Cobbler', { limit: 1 })).toEqual(['Loft']);
  });
});

describe.each(clickhouseLanes)('similar advertisers of random ads on ClickHouse, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
  });
  afterAll(() => clickhouse.close());

  it('match a reference implementation', async () => {
    const world = createWorld(clickhouse, db);
    await world.record(dealAds());
    await refreshVectors(clickhouse, dealCounter);
    const now = world.now();
    const parts = {
      clickhouse,
      names: createNameIndex({ clickhouse, newestRecording: world.catalog.recordings.newest }),
      newestRecording: world.catalog.recordings.newest,
      today: currentDay,
      siteAddress: () => 'https://magpie.example',
      tagDefinitions,
    };
    const indexes = storages.map((options) => createVectorIndex(clickhouse, options));
    const figures = createFiguresCache(clickhouse);
    for (const each of indexes) await each.load(dealCounter.model, await world.catalog.recordings.newest());
    const surroundings = { site: 'https://magpie.example', tagDefinitions, embed: dealsIn };
    const someQuestion = fc.record({
      filters: someFilters,
      name: fc.constantFrom(...now.advertisers.map(({ name }) => name)),
      limit: fc.constantFrom(1, 3, 10, 50),
    });
    // The queries are the same on each engine.
    await expectAgreement(someQuestion, lane === 'embedded' ? 40 : 10, async ({ filters, name, limit }) => {
      const meant = { ...filters, companyName: name };
      const expected = similarAdvertisers(now, meant, limit, surroundings);
      for (const vectors of indexes) {
        const handler = similarHandler(parts, vectors, figures);
        const input = { ...meant, limit };
        expect(await callHandler(contract.brandSpy.listSimilarAdvertisers, handler, input)).toEqual(expected);
      }
    });
  });

  it('are compared by a new version of the model after its vectors replaced those in memory', async () => {
    const world = createWorld(clickhouse, db);
    const record = (name: string, body: string) =>
      world.record([openAd({ key: `meta:${name} ${body}`, advertiser: { name }, bodies: [body] })]);
    await record('Version', 'free');
    await record('Free', 'free');
    await record('Free sale', 'free sale');
    await refreshVectors(clickhouse, dealCounter);
    const nearest = async (vectors: VectorIndex) =>
      vectors.nearest({
        advertiserId: advertiserId('Version'),
        limit: 1,
        recording: await world.catalog.recordings.newest(),
        hasAds: () => true,
      });
    const vectors = createVectorIndex(clickhouse);
    await vectors.load(dealCounter.model, await world.catalog.recordings.newest());
    const before = await nearest(vectors);
    await refreshVectors(clickhouse, {
      ...dealCounter,
      model: 'deals@2',
      embed: (texts) => Promise.resolve(texts.map((text) => Int8Array.of(dealsIn(text)[0] ?? 0, 1))),
    });
    await record('Version', 'free free');
    const after = await nearest(vectors);
    const ids = (found: typeof after): number[] =>
      found.map((each) => each.advertiserId).toSorted((a, b) => a - b);
    expect(ids(after)).toEqual(ids(await nearest(createVectorIndex(clickhouse))));
    expect(ids(after)).not.toEqual(ids(before));
  });
});
