import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adsByHash } from '../ads/ads.sql.ts';
import { fromRow } from '../ads/rows.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { bindProcedures } from '../rpc/procedure.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { advertiserNamed, type Filters } from '../testing/reference/ads.ts';
import {
  agreeOn,
  type Ask,
  askClient,
  askHandlers,
  nearly,
  someFilters,
  walk,
} from '../testing/reference/asking.ts';
import { header } from '../testing/reference/header.ts';
import { landingPages, type PageOrder } from '../testing/reference/landingPages.ts';
import { overview } from '../testing/reference/overview.ts';
import { colossalAds, farAds, randomSeed, someAds, someSearch } from '../testing/reference/someAds.ts';
import { adCopies, headlines, type TextOrder } from '../testing/reference/texts.ts';
import { timeline, type TimeRange } from '../testing/reference/timeline.ts';
import { topAdvertisers } from '../testing/reference/topAdvertisers.ts';
import { isSpeltLike, topCompanies } from '../testing/reference/topCompanies.ts';
import { createWorld, currentDay, type RecordedWorld, tagDefinitions } from '../testing/reference/world.ts';
import { startService, type TestService } from '../testing/service.ts';
import { brandSpyRouter } from './brandSpy.ts';
import { createNameIndex } from './nameIndex.ts';
import { topCompaniesHandler } from './directory.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const someLimit = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(1, 2) },
  { weight: 5, arbitrary: fc.integer({ min: 3, max: 100 }) },
);
const someTexts = fc.record({
  filters: someFilters,
  sortBy: fc.constantFrom<TextOrder>('adCount', 'reach', 'longestRunning', 'performanceScore'),
  limit: someLimit,
});
const somePages = fc.record({
  filters: someFilters,
  sortBy: fc.constantFrom<PageOrder>('adCount', 'distribution'),
  limit: someLimit,
});
const someDays = fc.record({
  filters: someFilters,
  timeRange: fc.constantFrom<TimeRange>('1week', '1month', '3months', '6months', '1year', 'all', undefined),
  // Every page tells up to a year of days besides.
  limit: fc.integer({ min: 8, max: 100 }),
});

type Between = () => Promise<void>;

function walkCopies(ask: Ask, filters: Filters, more: object, between?: Between) {
  return walk(async (cursor) => {
    const { copies: entries, ...page } = await ask('brandSpy.getAdCopies', { ...filters, ...more, cursor });
    return { entries, ...page };
  }, between);
}

function walkHeadlines(ask: Ask, filters: Filters, more: object, between?: Between) {
  return walk(async (cursor) => {
    const answer = await ask('brandSpy.getHeadlines', { ...filters, ...more, cursor });
    const { headlines: entries, ...page } = answer;
    return { entries, ...page };
  }, between);
}

function walkLandingPages(ask: Ask, filters: Filters, more: object, between?: Between) {
  return walk(async (cursor) => {
    const answer = await ask('brandSpy.getLandingPages', { ...filters, ...more, cursor });
    const { landingPages: entries, ...page } = answer;
    return { entries, ...page };
  }, between);
}

async function walkTimeline(ask: Ask, filters: Filters, more: object, between?: Between) {
  const told: object[] = [];
  const launches = await walk(async (cursor) => {
    const answer = await ask('brandSpy.getTimeline', { ...filters, ...more, cursor });
    const { timeRange, from, to, series, launches: entries, ...page } = answer;
    told.push({ timeRange, from, to, series });
    return { entries, ...page };
  }, between);
  for (const days of told) expect(days).toEqual(told[0]);
  return { ...told[0], launches };
}

/** Once by the handlers alone, once all the way from a client to a server. */
const ways = [
  {
    name: 'of the embedded ClickHouse, by the handlers',
    lane: 'embedded',
    isByHandlers: true,
    questions: 50,
  },
  { name: 'of a ClickHouse server, over HTTP', lane: 'http', isByHandlers: false, questions: 12 },
] as const;

