import { contract, type OpenAdInput } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCatalog, type Catalog } from '../ads/catalog.ts';
import type { Enrichment } from '../ads/enrichment.ts';
import { advertiserId } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainDerived, plainEnrichment } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { expectAgreement, rounded, someFilters } from '../testing/reference/callHandlers.ts';
import { comparison } from '../testing/reference/comparison.ts';
import { colossalAds, farAds, randomSeed, someAds } from '../testing/reference/someAds.ts';
import { createWorld, currentDay, tagDefinitions } from '../testing/reference/world.ts';
import { callBothWays, researchMemory } from '../testing/research.ts';
import type { AdMemory } from './memory/adMemory.ts';
import { createNameIndex } from './nameIndex.ts';
import { compareHandler } from './compare.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

/** Tags are words, numbered by their position; the last one is retired. */
const words = ['free', 'soft', 'loud', 'gone'];
const tag = (shortText: string) => ({
  tagDefinitionId: words.indexOf(shortText) + 1,
  category: 'Word',
  shortText,
});
const enrichment: Enrichment = {
  ...plainEnrichment,
  tagDefinitions: words.slice(0, 3).map(tag),
  derive: (facts) =>
    Promise.resolve(
      facts.map((each) => ({
        ...plainDerived(each),
        language: each.language,
        tags: words.flatMap((word, index) =>
          each.bodies.join(' ').includes(word) ? [{ tagDefinitionId: index + 1, confidence: 1 }] : [],
        ),
      })),
    ),
};

