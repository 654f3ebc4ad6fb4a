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
  expectAgreement,
  type CallProcedure,
  callViaClient,
  callViaHandlers,
  rounded,
  someFilters,
  readAllPages,
} from '../testing/reference/callHandlers.ts';
import { header } from '../testing/reference/header.ts';
import { landingPages, type PageOrder } from '../testing/reference/landingPages.ts';
import { overview } from '../testing/reference/overview.ts';
import { colossalAds, farAds, randomSeed, someAds, someSearch } from '../testing/reference/someAds.ts';
import { adCopies, headlines, type TextOrder } from '../testing/reference/texts.ts';
import { timeline, type TimeRange } from '../testing/reference/timeline.ts';
import { topAdvertisers } from '../testing/reference/topAdvertisers.ts';
import { isSpeltLike, topCompanies } from '../testing/reference/topCompanies.ts';
import { createWorld, currentDay, type RecordedWorld, tagDefinitions } from '../testing/reference/world.ts';
import { researchMemory } from '../testing/research.ts';
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
  // Every page also contains up to a year of days.
  limit: fc.integer({ min: 8, max: 100 }),
});

type Between = () => Promise<void>;

function readAllCopies(call: CallProcedure, filters: Filters, more: object, between?: Between) {
  return readAllPages(async (cursor) => {
    const { copies: entries, ...page } = await call('brandSpy.getAdCopies', { ...filters, ...more, cursor });
    return { entries, ...page };
  }, between);
}

function readAllHeadlines(call: CallProcedure, filters: Filters, more: object, between?: Between) {
  return readAllPages(async (cursor) => {
    const answer = await call('brandSpy.getHeadlines', { ...filters, ...more, cursor });
    const { headlines: entries, ...page } = answer;
    return { entries, ...page };
  }, between);
}

function readAllLandingPages(call: CallProcedure, filters: Filters, more: object, between?: Between) {
  return readAllPages(async (cursor) => {
    const answer = await call('brandSpy.getLandingPages', { ...filters, ...more, cursor });
    const { landingPages: entries, ...page } = answer;
    return { entries, ...page };
  }, between);
}

async function readAllTimeline(call: CallProcedure, filters: Filters, more: object, between?: Between) {
  const pagesOfDays: object[] = [];
  const launches = await readAllPages(async (cursor) => {
    const answer = await call('brandSpy.getTimeline', { ...filters, ...more, cursor });
    const { timeRange, from, to, series, evidence, launches: entries, ...page } = answer;
    pagesOfDays.push({ timeRange, from, to, series, evidence });
    return { entries, ...page };
  }, between);
  for (const days of pagesOfDays) expect(days).toEqual(pagesOfDays[0]);
  return { ...pagesOfDays[0], launches };
}

/** By the handlers with and without memory, and from a client to a server. */
const ways = [
  {
    name: 'of the embedded ClickHouse, by the handlers',
    lane: 'embedded',
    isByHandlers: true,
    isInMemory: false,
    questions: 50,
  },
  {
    name: 'in memory, by the handlers',
    lane: 'embedded',
    isByHandlers: true,
    isInMemory: true,
    questions: 50,
  },
  // The service notices recordings of the test as those of another node.
  {
    name: 'of a ClickHouse server in memory, over HTTP',
    lane: 'http',
    isByHandlers: false,
    isInMemory: true,
    questions: 12,
  },
] as const;

