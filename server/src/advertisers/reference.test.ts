import { contract } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adsByHash } from '../catalog/ads.sql.ts';
import { fromRow } from '../catalog/rows.ts';
import type { ClickHouseEngine } from '../kernel/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../kernel/postgres/postgres.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { advertiserNamed, type Filters } from '../testing/reference/ads.ts';
import { ask, expectSame, someFilters, walk } from '../testing/reference/asking.ts';
import { header } from '../testing/reference/header.ts';
import { landingPages } from '../testing/reference/landingPages.ts';
import { overview } from '../testing/reference/overview.ts';
import { colossalAds, someAds, someSearch, today } from '../testing/reference/someAds.ts';
import { adCopies, headlines, type RankedText } from '../testing/reference/texts.ts';
import { timeline } from '../testing/reference/timeline.ts';
import { topAdvertisers } from '../testing/reference/topAdvertisers.ts';
import { isSpeltLike, topCompanies } from '../testing/reference/topCompanies.ts';
import { createWorld, type RecordedWorld, tagDefinitions } from '../testing/reference/world.ts';
import { topCompaniesHandler } from './directory.ts';
import { headerHandler } from './header.ts';
import { landingPagesHandler } from './landingPages.ts';
import { overviewHandler } from './overview.ts';
import type { ResearchParts } from './research.ts';
import { adCopiesHandler, headlinesHandler } from './texts.ts';
import { timelineHandler } from './timeline.ts';
import { topAdvertisersHandler } from './topAdvertisers.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const site = 'http://magpie.test';
const { brandSpy } = contract;
const seed = Math.floor(Math.random() * 2 ** 31);

