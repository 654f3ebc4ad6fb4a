import { contract, type InputOf, type OpenAdInput, type OutputOf } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAliases } from '../ads/aliases.ts';
import { createCatalog, type Catalog } from '../ads/catalog.ts';
import { createIndexCoverage } from '../ads/coverage.ts';
import type { Enrichment } from '../ads/enrichment.ts';
import { advertiserId } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { tagDefinitions as taxonomy } from '../enrichment/tags.ts';
import type { Call } from '../rpc/procedure.ts';
import { openAd, plainDerived, plainEnrichment } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callHandler, expectAgreement, rounded } from '../testing/reference/callHandlers.ts';
import { dayBefore } from '../testing/reference/ads.ts';
import { saturation as expectedSaturation } from '../testing/reference/saturation.ts';
import {
  farAds,
  randomSeed,
  someAds,
  someCountry,
  someName,
  somePlatform,
} from '../testing/reference/someAds.ts';
import { createWorld, currentDay, type RecordedWorld } from '../testing/reference/world.ts';
import { findAxes } from './saturation.ts';
import { createSaturationRows, type SaturationMemory } from './saturationRows.ts';
import { trendingRouter, type TrendingParts } from './trending.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const { saturation } = contract.trending;

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

it('the axes are the angles and the offers of the taxonomy', () => {
  const { angles, offers } = findAxes(taxonomy);
  expect([angles.length, offers.length]).toEqual([27, 37]);
});

describe.each(clickhouseLanes)('saturation of random ads on ClickHouse %s', (lane) => {
  /** Words of `world.ts`; the last of them is no longer part of the taxonomy. */
  const definitions = ['ad angle', 'offer', 'ad angle', 'offer', 'ad angle'].map((category, index) => ({
    tagDefinitionId: 40 - index * 3,
    category,
    shortText: `Tag ${index}`,
  }));
  const someSet = fc.oneof(
    fc.constantFrom({ category: 'Food' }, { category: 'fashion' }),
    fc.record({ companyNames: fc.array(someName, { minLength: 1, maxLength: 4 }) }),
  );
  const someQuestion = fc
    .record({
      set: someSet,
      windowDays: fc.oneof(fc.constantFrom(1, 7, 30, 45, 46, 90), fc.integer({ min: 1, max: 90 })),
      country: fc.option(someCountry, { nil: undefined, freq: 1 }),
      platform: fc.option(somePlatform, { nil: undefined, freq: 1 }),
      limit: fc.constantFrom(1, 2, 200),
    })
    .map(({ set, ...question }) => Object.assign(question, set));

  let clickhouse: ClickHouseEngine;
  let world: RecordedWorld;
  let memory: SaturationMemory;

  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    world = createWorld(clickhouse, db);
    memory = createSaturationRows(clickhouse, findAxes(definitions));
    const refresh = async () => memory.refresh(await world.catalog.recordings.newest(), currentDay());
    await world.record(someAds(1, { from: 0, count: 200 }));
    await refresh();
    await world.record(farAds);
    await refresh();
    // Ads that are recorded again have other days, advertisers and tags.
    await world.record(someAds(2, { from: 50, count: 200 }));
    await world.record(someAds(randomSeed, { from: 200, count: 150 }));
    await world.record([
      openAd({ key: 'tiktok:1', advertiser: { name: 'Éclair' }, startDate: dayBefore(currentDay(), 80) }),
      openAd({ key: 'google:1', advertiser: { name: 'Colossus' }, startDate: dayBefore(currentDay(), 200) }),
    ]);
    await refresh();
  });
  afterAll(() => clickhouse.close());

  it('in memory and by statement agree with the reference', async () => {
    const { newest } = world.catalog.recordings;
    const parts: TrendingParts = {
      clickhouse,
      today: currentDay,
      tagDefinitions: definitions,
      coverage: createIndexCoverage(clickhouse, db),
      aliases: createAliases({ clickhouse, newestRecording: newest }),
    };
    expect(memory.at(await newest(), currentDay())).not.toBeNull();
    const routers = [createSaturationRows(clickhouse, findAxes(definitions), 0), memory].map((each) =>
      trendingRouter(parts, undefined, each),
    );
    await expectAgreement(someQuestion, lane === 'embedded' ? 100 : 30, async (question) => {
      const expected = rounded(
        expectedSaturation(world.now(), saturation.input.parse(question), definitions),
      );
      for (const router of routers) {
        expect(await callHandler(saturation, router.saturation, question, newest)).toEqual(expected);
      }
    });
  });
});