describe.each(ways)('research $name', ({ lane, isByHandlers, isInMemory, questions }) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  let world: RecordedWorld;
  let call: CallProcedure;
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
      ...(isInMemory && { memory: researchMemory(clickhouse, world.catalog) }),
    };
    const handlers = {
      brandSpy: brandSpyRouter(parts, () => null),
      ads: { listTopCompanies: topCompaniesHandler(parts) },
    };
    call = isByHandlers
      ? callViaHandlers(bindProcedures(contract, handlers), parts.newestRecording)
      : callViaClient(service.owner);
    await world.record(someAds(1, { from: 0, count: 120 }));
    await world.catalog.optimize();
    await world.record([...colossalAds, ...farAds]);
    // Some ads are recorded again with changes, and tables are not merged after that.
    await world.record(someAds(2, { from: 80, count: 100 }));
    await world.record(someAds(randomSeed, { from: 150, count: 70 }));
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  it('uses the same ads as the reference', async () => {
    const { ads } = world.now();
    const hashes = ads.map((ad) => ad.hash);
    const rows = await adsByHash(clickhouse, hashes);
    const stored = new Map(rows.map((row) => [row.hash, fromRow(row)]));
    // The reference records all sightings of an ad at once.
    for (const { addedIn: _addedIn, version: _version, ...ad } of ads) {
      expect(stored.get(ad.hash)).toMatchObject(ad);
    }
  });

  it('agrees with the reference on overviews', () =>
    expectAgreement(someFilters, questions, async (filters) => {
      expect(await call('brandSpy.getOverview', filters)).toEqual(rounded(overview(world.now(), filters)));
    }));

  it('agrees with the reference on headers', () =>
    expectAgreement(someFilters, questions, async (filters) => {
      const advertiser = advertiserNamed(world.now(), filters.companyName);
      if (advertiser === undefined) return;
      const expected = header(world.now(), advertiser, filters, site);
      expect(await call('brandSpy.getHeader', filters)).toEqual(rounded(expected));
    }));

  it('agrees with the reference on ad copies, in every order and page by page', () =>
    expectAgreement(someTexts, questions, async ({ filters, ...more }) => {
      expect(await readAllCopies(call, filters, more)).toEqual(
        rounded(adCopies(world.now(), filters, more.sortBy)),
      );
    }));

  it('agrees with the reference on headlines, in every order and page by page', () =>
    expectAgreement(someTexts, questions, async ({ filters, ...more }) => {
      expect(await readAllHeadlines(call, filters, more)).toEqual(
        rounded(headlines(world.now(), filters, more.sortBy)),
      );
    }));

  it('agrees with the reference on landing pages, in both orders and page by page', () =>
    expectAgreement(somePages, questions, async ({ filters, ...more }) => {
      const pages = await readAllLandingPages(call, filters, more);
      expect(pages).toEqual(rounded(landingPages(world.now(), filters, more.sortBy)));
      const percent = pages.reduce((sum, page) => sum + page.distribution, 0);
      expect(percent).toBeCloseTo(pages.length === 0 ? 0 : 100, 8);
    }));

  it('agrees with the reference on timelines, page by page', () =>
    expectAgreement(someDays, questions, async ({ filters, ...more }) => {
      expect(await readAllTimeline(call, filters, more)).toEqual(
        rounded(timeline(world.now(), filters, more.timeRange)),
      );
    }));

  it('agrees with the reference on the top advertisers, of all and of those searched for', () => {
    const someOfThem = fc.record({ search: fc.option(someSearch, { nil: undefined }), limit: someLimit });
    return expectAgreement(someOfThem, questions, async ({ search, limit }) => {
      const meant = topAdvertisers(world.now(), site).filter(
        ({ company }) => search === undefined || isSpeltLike(world.now(), company, search),
      );
      expect(await call('brandSpy.listTopAdvertisers', { search, limit })).toEqual(
        rounded(meant.slice(0, limit)),
      );
    });
  });

  it('agrees with the reference on companies found by name, before misspelled matches', () =>
    expectAgreement(someSearch, questions, async (name) => {
      const { companies } = await call('ads.listTopCompanies', { name });
      const expected = topCompanies(world.now(), name, site);
      expect(companies.slice(0, expected.length)).toEqual(rounded(expected));
      for (const { matchType } of companies.slice(expected.length)) expect(matchType).toBe('fuzzy');
    }));

  describe('while ads are recorded between pages', () => {
    const filters: Filters = { companyName: 'Éclair', status: 'all', mediaType: 'all' };
    let turns = 0;
    const record = async (): Promise<void> => {
      turns += 1;
      if (turns % 2 === 1) await world.record(someAds(turns, { from: 1000 + turns * 10, count: 10 }));
    };
    // Recordings of another process become visible within a second.
    beforeEach(() => (isByHandlers ? undefined : sleep(1000)));

    it('yields each copy once, in order', async () => {
      const before = adCopies(world.now(), filters, 'performanceScore');
      expect(await readAllCopies(call, filters, { limit: 3 }, record)).toEqual(rounded(before));
      expect(adCopies(world.now(), filters, 'performanceScore')).not.toEqual(before);
    });

    it('yields each headline once, in order', async () => {
      const before = headlines(world.now(), filters, 'adCount');
      expect(await readAllHeadlines(call, filters, { sortBy: 'adCount', limit: 3 }, record)).toEqual(
        rounded(before),
      );
      expect(headlines(world.now(), filters, 'adCount')).not.toEqual(before);
    });

    it('yields each landing page once, in order', async () => {
      const before = landingPages(world.now(), filters, 'distribution');
      expect(await readAllLandingPages(call, filters, { sortBy: 'distribution', limit: 2 }, record)).toEqual(
        rounded(before),
      );
      expect(landingPages(world.now(), filters, 'distribution')).not.toEqual(before);
    });

    it('yields each launch once, in order', async () => {
      const before = timeline(world.now(), filters, '1year');
      expect(await readAllTimeline(call, filters, { timeRange: '1year', limit: 20 }, record)).toEqual(
        rounded(before),
      );
      expect(timeline(world.now(), filters, '1year')).not.toEqual(before);
    });
  });
});
