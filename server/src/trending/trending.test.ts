import { contract, type InputOf, type OpenAdInput, type OutputOf, type Procedure } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAliases } from '../ads/aliases.ts';
import { createCatalog, type Catalog } from '../ads/catalog.ts';
import { createIndexCoverage } from '../ads/coverage.ts';
import type { Enrichment } from '../ads/enrichment.ts';
import { adHash } from '../ads/identity.ts';
import { tagDefinitions as taxonomy } from '../enrichment/tags.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { Handler } from '../rpc/procedure.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainDerived, plainEnrichment } from '../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callHandler } from '../testing/reference/callHandlers.ts';
import { trendingRouter } from './trending.ts';
import { createTrendingDays, type TrendingDays } from './trendingDays.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const { topTagsByEngagement, topAdvertisers } = contract.trending;
const today = '2026-06-30';

/** The tags of an ad are the numbers in its text. The last of them is no longer part of the taxonomy. */
const tagDefinitions = [7, 3, 5].map((id) => ({
  tagDefinitionId: id,
  category: 'offer',
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

type Router = ReturnType<typeof trendingRouter>;

interface Written {
  readonly tags?: string;
  readonly by?: string;
  readonly day?: string | null;
  readonly likes?: number | null;
  readonly more?: Partial<OpenAdInput>;
}

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('leaderboards on ClickHouse %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let catalog: Catalog;
  let days: TrendingDays;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    catalog = createCatalog({ clickhouse, db, enrichment, embedder: null });
    days = createTrendingDays(clickhouse);
  });
  afterAll(() => clickhouse.close());

  /** Each test uses a separate country, so that it sees no other ads. */
  const record = (country: string, ads: Readonly<Record<string, Written>>, seenAt = `${today}T10:00:00Z`) =>
    catalog.recordAds(
      Object.entries(ads).map(([key, { tags, by, day = today, likes = null, more }]) =>
        openAd({
          key: `meta:${country}-${key}`,
          advertiser: { name: by ?? country },
          bodies: tags === undefined ? [] : [tags],
          platforms: ['facebook'],
          startDate: day,
          // Without counts there is no measurement and no country.
          reach: { value: 1 },
          engagement: { likes, rankCountry: country },
          ...more,
        }),
      ),
      { source: 'test', seenAt: new Date(seenAt) },
    );

  const parts = () => ({
    clickhouse,
    today: () => today,
    tagDefinitions,
    coverage: createIndexCoverage(clickhouse, db),
    aliases: createAliases({ clickhouse, newestRecording: catalog.recordings.newest }),
  });

  /** By sums in memory that are refreshed before each call, which must equal the answer of the statement. */
  const call = async <P extends Procedure>(
    procedure: P,
    find: (router: Router) => Handler<P> | undefined,
    input: object,
  ) => {
    const { newest } = catalog.recordings;
    await days.refresh(await newest(), today);
    expect(days.at(await newest(), today)).not.toBeNull();
    const [inMemory, byStatement] = [days, createTrendingDays(clickhouse, 0)].map((each) => {
      const router = trendingRouter(parts(), each);
      return callHandler(procedure, find(router), input, newest);
    });
    expect(await inMemory).toEqual(await byStatement);
    return inMemory ?? Promise.reject(new Error('there are two'));
  };
  const tagsOf = (input: InputOf<typeof topTagsByEngagement>) =>
    call(topTagsByEngagement, (router) => router.topTagsByEngagement, input);
  const advertisersOf = (input: InputOf<typeof topAdvertisers>) =>
    call(topAdvertisers, (router) => router.topAdvertisers, input);
  const totals = async (input: InputOf<typeof topTagsByEngagement>): Promise<Record<string, number>> =>
    Object.fromEntries((await tagsOf(input)).tags.map((each) => [each.shortText, each.totalEngagement]));

  it('covers only the counted ads: those of the country, if one is given', async () => {
    await record('BI', { a: { tags: '3', likes: 1 }, b: { tags: '3', likes: 2 } });
    await record('BJ', { c: { tags: '7', likes: 3 } });
    const counted = async (country?: string) =>
      (await tagsOf({ windowDays: 1, country })).coverage.libraries.map(({ ads }) => ads);
    expect([await counted('BI'), await counted('BJ'), await counted('BL')]).toEqual([[2], [1], []]);
    const [all = 0] = await counted();
    expect(all).toBeGreaterThanOrEqual(3);
    expect((await advertisersOf({ windowDays: 1, country: 'BI' })).coverage.libraries).toEqual([
      expect.objectContaining({ library: 'meta', ads: 2 }),
    ]);
  });

  it('has the ceilings of the libraries whose ads it counts, and no others', async () => {
    const capped: Partial<OpenAdInput> = { platforms: [], coverage: { ceiling: 1000 } };
    await record('BM', { d: { tags: '3', more: { ...capped, key: 'microsoft:1' } } });
    await record('BN', { e: { tags: '3' } });
    await record('BO', { f: { tags: '3', more: { key: 'microsoft:2', platforms: [] } } });
    const limits = async (country: string) =>
      (await tagsOf({ windowDays: 1, country })).coverage.ceilings.map(({ library, limit }) => [
        library,
        limit,
      ]);
    expect(await limits('BM')).toEqual([['microsoft', 1000]]);
    expect(await limits('BN')).toEqual([]);
    // A search lists ads of all brands, so those of others may be missing too.
    expect(await limits('BO')).toEqual([['microsoft', 1000]]);
    expect(await limits('BL')).toEqual([]);
  });

  it('ranks tags by engagement, with definition, number of ads and average engagement', async () => {
    await record('AD', { a: { tags: '7 3', likes: 10 }, b: { tags: '3', likes: 5 }, c: { tags: '3' } });
    expect(await tagsOf({ windowDays: 1, country: 'ad' })).toEqual({
      windowDays: 1,
      country: 'AD',
      platform: null,
      coverage: {
        libraries: [
          { library: 'meta', ads: 3, firstSeenAt: expect.any(String), lastSeenAt: expect.any(String) },
        ],
        countries: [],
        ceilings: [],
      },
      tags: [
        { ...tag(3), totalEngagement: 15, adCount: 3, avgEngagementPerAd: 5, momentum: newTag(3) },
        { ...tag(7), totalEngagement: 10, adCount: 1, avgEngagementPerAd: 10, momentum: newTag(1) },
      ],
    });
  });

  it('ranks advertisers by engagement, with the first spelling of their name and all platforms', async () => {
    const more: Partial<OpenAdInput> = { platforms: ['tiktok', 'facebook', 'tiktok'] };
    await record('AE', {
      a: { by: 'Éclair', likes: 10, more },
      b: { by: 'ÉCLAIR', likes: 4, more: { platforms: ['instagram'] } },
      c: { by: 'Straße', likes: 20, more: { platforms: [] } },
    });
    const { advertisers, ...echo } = await advertisersOf({ windowDays: 7, country: 'AE' });
    expect(echo).toMatchObject({ windowDays: 7, country: 'AE', platform: null });
    const advertiserId = expect.any(Number) as unknown;
    expect(advertisers).toEqual([
      {
        advertiserId,
        name: 'Straße',
        adCount: 1,
        totalEngagement: 20,
        avgEngagementPerAd: 20,
        platforms: [],
      },
      {
        advertiserId,
        name: 'Éclair',
        adCount: 2,
        totalEngagement: 14,
        avgEngagementPerAd: 7,
        platforms: ['facebook', 'instagram', 'tiktok'],
      },
    ]);
    const onTikTok = await advertisersOf({ windowDays: 7, country: 'AE', platform: 'tiktok' });
    expect(onTikTok).toMatchObject({
      platform: 'tiktok',
      advertisers: [{ name: 'Éclair', adCount: 1, totalEngagement: 10, platforms: ['facebook', 'tiktok'] }],
    });
  });

  it('includes ads of the last days up to today by start date or first sighting, but no future ones', async () => {
    const unknownStart = (firstSeenAt: string): Written => ({
      tags: '5',
      day: null,
      likes: 100,
      more: { firstSeenAt, lastSeenAt: `${today}T10:00:00Z` },
    });
    await record('AF', {
      today: { tags: '3', day: today, likes: 1 },
      tomorrow: { tags: '3', day: '2026-07-01', likes: 1000 },
      sevenDays: { tags: '3', day: '2026-06-24', likes: 10 },
      eightDays: { tags: '3', day: '2026-06-23', likes: 2 },
      ninetyDays: { tags: '7', day: '2026-04-02', likes: 20 },
      ninetyOneDays: { tags: '7', day: '2026-04-01', likes: 40 },
      seenWithin: unknownStart('2026-06-24T00:00:00Z'),
      seenBefore: unknownStart('2026-06-23T23:59:59.999Z'),
      startedEarlier: { tags: '5', day: '2026-01-01', likes: 7, more: { firstSeenAt: `${today}T00:00:00Z` } },
    });
    expect(await totals({ windowDays: 1, country: 'AF' })).toEqual({ 'Tag 3': 1 });
    expect(await totals({ windowDays: 7, country: 'AF' })).toEqual({ 'Tag 5': 100, 'Tag 3': 11 });
    expect(await totals({ windowDays: 8, country: 'AF' })).toEqual({ 'Tag 5': 200, 'Tag 3': 13 });
    expect(await totals({ windowDays: 90, country: 'AF' })).toEqual({
      'Tag 5': 200,
      'Tag 7': 20,
      'Tag 3': 13,
    });
  });

  it('counts an ad with changed start, engagement, country or advertiser only once', async () => {
    await record(
      'AG',
      { a: { tags: '3', by: 'Before', day: '2026-06-29', likes: 5 } },
      '2026-06-29T10:00:00Z',
    );
    expect(await totals({ windowDays: 2, country: 'AG' })).toEqual({ 'Tag 3': 5 });
    await record('AG', { a: { tags: '3', by: 'After', day: '2026-06-20', likes: 9 } });
    expect(await totals({ windowDays: 2, country: 'AG' })).toEqual({});
    expect(await totals({ windowDays: 30, country: 'AG' })).toEqual({ 'Tag 3': 9 });
    const { advertisers } = await advertisersOf({ windowDays: 90, country: 'AG' });
    expect(advertisers).toMatchObject([{ name: 'After', adCount: 1, totalEngagement: 9 }]);
    await record(
      'AG',
      {
        a: { tags: '3', by: 'After', day: null, more: { engagement: { likes: 9, rankCountry: 'AI' } } },
      },
      `${today}T11:00:00Z`,
    );
    expect(await totals({ windowDays: 90, country: 'AG' })).toEqual({});
    expect(await totals({ windowDays: 90, country: 'AI' })).toEqual({ 'Tag 3': 9 });
  });

  it('uses the country of the newest snapshot, independent of the import order', async () => {
    await record('AM', { a: { tags: '3', likes: 3 } });
    const engagement = { likes: 1000, rankCountry: 'AL' };
    await record('AM', { a: { tags: '3', more: { engagement, capturedAt: '2026-06-28T00:00:00Z' } } });
    expect(await totals({ windowDays: 90, country: 'AL' })).toEqual({});
    expect(await totals({ windowDays: 90, country: 'AM' })).toEqual({ 'Tag 3': 3 });
  });

  it('breaks ties by id and respects the limit', async () => {
    await record('AO', {
      a: { tags: '7', by: 'One', likes: 5 },
      b: { tags: '5 3', by: 'Two', likes: 5 },
      c: { tags: '3', by: 'Three', likes: 0 },
      d: { by: 'Four' },
    });
    const tags = async (limit: number): Promise<number[]> =>
      (await tagsOf({ windowDays: 1, country: 'AO', limit })).tags.map((each) => each.tagDefinitionId);
    expect(await tags(20)).toEqual([3, 5, 7]);
    expect(await tags(2)).toEqual([3, 5]);
    const { advertisers } = await advertisersOf({ windowDays: 1, country: 'AO' });
    expect(advertisers.map((each) => each.totalEngagement)).toEqual([5, 5, 0, 0]);
    expect(idsOf(advertisers.slice(0, 2))).toEqual(idsOf(advertisers.slice(0, 2)).toSorted(ascending));
    expect(idsOf(advertisers.slice(2))).toEqual(idsOf(advertisers.slice(2)).toSorted(ascending));
  });

  it('compares the share of a tag with that in the days before, and sorts by it', async () => {
    const ads = (key: string, count: number, written: Written) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${key}-${at}`, written]));
    await record('AU', {
      ...ads('much', 20, { tags: '3', likes: 100 }),
      ...ads('muchBefore', 20, { tags: '3', day: '2026-06-23' }),
      ...ads('more', 12, { tags: '7', likes: 1 }),
      ...ads('moreBefore', 2, { tags: '7', day: '2026-06-17' }),
      ...ads('less', 2, { tags: '5', likes: 10 }),
      ...ads('lessBefore', 12, { tags: '5', day: '2026-06-20' }),
      ...ads('earlier', 30, { tags: '7', day: '2026-06-16' }),
    });
    const list = async (
      input: Omit<InputOf<typeof topTagsByEngagement>, 'windowDays'> = {},
      windowDays = 7,
    ) =>
      (await tagsOf({ windowDays, country: 'AU', ...input })).tags.map(({ tagDefinitionId: id, momentum }) =>
        Object.assign(momentum, { id }),
      );
    const [steady, cooling, rising] = await list();
    expect([steady, cooling, rising]).toMatchObject([
      { id: 3, state: 'steady', adCountBefore: 20, shareChange: 1, evidence: { ads: 40 } },
      { id: 5, state: 'cooling', adCountBefore: 12 },
      { id: 7, state: 'rising', adCountBefore: 2, shareChange: 6 },
    ]);
    expect(await list({ sortBy: 'momentum' })).toEqual([rising, steady, cooling]);
    expect(await list({ sortBy: 'momentum', limit: 1 })).toEqual([rising]);
    for (const each of await list({}, 46)) {
      expect(each).toMatchObject({ state: 'notKnown', adCountBefore: null, shareChange: null });
    }
  });

  it('has the launches per day of a tag now, before and usually, up to 30 days', async () => {
    const ads = (key: string, count: number, day: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${key}-${at}`, { tags: '3', day }]));
    await record('AZ', {
      ...ads('now', 14, today),
      ...ads('before', 7, '2026-06-23'),
      // Of the six weeks before, the first and the last day, and the day before them.
      ...ads('last', 5, '2026-06-16'),
      ...ads('first', 7, '2026-05-06'),
      ...ads('outside', 9, '2026-05-05'),
    });
    const of = async (windowDays: number) => (await tagsOf({ windowDays, country: 'AZ' })).tags[0]?.momentum;
    expect(await of(7)).toMatchObject({
      now: { launches: 14, launchesPerDay: 2 },
      before: { launches: 7, launchesPerDay: 1 },
      usual: { spans: 6, launches: 2, launchesPerDay: 2 / 7 },
    });
    expect(await of(30)).toMatchObject({ now: { launches: 26 }, before: { launches: 16 } });
    expect((await of(31))?.usual).toBeNull();
    expect(await of(46)).toMatchObject({ now: { launches: 26 }, before: null, usual: null });
    const { advertisers } = await advertisersOf({ windowDays: 7, country: 'AZ', sortBy: 'momentum' });
    expect(advertisers[0]?.momentum).toEqual(await of(7));
  });

  it('takes no first sighting for a launch', async () => {
    const ads = (key: string, count: number, written: Written) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${key}-${at}`, { by: key, ...written }]));
    await record('AW', {
      ...ads('seen', 12, { tags: '7', day: null }),
      ...ads('seenBefore', 1, { tags: '7', day: '2026-06-20' }),
      ...ads('launched', 6, { tags: '3' }),
      ...ads('launchedBefore', 6, { tags: '3', day: '2026-06-20' }),
    });
    const { tags } = await tagsOf({ windowDays: 7, country: 'AW', sortBy: 'momentum' });
    expect(tags).toMatchObject([
      { tagDefinitionId: 3, adCount: 6, momentum: { state: 'steady', evidence: { ads: 12, notUsed: 0 } } },
      {
        tagDefinitionId: 7,
        adCount: 12,
        momentum: {
          state: 'notKnown',
          adCountBefore: 1,
          now: { launches: 0 },
          evidence: { kind: 'measured', ads: 1, notUsed: 12 },
        },
      },
    ]);
    const { advertisers } = await advertisersOf({ windowDays: 7, country: 'AW', sortBy: 'momentum' });
    expect(advertisers).toMatchObject([
      { name: 'launched', momentum: { state: 'rising', evidence: { ads: 6, notUsed: 0 } } },
      { name: 'seen', momentum: { state: 'notKnown', evidence: { ads: 0, notUsed: 12 } } },
    ]);
  });

  it('omits retired tags', async () => {
    await record('AQ', { a: { tags: '9 7', likes: 5 }, b: { tags: '9 5', likes: 1 } });
    expect(await totals({ windowDays: 1, country: 'AQ', limit: 2 })).toEqual({ 'Tag 7': 5, 'Tag 5': 1 });
  });

  it('limits sums to numbers that JSON represents exactly', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const engagement = { likes: most, comments: most, shares: most, rankCountry: 'AR' };
    const ads = Array.from({ length: 700 }, (_, key) => [key, { tags: '3', more: { engagement } }]);
    await record('AR', { ...Object.fromEntries(ads), small: { tags: '7', likes: most } });
    expect(await totals({ windowDays: 1, country: 'AR' })).toEqual({ 'Tag 3': most, 'Tag 7': most });
    const { advertisers } = await advertisersOf({ windowDays: 1, country: 'AR' });
    expect(advertisers).toMatchObject([{ adCount: 701, totalEngagement: most }]);
  });

  it('no longer counts removed ads, and counts again what is enriched again', async () => {
    await record('AS', { a: { tags: '3', likes: 5 }, b: { tags: '7', likes: 1 } });
    expect(await totals({ windowDays: 1, country: 'AS' })).toEqual({ 'Tag 3': 5, 'Tag 7': 1 });
    await catalog.removeAds({ keys: '^meta:AS-a$', source: 'test' });
    expect(await totals({ windowDays: 1, country: 'AS' })).toEqual({ 'Tag 7': 1 });
    await catalog.enrichByHash([adHash('meta:AS-b')]);
    expect(await totals({ windowDays: 1, country: 'AS' })).toEqual({ 'Tag 7': 1 });
  });

  it('queries the ads while the sums are older than the newest recording, and refreshes them meanwhile', async () => {
    const { newest } = catalog.recordings;
    const later = createTrendingDays(clickhouse);
    const router = trendingRouter(parts(), later);
    const engagement = async (): Promise<number[]> => {
      const input = { windowDays: 1, country: 'AT' };
      const { tags } = await callHandler(topTagsByEngagement, router.topTagsByEngagement, input, newest);
      return tags.map(({ totalEngagement }) => totalEngagement);
    };
    await record('AT', { a: { tags: '3', likes: 5 } });
    expect(await engagement()).toEqual([5]);
    await vi.waitFor(async () => expect(later.at(await newest(), today)).not.toBeNull(), 20_000);
    expect(await engagement()).toEqual([5]);
    await record('AT', { b: { tags: '3', likes: 1 } });
    expect(await engagement()).toEqual([6]);
  });

  it('is empty without ads', async () => {
    expect(await tagsOf({ windowDays: 90, country: 'ZW' })).toMatchObject({ country: 'ZW', tags: [] });
    expect(await advertisersOf({ windowDays: 90, country: 'ZW' })).toMatchObject({ advertisers: [] });
  });
});

it('all tag ids fit into UInt16', () => {
  expect(Math.max(...taxonomy.map((each) => each.tagDefinitionId))).toBeLessThan(2 ** 16);
});

type Advertisers = OutputOf<typeof topAdvertisers>['advertisers'];

function idsOf(advertisers: Advertisers): number[] {
  return advertisers.map((each) => each.advertiserId);
}

function ascending(one: number, other: number): number {
  return one - other;
}

/** Without ads in the days before. */
function newTag(ads: number): object {
  const none = { launches: 0, launchesPerDay: 0 };
  return {
    state: 'notKnown',
    adCountBefore: 0,
    shareChange: null,
    now: { launches: ads, launchesPerDay: ads },
    before: none,
    usual: { spans: 6, ...none },
    evidence: { kind: 'measured', ads, notUsed: 0 },
  };
}

function tag(id: number): object {
  return { tagDefinitionId: id, category: 'offer', shortText: `Tag ${id}` };
}