describe.each(clickhouseLanes)('saturation on ClickHouse %s', (lane) => {
  const today = '2026-06-30';
  const earlier = '2026-06-21';
  /** The tags of an ad are the numbers in its text. */
  const tagDefinitions = [1, 2, 3, 11, 12, 13].map((id) => ({
    tagDefinitionId: id,
    category: id < 10 ? 'ad angle' : 'offer',
    shortText: `Tag ${id}`,
  }));
  const enrichment: Enrichment = {
    ...plainEnrichment,
    tagDefinitions,
    derive: (facts) =>
      Promise.resolve(
        facts.map((each) => ({
          ...plainDerived(each),
          tags: (each.bodies[0]?.match(/\d+/g) ?? []).map((id) => ({
            tagDefinitionId: Number(id),
            confidence: 0.9,
          })),
        })),
      ),
  };

  let clickhouse: ClickHouseEngine;
  let catalog: Catalog;
  let memory: SaturationMemory;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    catalog = createCatalog({ clickhouse, db, enrichment, embedder: null });
    memory = createSaturationRows(clickhouse, findAxes(tagDefinitions));
  });
  afterAll(() => clickhouse.close());

  let recorded = 0;
  /** Each test has its own category. */
  const record = (
    category: string,
    ads: readonly (readonly [by: string, tags: string, day?: string])[],
    more: Partial<OpenAdInput> = {},
  ) =>
    catalog.recordAds(
      ads.map(([by, tags, startDate = today]) => {
        recorded += 1;
        const advertiser = { name: `${by} ${category}`, categories: [category] };
        return openAd({ key: `meta:${recorded}`, advertiser, bodies: [tags], startDate, ...more });
      }),
      { source: 'test', seenAt: new Date(`${today}T10:00:00Z`) },
    );

  /** In memory, which must equal the answer of the statement. */
  const ask = async (input: InputOf<typeof saturation>, call: Partial<Call<unknown>> = {}) => {
    const { newest } = catalog.recordings;
    await memory.refresh(await newest(), today);
    expect(memory.at(await newest(), today)).not.toBeNull();
    const answers: OutputOf<typeof saturation>[] = [];
    for (const each of [memory, createSaturationRows(clickhouse, findAxes(tagDefinitions), 0)]) {
      const router = trendingRouter(
        {
          clickhouse,
          today: () => today,
          tagDefinitions,
          coverage: createIndexCoverage(clickhouse, db),
          aliases: createAliases({ clickhouse, newestRecording: newest }),
        },
        undefined,
        each,
      );
      const request = { ...call, newestRecording: newest, input: saturation.input.parse(input) };
      const answer = await router.saturation?.(
        request as Parameters<NonNullable<typeof router.saturation>>[0],
      );
      answers.push(saturation.output.parse(answer));
    }
    const [inMemory, byStatement] = answers;
    expect(inMemory).toEqual(byStatement);
    return inMemory ?? Promise.reject(new Error('there are two'));
  };

  it('counts an advertiser once for a pair, and each of its ads', async () => {
    await record('Tea', [
      ['One', '1 11'],
      ['One', '1 11 12'],
      ['Two', '1 11'],
      ['Three', '2 12', earlier],
    ]);
    const { cells, angles, offers, advertisers, ads, advertisersBefore, adsBefore, ...other } = await ask({
      category: 'Tea',
      windowDays: 7,
    });
    expect({ advertisers, ads, advertisersBefore, adsBefore }).toEqual({
      advertisers: 2,
      ads: 3,
      advertisersBefore: 1,
      adsBefore: 1,
    });
    expect(other).toMatchObject({
      category: 'Tea',
      companies: null,
      from: '2026-06-24',
      to: today,
      before: { from: '2026-06-17', to: '2026-06-23' },
    });
    expect(angles.map((each) => each.shortText)).toEqual(['Tag 1', 'Tag 2']);
    expect(offers.map((each) => each.shortText)).toEqual(['Tag 11', 'Tag 12']);
    expect(cells).toMatchObject([
      { angleId: 1, offerId: 11, advertisers: 2, ads: 3, advertisersBefore: 0, change: 2, share: 1 },
      { angleId: 1, offerId: 12, advertisers: 1, ads: 1, share: 0.5, shareBefore: 0 },
      { angleId: 2, offerId: 12, advertisers: 0, ads: 0, advertisersBefore: 1, change: -1, shareBefore: 1 },
    ]);
  });

  it('ranks unused pairs of used tags by the number of advertisers expected from both', async () => {
    await record('Shoes', [
      ['One', '1 11'],
      ['Two', '1 11'],
      ['Three', '1 11'],
      ['Four', '2 12'],
      ['Five', '2 12'],
      ['Six', '3', earlier],
    ]);
    const { empty } = await ask({ category: 'shoes', windowDays: 7 });
    expect(empty).toEqual([
      {
        angleId: 1,
        offerId: 12,
        expectedAdvertisers: (3 * 2) / 5,
        advertisersBefore: 0,
        evidence: { kind: 'estimated', ads: 5 },
      },
      {
        angleId: 2,
        offerId: 11,
        expectedAdvertisers: (2 * 3) / 5,
        advertisersBefore: 0,
        evidence: { kind: 'estimated', ads: 5 },
      },
    ]);
    expect((await ask({ category: 'Shoes', windowDays: 7, limit: 1 })).empty).toHaveLength(1);
  });

  it('ranks pairs by how much their share of the advertisers fell, but none whose share rose', async () => {
    const many = (count: number, tags: string, day = today) =>
      Array.from({ length: count }, (_, at) => [`${tags} ${at}`, tags, day] as const);
    await record('Hats', [
      ...many(10, '1 11', earlier),
      ...many(6, '2 12', earlier),
      ...many(4, '3 13', earlier),
      ...many(1, '1 11'),
      ...many(1, '2 12'),
      ...many(3, '3 13'),
    ]);
    const { emptying } = await ask({ category: 'Hats', windowDays: 7 });
    expect(emptying).toMatchObject([
      { angleId: 1, offerId: 11, change: -9, shareBefore: 0.5, share: 0.2 },
      { angleId: 2, offerId: 12, change: -5, shareBefore: 0.3, share: 0.2 },
    ]);
  });

  it('states ads without an angle or an offer as not known, and the libraries', async () => {
    await record('Toys', [
      ['One', '1 11'],
      ['One', '1'],
      ['Two', '11'],
      ['Two', 'no tags'],
      ['Two', '9'],
    ]);
    const { evidence, ads } = await ask({ category: 'Toys', windowDays: 7 });
    expect([ads, evidence]).toEqual([
      5,
      {
        kind: 'measured',
        ads: 1,
        publishedStarts: 1,
        withoutAngle: 3,
        withoutOffer: 3,
        adsBefore: 0,
        publishedStartsBefore: 0,
        libraries: ['meta'],
      },
    ]);
  });

  it('is estimated if ads count on the day of their first sighting', async () => {
    await record('Lamps', [['One', '1 11']]);
    await record('Lamps', [['Two', '1 11']], { startDate: null });
    const { cells, evidence } = await ask({ category: 'Lamps', windowDays: 7 });
    expect(cells).toMatchObject([{ advertisers: 2, change: 2 }]);
    expect(evidence).toMatchObject({ kind: 'estimated', ads: 2, publishedStarts: 1 });
  });

  it('knows nothing of the days before a window of more than 45 days', async () => {
    await record('Cars', [['One', '1 11']]);
    const { before, advertisersBefore, cells, emptying, evidence } = await ask({
      category: 'Cars',
      windowDays: 46,
    });
    expect([before, advertisersBefore, emptying, evidence.adsBefore]).toEqual([null, null, [], null]);
    expect(cells).toMatchObject([
      { advertisersBefore: null, adsBefore: null, change: null, shareBefore: null, state: 'notKnown' },
    ]);
  });

  it('counts ads of a country and a platform only', async () => {
    const engagement = { likes: 1, rankCountry: 'DE' };
    await record('Pens', [['One', '1 11']], { platforms: ['tiktok'], engagement });
    await record('Pens', [['Two', '1 11']], { platforms: ['facebook'], engagement });
    await record('Pens', [['Three', '1 11']], { platforms: ['tiktok'] });
    const count = async (filters: object) =>
      (await ask({ category: 'Pens', windowDays: 7, ...filters })).advertisers;
    expect(await count({})).toBe(3);
    expect(await count({ platform: 'tiktok' })).toBe(2);
    expect(await count({ platform: 'tiktok', country: 'de' })).toBe(1);
  });

  it('counts named companies, or those that the caller follows, for this caller only', async () => {
    await record('Maps', [
      ['One', '1 11'],
      ['Two', '1 11'],
      ['Three', '1 11'],
    ]);
    const named = await ask({ companyNames: ['one maps', 'TWO Maps', 'Nobody'], windowDays: 7 });
    expect(named).toMatchObject({ category: null, companies: 3, advertisers: 2 });
    const userId = 'saturation-user';
    await db.query('INSERT INTO users (id, email) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      userId,
      `${userId}@example.com`,
    ]);
    await db.query(
      'INSERT INTO follows (user_id, advertiser_id, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [userId, advertiserId('Three Maps'), 'Three Maps'],
    );
    let isPrivate = false;
    const caller = { userId } as Call<unknown>['caller'];
    const markPrivate = (): void => {
      isPrivate = true;
    };
    const followed = await ask({ companyNames: 'FOLLOWED', windowDays: 7 }, { caller, db, markPrivate });
    expect(followed).toMatchObject({ companies: 1, advertisers: 1, cells: [{ angleId: 1, offerId: 11 }] });
    expect(isPrivate).toBe(true);
  });

  it('rejects an unknown category and suggests the closest one', async () => {
    await record('Gardening', [['One', '1 11']]);
    await expect(ask({ category: 'Gardenin', windowDays: 7 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: "category 'Gardenin' is a category of no advertiser. Did you mean 'Gardening'?",
    });
    await expect(ask({ category: 'Qqqqqqqqqq', windowDays: 7 })).rejects.toMatchObject({
      message: "category 'Qqqqqqqqqq' is a category of no advertiser. Choose one of trending.listCategories.",
    });
  });

  it('lists categories of advertisers with recent ads', async () => {
    await record('Boats', [
      ['One', '1'],
      ['Two', '1'],
    ]);
    await record('Old boats', [['One', '1', '2026-01-01']]);
    const router = trendingRouter({
      clickhouse,
      today: () => today,
      tagDefinitions,
      coverage: createIndexCoverage(clickhouse, db),
      aliases: createAliases({ clickhouse, newestRecording: catalog.recordings.newest }),
    });
    const { newest } = catalog.recordings;
    const procedure = contract.trending.listCategories;
    const { categories, evidence } = await callHandler(procedure, router.listCategories, {}, newest);
    expect(evidence).toMatchObject({ kind: 'estimated', libraries: ['meta'] });
    expect(evidence.publishedStarts).toBe(evidence.ads - 1);
    const names = categories.map(({ category }) => category);
    expect(categories).toContainEqual({ category: 'Boats', advertisers: 2 });
    expect(names).not.toContain('Old boats');
    const counts = categories.map(({ advertisers }) => advertisers);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  });
});