const ads: Record<string, Partial<OpenAdInput>[]> = {
  Straße: [
    {
      bodies: ['free soft gone'],
      format: 'image',
      mediaType: 'image',
      platforms: ['facebook', 'instagram'],
      language: 'de',
      startDate: '2026-03-31',
      reach: { value: 30 },
    },
    {
      bodies: ['soft'],
      format: 'image',
      mediaType: 'image',
      platforms: ['instagram'],
      language: 'en',
      startDate: '2026-03-24',
      reach: { value: 12 },
    },
    {
      bodies: ['soft'],
      format: 'video',
      mediaType: 'video',
      platforms: ['tiktok'],
      startDate: '2026-01-01',
      endDate: '2026-01-11',
    },
    // Starts tomorrow.
    { bodies: [], format: 'image', startDate: '2026-04-01' },
  ],
  Avenue: [
    { bodies: ['loud free'], format: 'carousel', startDate: '2025-12-01', endDate: '2025-12-02' },
    { bodies: ['free'], startDate: '2025-12-01', endDate: '2025-12-04', reach: { value: 0 } },
  ],
  Lane: [{ bodies: ['free loud'], startDate: '2026-03-01', language: 'en' }],
};

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('a comparison on ClickHouse, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let catalog: Catalog;
  let memory: AdMemory;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    catalog = createCatalog({ clickhouse, db, enrichment, embedder: null });
    memory = researchMemory(clickhouse, catalog);
    const known = Object.entries(ads).flatMap(([name, own]) =>
      own.map((ad, index) => openAd({ advertiser: { name }, ...ad, key: `meta:${name} ${index}` })),
    );
    await catalog.recordAds(known, { source: 'test', seenAt: new Date('2026-03-31T08:00:00Z') });
  });
  afterAll(() => clickhouse.close());

  const compare = (companyNames: string[], input: object = {}) =>
    callBothWays(
      contract.brandSpy.compare,
      compareHandler,
      {
        clickhouse,
        names: createNameIndex({ clickhouse, newestRecording: catalog.recordings.newest }),
        newestRecording: catalog.recordings.newest,
        today: () => '2026-03-31',
        siteAddress: () => 'https://magpie.example',
        tagDefinitions: enrichment.tagDefinitions,
        memory,
      },
      { companyNames, ...input },
    );

  it('returns the totals of each advertiser in request order', async () => {
    const { advertisers } = await compare(['Avenue', 'STRASSE']);
    expect(advertisers.map(({ name }) => name)).toEqual(['Avenue', 'Straße']);
    expect(advertisers[1]).toEqual({
      advertiserId: advertiserId('Straße'),
      name: 'Straße',
      brandLogo: `https://magpie.example/logos/${advertiserId('Straße')}.svg`,
      stats: {
        totalAds: 4,
        totalReach: 42,
        imageAds: 2,
        videoAds: 1,
        activeAds: 2,
        // 1, 7, 10 and 1 days.
        avgDaysRunning: 4.75,
        avgDaysRunningKind: 'atLeast',
      },
      mediaTypeBreakdown: { image: 0.5, video: 0.25 },
      formats: [
        { format: 'image', adCount: 3, share: 0.75 },
        { format: 'video', adCount: 1, share: 0.25 },
      ],
      platforms: [
        { platform: 'instagram', adCount: 2, share: 0.5 },
        { platform: 'facebook', adCount: 1, share: 0.25 },
        { platform: 'tiktok', adCount: 1, share: 0.25 },
      ],
      languages: [
        { language: 'de', adCount: 1, share: 0.25 },
        { language: 'en', adCount: 1, share: 0.25 },
      ],
      tempo: {
        launchedLast7Days: 1,
        launchedLast30Days: 2,
        launchedLast90Days: 3,
        publishedStarts: 3,
        launchesPerWeek: expect.closeTo(0.2333, 4),
        medianDaysRunning: 4,
      },
      topTags: [
        { ...tag('soft'), adCount: 3, share: 0.75 },
        { ...tag('free'), adCount: 1, share: 0.25 },
      ],
      distinctTags: [{ ...tag('soft'), adCount: 3, share: 0.75 }],
    });
  });

  it('returns shared tags by their smallest share', async () => {
    const all = await compare(['Straße', 'Avenue', 'Lane']);
    expect(all.sharedTags).toEqual([
      {
        ...tag('free'),
        advertisers: [
          { advertiserId: advertiserId('Straße'), adCount: 1, share: 0.25 },
          { advertiserId: advertiserId('Avenue'), adCount: 2, share: 1 },
          { advertiserId: advertiserId('Lane'), adCount: 1, share: 1 },
        ],
      },
    ]);
    expect(all.advertisers.map(({ distinctTags }) => distinctTags.map(({ shortText }) => shortText))).toEqual(
      [['soft'], [], []],
    );
    const two = await compare(['Avenue', 'Lane']);
    expect(two.sharedTags.map(({ shortText }) => shortText)).toEqual(['free', 'loud']);
  });

  it.each<[string, object, number[]]>([
    ['status', { status: 'active' }, [2, 0]],
    ['mediaType', { mediaType: 'video' }, [1, 0]],
    ['language', { language: 'EN' }, [1, 0]],
    ['dates', { dateFrom: '2025-12-01', dateTo: '2026-01-01' }, [1, 2]],
  ])('counts only ads that match: %s', async (_, input, counts) => {
    const { advertisers } = await compare(['Straße', 'Avenue'], input);
    expect(advertisers.map(({ stats }) => stats.totalAds)).toEqual(counts);
  });

  it('is zero for an advertiser without matching ads', async () => {
    const { advertisers } = await compare(['Straße', 'Avenue'], { status: 'active' });
    expect(advertisers[1]).toMatchObject({
      stats: { totalAds: 0, totalReach: 0, avgDaysRunning: null, avgDaysRunningKind: null },
      mediaTypeBreakdown: { image: 0, video: 0 },
      formats: [],
      tempo: { launchedLast90Days: 0, launchesPerWeek: 0, medianDaysRunning: null },
      topTags: [],
    });
  });

  it('rejects duplicates, ignoring case', async () => {
    await expect(compare(['Avenue', 'strasse', 'STRAßE'])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: "companyNames must contain different brands; 'STRAßE' is a duplicate.",
      details: { issues: [{ path: 'companyNames.2' }] },
    });
  });

  it('rejects an unknown name and reports it', async () => {
    await expect(compare(['Avenue', 'Avenu'])).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining("'Avenu'"),
      details: { suggestions: expect.arrayContaining(['Avenue']) },
    });
  });

  it.each([[['Avenue']], [['a', 'b', 'c', 'd', 'e', 'f']]])('needs two to five: %j', (companyNames) => {
    expect(contract.brandSpy.compare.input.safeParse({ companyNames }).success).toBe(false);
  });
});

describe.each(clickhouseLanes)('a comparison of random ads on ClickHouse, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
  });
  afterAll(() => clickhouse.close());

  it('matches a reference implementation', async () => {
    const world = createWorld(clickhouse, db);
    const random = someAds(randomSeed, { from: 0, count: 150 });
    await world.record([...random, ...colossalAds, ...farAds]);
    const now = world.now();
    const parts = {
      clickhouse,
      names: createNameIndex({ clickhouse, newestRecording: world.catalog.recordings.newest }),
      newestRecording: world.catalog.recordings.newest,
      today: currentDay,
      siteAddress: () => 'https://magpie.example',
      tagDefinitions,
      memory: researchMemory(clickhouse, world.catalog),
    };
    const surroundings = { site: 'https://magpie.example', tagDefinitions };
    const storedNames = now.advertisers.map(({ name }) => name);
    const someQuestion = fc.record({
      filters: someFilters,
      companyNames: fc.shuffledSubarray(storedNames, { minLength: 2, maxLength: 5 }),
    });
    // The queries are the same on each engine.
    await expectAgreement(someQuestion, lane === 'embedded' ? 40 : 10, async ({ filters, companyNames }) => {
      const { companyName: _, ...narrowing } = filters;
      const answer = await callBothWays(contract.brandSpy.compare, compareHandler, parts, {
        ...narrowing,
        companyNames,
      });
      expect(answer).toEqual(rounded(comparison(now, companyNames, narrowing, surroundings)));
    });
  });
});