describe.each(ways)('research $name', ({ lane, isByHandlers, questions }) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  let world: RecordedWorld;
  let ask: Ask;
  let site: string;

  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    service = await startService(postgres, {}, clickhouse);
    world = createWorld(clickhouse, service.db);
    site = isByHandlers ? 'http://magpie.test' : service.address;
    const parts = {
      clickhouse,
      names: createNameIndex({ clickhouse, newestRecording: () => world.catalog.recordings.newest() }),
      newestRecording: () => world.catalog.recordings.newest(),
      today: currentDay,
      siteAddress: () => site,
      tagDefinitions,
    };
    const handlers = {
      brandSpy: brandSpyRouter(parts),
      ads: { listTopCompanies: topCompaniesHandler(parts) },
    };
    ask = isByHandlers ? askHandlers(bindProcedures(contract, handlers)) : askClient(service.owner);
    await world.record(someAds(1, { from: 0, count: 120 }));
    await world.catalog.settle();
    await world.record([...colossalAds, ...farAds]);
    // Some of the ads are seen again and have changed meanwhile; nothing is merged after that.
    await world.record(someAds(2, { from: 80, count: 100 }));
    await world.record(someAds(randomSeed, { from: 150, count: 70 }));
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  it('is about the ads that the reference reads', async () => {
    const { ads } = world.now();
    const hashes = ads.map((ad) => ad.hash);
    const rows = await adsByHash(clickhouse, hashes);
    const stored = new Map(rows.map((row) => [row.hash, fromRow(row)]));
    for (const { addedIn: _, ...ad } of ads) expect(stored.get(ad.hash)).toMatchObject(ad);
  });

  it('agrees with the reference on overviews', () =>
    agreeOn(someFilters, questions, async (filters) => {
      expect(await ask('brandSpy.getOverview', filters)).toEqual(nearly(overview(world.now(), filters)));
    }));

  it('agrees with the reference on headers', () =>
    agreeOn(someFilters, questions, async (filters) => {
      const advertiser = advertiserNamed(world.now(), filters.companyName);
      if (advertiser === undefined) return;
      const expected = header(world.now(), advertiser, filters, site);
      expect(await ask('brandSpy.getHeader', filters)).toEqual(nearly(expected));
    }));

  it('agrees with the reference on ad copies, in every order and page by page', () =>
    agreeOn(someTexts, questions, async ({ filters, ...more }) => {
      expect(await walkCopies(ask, filters, more)).toEqual(
        nearly(adCopies(world.now(), filters, more.sortBy)),
      );
    }));

  it('agrees with the reference on headlines, in every order and page by page', () =>
    agreeOn(someTexts, questions, async ({ filters, ...more }) => {
      expect(await walkHeadlines(ask, filters, more)).toEqual(
        nearly(headlines(world.now(), filters, more.sortBy)),
      );
    }));

  it('agrees with the reference on landing pages, in both orders and page by page', () =>
    agreeOn(somePages, questions, async ({ filters, ...more }) => {
      const pages = await walkLandingPages(ask, filters, more);
      expect(pages).toEqual(nearly(landingPages(world.now(), filters, more.sortBy)));
      const percent = pages.reduce((sum, page) => sum + page.distribution, 0);
      expect(percent).toBeCloseTo(pages.length === 0 ? 0 : 100, 8);
    }));

  it('agrees with the reference on timelines, page by page', () =>
    agreeOn(someDays, questions, async ({ filters, ...more }) => {
      expect(await walkTimeline(ask, filters, more)).toEqual(
        nearly(timeline(world.now(), filters, more.timeRange)),
      );
    }));

  it('agrees with the reference on the top advertisers, of all and of those searched for', () => {
    const someOfThem = fc.record({ search: fc.option(someSearch, { nil: undefined }), limit: someLimit });
    return agreeOn(someOfThem, questions, async ({ search, limit }) => {
      const meant = topAdvertisers(world.now(), site).filter(
        ({ company }) => search === undefined || isSpeltLike(world.now(), company, search),
      );
      expect(await ask('brandSpy.listTopAdvertisers', { search, limit })).toEqual(
        nearly(meant.slice(0, limit)),
      );
    });
  });

  it('agrees with the reference on companies found by name, before those found in spite of mistakes', () =>
    agreeOn(someSearch, questions, async (name) => {
      const { companies } = await ask('ads.listTopCompanies', { name });
      const expected = topCompanies(world.now(), name, site);
      expect(companies.slice(0, expected.length)).toEqual(nearly(expected));
      for (const { matchType } of companies.slice(expected.length)) expect(matchType).toBe('fuzzy');
    }));

  describe('though ads are recorded between the pages', () => {
    const filters: Filters = { companyName: 'Éclair', status: 'all', mediaType: 'all' };
    let turns = 0;
    const record = async (): Promise<void> => {
      turns += 1;
      if (turns % 2 === 1) await world.record(someAds(turns, { from: 1000 + turns * 10, count: 10 }));
    };
    // The service knows within a second of what another process has recorded.
    beforeEach(() => (isByHandlers ? undefined : sleep(1000)));

    it('yields each copy once, in order', async () => {
      const before = adCopies(world.now(), filters, 'performanceScore');
      expect(await walkCopies(ask, filters, { limit: 3 }, record)).toEqual(nearly(before));
      expect(adCopies(world.now(), filters, 'performanceScore')).not.toEqual(before);
    });

    it('yields each headline once, in order', async () => {
      const before = headlines(world.now(), filters, 'adCount');
      expect(await walkHeadlines(ask, filters, { sortBy: 'adCount', limit: 3 }, record)).toEqual(
        nearly(before),
      );
      expect(headlines(world.now(), filters, 'adCount')).not.toEqual(before);
    });

    it('yields each landing page once, in order', async () => {
      const before = landingPages(world.now(), filters, 'distribution');
      expect(await walkLandingPages(ask, filters, { sortBy: 'distribution', limit: 2 }, record)).toEqual(
        nearly(before),
      );
      expect(landingPages(world.now(), filters, 'distribution')).not.toEqual(before);
    });

    it('yields each launch once, in order', async () => {
      const before = timeline(world.now(), filters, '1year');
      expect(await walkTimeline(ask, filters, { timeRange: '1year', limit: 20 }, record)).toEqual(
        nearly(before),
      );
      expect(timeline(world.now(), filters, '1year')).not.toEqual(before);
    });
  });
});
