import { contract, type OpenAdInput } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, createCatalog } from '../ads/catalog.ts';
import type { Enrichment } from '../ads/enrichment.ts';
import { adHash } from '../ads/identity.ts';
import { scoreOfAd } from '../ads/score.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainDerived, plainEnrichment } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callBothWays, researchMemory } from '../testing/research.ts';
import type { AdMemory } from './memory/adMemory.ts';
import { createNameIndex } from './nameIndex.ts';
import { tagsHandler } from './brandSpy.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

/** Tags are words of the copy, numbered by their position; the last one is retired. */
const words = ['question', 'number', 'sale', 'gone'];
const enrichment: Enrichment = {
  ...plainEnrichment,
  tagDefinitions: [
    { tagDefinitionId: 1, category: 'hook', shortText: 'question' },
    { tagDefinitionId: 2, category: 'hook', shortText: 'number' },
    { tagDefinitionId: 3, category: 'offer', shortText: 'sale' },
  ],
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

/** On the last day of March. The best ad has a unique tag; three good ads share another. */
const ads: Record<string, Partial<OpenAdInput>> = {
  best: { bodies: ['number'], startDate: '2025-03-31', status: 'active', reach: { value: 9_000_000 } },
  well1: { bodies: ['question'], startDate: '2025-12-31', status: 'active', reach: { value: 900_000 } },
  well2: { bodies: ['question gone'], startDate: '2025-12-31', status: 'active', reach: { value: 800_000 } },
  well3: {
    bodies: ['question sale'],
    startDate: '2025-12-31',
    endDate: '2026-03-30',
    reach: { value: 700_000 },
  },
  bad1: { bodies: ['sale'], startDate: '2026-03-30', endDate: '2026-03-31' },
  bad2: { bodies: ['sale'], startDate: '2026-03-30', endDate: '2026-03-31' },
  none: { bodies: ['nothing'], startDate: '2026-03-30', endDate: '2026-03-31' },
};

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('tags of an advertiser on ClickHouse, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let catalog: Catalog;
  let memory: AdMemory;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    catalog = createCatalog({ clickhouse, db, enrichment, embedder: null });
    memory = researchMemory(clickhouse, catalog);
    const known = Object.entries(ads).map(([name, ad]) =>
      openAd({ advertiser: { name: 'Acme' }, ...ad, key: `meta:${name}` }),
    );
    await catalog.recordAds(known, { source: 'test', seenAt: new Date('2026-03-31T08:00:00Z') });
  });
  afterAll(() => clickhouse.close());

  const tags = (input: object = {}) =>
    callBothWays(
      contract.brandSpy.getTags,
      tagsHandler,
      {
        clickhouse,
        names: createNameIndex({ clickhouse, newestRecording: catalog.recordings.newest }),
        newestRecording: catalog.recordings.newest,
        today: () => '2026-03-31',
        siteAddress: () => 'https://magpie.example',
        tagDefinitions: enrichment.tagDefinitions,
        memory,
      },
      { companyName: 'acme', ...input },
    );

  it('have the performance and the best of their ads', async () => {
    const { totalAds, averageScore, tags: ranked, total } = await tags();
    const scores = {
      best: scoreOfAd(365, 9_000_000, null).performanceScore,
      well: [900_000, 800_000, 700_000].map(
        (reach, place) => scoreOfAd(place === 2 ? 89 : 90, reach, null).performanceScore,
      ),
      bad: scoreOfAd(1, null, null).performanceScore,
    };
    const [well1 = 0, well2 = 0, well3 = 0] = scores.well;
    const mean = (scores.best + well1 + well2 + well3 + 3 * scores.bad) / 7;
    expect([totalAds, total]).toEqual([7, 3]);
    expect(averageScore).toBeCloseTo(mean, 1);
    expect(ranked.map(({ shortText }) => shortText)).toEqual(['question', 'number', 'sale']);
    expect(ranked[0]).toMatchObject({
      tagDefinitionId: 1,
      category: 'hook',
      adCount: 3,
      share: 3 / 7,
      activeAds: 2,
      totalReach: 2_400_000,
      sampleAds: ['well1', 'well2', 'well3'].map((name) => adHash(`meta:${name}`)),
    });
    expect(ranked[0]?.avgScore).toBeCloseTo((well1 + well2 + well3) / 3, 1);
    expect(ranked[0]?.adjustedScore).toBeCloseTo((well1 + well2 + well3 + 5 * mean) / 8, 1);
    // A single best ad does not outrank three good ones.
    expect(ranked[1]?.avgScore).toBeGreaterThan(ranked[0]?.avgScore ?? 0);
  });

  it('can be limited to a category, a number and matching ads', async () => {
    expect((await tags({ category: 'Hook' })).tags.map(({ shortText }) => shortText)).toEqual([
      'question',
      'number',
    ]);
    expect(await tags({ limit: 1 })).toMatchObject({ total: 3, tags: [{ shortText: 'question' }] });
    expect(await tags({ dateFrom: '2026-03-01' })).toMatchObject({
      totalAds: 3,
      tags: [{ shortText: 'sale', adCount: 2, share: 2 / 3 }],
    });
    expect(await tags({ dateTo: '2024-01-01' })).toEqual({
      totalAds: 0,
      averageScore: null,
      tags: [],
      total: 0,
    });
  });

  it('400 for an unknown category, 404 for an unknown advertiser', async () => {
    await expect(tags({ category: 'hoook' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: "category 'hoook' is unknown; it must be one of hook, offer.",
    });
    await expect(tags({ companyName: 'Nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