const someLimit = fc.integer({ min: 1, max: 100 });
const someTextOrder = fc.constantFrom('adCount', 'reach', 'longestRunning', 'performanceScore');
const somePageOrder = fc.constantFrom('adCount', 'distribution');
const someTimeRange = fc.constantFrom('1week', '1month', '3months', '6months', '1year');

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('research agrees with the reference, on ClickHouse %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  let world: RecordedWorld;
  let parts: ResearchParts;

  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    world = createWorld(clickhouse, db);
    parts = {
      clickhouse,
      newestRecording: () => world.catalog.recordings.newest(),
      today: () => today,
      siteAddress: () => site,
      tagDefinitions,
    };
    console.log(`The last ads are of the seed ${seed}.`);
    await world.record(someAds(1, { from: 0, count: 120 }));
    await world.catalog.settle();
    await world.record(colossalAds);
    // Some of the ads are seen again and have changed meanwhile; nothing is merged after that.
    await world.record(someAds(2, { from: 80, count: 100 }));
    await world.record(someAds(seed, { from: 150, count: 70 }));
  });
  afterAll(() => clickhouse.close());

  /** Many questions of one kind, a few at a time. */
  const forAll = <Question>(
    questions: fc.Arbitrary<Question>,
    check: (question: Question) => Promise<void>,
    numRuns = 60,
  ): Promise<void> => fc.assert(fc.asyncProperty(questions, check), { numRuns });

  it('which reads the ads that were recorded', async () => {
    const { ads } = world.now();
    const rows = await adsByHash(
      clickhouse,
      ads.map((ad) => ad.hash),
    );
    const stored = new Map(rows.map((row) => [row.hash, fromRow(row)]));
    expect(stored.size).toBe(ads.length);
    for (const { addedIn: _, ...ad } of ads) expect(stored.get(ad.hash)).toMatchObject(ad);
  });

  it('on overviews', async () => {
    const handler = overviewHandler(parts);
    await forAll(someFilters, async (filters) => {
      expectSame(await ask(brandSpy.getOverview, handler, filters), overview(world.now(), filters));
    });
  });

  it('on headers', async () => {
    const handler = headerHandler(parts);
    await forAll(someFilters, async (filters) => {
      const advertiser = advertiserNamed(world.now(), filters.companyName);
      if (advertiser === undefined) return;
      const expected = header(world.now(), advertiser, filters, site);
      expectSame(await ask(brandSpy.getHeader, handler, filters), expected);
    });
  });

  const copiesWalk = async (
    filters: Filters,
    more: { sortBy: string; limit: number },
    between?: () => Promise<void>,
  ): Promise<unknown[]> => {
    const handler = adCopiesHandler(parts);
    return walk(async (cursor) => {
      const { copies, ...page } = await ask(brandSpy.getAdCopies, handler, { ...filters, ...more, cursor });
      return { ...page, entries: copies.map(({ body, ...rest }) => ({ text: body, ...rest })) };
    }, between);
  };
  const headlinesWalk = async (
    filters: Filters,
    more: { sortBy: string; limit: number },
    between?: () => Promise<void>,
  ): Promise<unknown[]> => {
    const handler = headlinesHandler(parts);
    return walk(async (cursor) => {
      const answer = await ask(brandSpy.getHeadlines, handler, { ...filters, ...more, cursor });
      const { headlines: entries, ...page } = answer;
      return { ...page, entries: entries.map(({ headline, ...rest }) => ({ text: headline, ...rest })) };
    }, between);
  };

  it('on ad copies, in every order and page by page', async () => {
    const questions = fc.record({ filters: someFilters, sortBy: someTextOrder, limit: someLimit });
    await forAll(questions, async ({ filters, ...more }) => {
      expectSame(await copiesWalk(filters, more), adCopies(world.now(), filters, more.sortBy).map(told));
    });
  });

  it('on headlines, in every order and page by page', async () => {
    const questions = fc.record({ filters: someFilters, sortBy: someTextOrder, limit: someLimit });
    await forAll(questions, async ({ filters, ...more }) => {
      expectSame(await headlinesWalk(filters, more), headlines(world.now(), filters, more.sortBy).map(told));
    });
  });

  const pagesWalk = async (
    filters: Filters,
    more: { sortBy: string; limit: number },
    between?: () => Promise<void>,
  ): Promise<unknown[]> => {
    const handler = landingPagesHandler(parts);
    return walk(async (cursor) => {
      const answer = await ask(brandSpy.getLandingPages, handler, { ...filters, ...more, cursor });
      const { landingPages: entries, ...page } = answer;
      return { ...page, entries };
    }, between);
  };

  it('on landing pages, in both orders and page by page, whose distribution sums to 100', async () => {
    const questions = fc.record({ filters: someFilters, sortBy: somePageOrder, limit: someLimit });
    await forAll(questions, async ({ filters, ...more }) => {
      expectSame(await pagesWalk(filters, more), landingPages(world.now(), filters, more.sortBy));
    });
  });

  const timelineWalk = async (
    filters: Filters,
    more: { timeRange: string; limit: number },
    between?: () => Promise<void>,
  ): Promise<object> => {
    const handler = timelineHandler(parts);
    const seen: object[] = [];
    const launches = await walk(async (cursor) => {
      const answer = await ask(brandSpy.getTimeline, handler, { ...filters, ...more, cursor });
      const { timeRange, from, to, series, launches: entries, ...page } = answer;
      seen.push({ timeRange, from, to, series });
      return { ...page, entries: entries.map(({ thumbnailUrl: _, ...rest }) => rest) };
    }, between);
    // Every page tells the same days.
    for (const each of seen) expect(each).toEqual(seen[0]);
    return { ...seen[0], launches };
  };

  it('on timelines, page by page', async () => {
    const questions = fc.record({ filters: someFilters, timeRange: someTimeRange, limit: someLimit });
    await forAll(questions, async ({ filters, ...more }) => {
      expectSame(await timelineWalk(filters, more), timeline(world.now(), filters, more.timeRange));
    });
  });

  it('on the top advertisers', async () => {
    const handler = topAdvertisersHandler(parts);
    const all = topAdvertisers(world.now(), site);
    const questions = fc.record({ search: fc.option(someSearch, { nil: undefined }), limit: someLimit });
    await forAll(questions, async ({ search, limit }) => {
      const meant = all.filter(
        ({ company }) => search === undefined || isSpeltLike(world.now(), company, search),
      );
      const answer = await ask(brandSpy.listTopAdvertisers, handler, { search, limit });
      expectSame(answer, meant.slice(0, limit));
    });
  });

  it('on the companies found by name, before those that are found in spite of mistakes', async () => {
    const handler = topCompaniesHandler(parts);
    await forAll(someSearch, async (name) => {
      const { companies } = await ask(contract.ads.listTopCompanies, handler, { name });
      const expected = topCompanies(world.now(), name, site);
      expectSame(companies.slice(0, expected.length), expected);
      for (const { matchType } of companies.slice(expected.length)) expect(matchType).toBe('fuzzy');
    });
  });

  it('on walks that began before more ads were recorded', async () => {
    const filters: Filters = { companyName: 'Éclair', status: 'all', mediaType: 'all' };
    let number = 1000;
    const more = async (): Promise<void> => {
      number += 5;
      if (number % 15 === 0) await world.record(someAds(number, { from: number, count: 5 }));
    };
    const copies = adCopies(world.now(), filters, 'performanceScore').map(told);
    expectSame(await copiesWalk(filters, { sortBy: 'performanceScore', limit: 3 }, more), copies);
    const said = headlines(world.now(), filters, 'adCount').map(told);
    expectSame(await headlinesWalk(filters, { sortBy: 'adCount', limit: 2 }, more), said);
    const pages = landingPages(world.now(), filters, 'distribution');
    expectSame(await pagesWalk(filters, { sortBy: 'distribution', limit: 2 }, more), pages);
    const launches = timeline(world.now(), filters, '1year');
    expectSame(await timelineWalk(filters, { timeRange: '1year', limit: 10 }, more), launches);
  });
});

/** A ranked text as the interface tells it. */
function told({ ads, ...entry }: RankedText): object {
  const hashes: unknown = expect.toSatisfy((hash: string) => ads.some((ad) => ad.hash === hash));
  return { ...entry, sampleAd: { hash: hashes, thumbnailUrl: expect.toSatisfy(isAddressOrNull) as unknown } };
}

function isAddressOrNull(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.startsWith('https://cdn.example/'));
}
