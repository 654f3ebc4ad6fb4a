import { contract } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { clickhouseLanes } from '../testing/clickhouse.ts';
import { copyAdsOf } from '../testing/copies.sql.ts';
import { cursorAt } from '../testing/cursors.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callBothWays, openResearch, type NamedAds, type ResearchIndex } from '../testing/research.ts';
import { landingPagesHandler } from './brandSpy.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const quiet = { name: 'Quiet' };

const ads: NamedAds = {
  sale: {
    landingPageUrl: 'https://www.shop.example/sale/?utm_source=a',
    reach: { value: 100 },
    status: 'active',
    language: 'en',
    startDate: '2026-03-01',
    firstSeenAt: '2026-03-01T00:00:00Z',
  },
  saleAgain: {
    landingPageUrl: 'http://shop.example/sale#top',
    endDate: '2026-02-01',
    mediaType: 'video',
    firstSeenAt: '2026-01-10T00:00:00Z',
  },
  story: {
    landingPageUrl: 'https://blog.shop.example/story',
    reach: { value: 300 },
    mediaType: 'image',
    startDate: '2026-02-01',
    language: 'de',
  },
  about: { landingPageUrl: 'https://shop.example/about', reach: { value: 0 }, status: 'inactive' },
  // Without a known landing page: its reach is not distributed.
  nowhere: { reach: { value: 5000 } },
  quiet1: { advertiser: quiet, landingPageUrl: 'https://quiet.example/b' },
  quiet2: { advertiser: quiet, landingPageUrl: 'https://quiet.example/a' },
  quiet3: { advertiser: quiet, landingPageUrl: 'https://quiet.example/b' },
  quiet4: { advertiser: quiet, landingPageUrl: 'https://quiet.example/c' },
  quietNowhere: { advertiser: quiet, reach: { value: 10 } },
  pageless: { advertiser: { name: 'Pageless' } },
};

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('landing pages on ClickHouse, %s', (lane) => {
  let index: ResearchIndex;
  beforeAll(async () => {
    index = await openResearch(lane, db, { today: '2026-03-31', seenAt: '2026-03-02T08:00:00Z' });
    await index.record(ads);
  });
  afterAll(() => index.close());

  const landingPages = (input: object = {}) =>
    callBothWays(contract.brandSpy.getLandingPages, landingPagesHandler, index.parts, {
      companyName: 'Acme',
      ...input,
    });
  const urls = async (input: object = {}): Promise<string[]> =>
    (await landingPages(input)).landingPages.map(({ url }) => url);

  const about = 'https://shop.example/about';
  const sale = 'https://shop.example/sale';
  const story = 'https://blog.shop.example/story';

  it('merge URLs of the same page, with the totals of its ads', async () => {
    expect(await landingPages()).toEqual({
      landingPages: [
        {
          url: sale,
          domain: 'shop.example',
          adCount: 2,
          activeAds: 1,
          distribution: 25,
          totalReach: 100,
          firstSeenAt: '2026-01-10T00:00:00.000Z',
          lastSeenAt: '2026-03-02T08:00:00.000Z',
        },
        {
          url: story,
          domain: 'shop.example',
          adCount: 1,
          activeAds: 1,
          distribution: 75,
          totalReach: 300,
          firstSeenAt: '2026-03-02T08:00:00.000Z',
          lastSeenAt: '2026-03-02T08:00:00.000Z',
        },
        {
          url: about,
          domain: 'shop.example',
          adCount: 1,
          activeAds: 0,
          distribution: 0,
          totalReach: 0,
          firstSeenAt: '2026-03-02T08:00:00.000Z',
          lastSeenAt: '2026-03-02T08:00:00.000Z',
        },
      ],
      total: 3,
      hasMore: false,
      nextCursor: null,
    });
  });

  it('can be sorted by their share of the reach', async () => {
    expect(await urls({ sortBy: 'distribution' })).toEqual([story, sale, about]);
  });

  it.each(['adCount', 'distribution'])(
    'use shares of ads if no reach is known, ties by URL, sorted by %s',
    async (sortBy) => {
      const { landingPages: pages } = await landingPages({ companyName: 'quiet', sortBy });
      expect(pages.map(({ url, distribution }) => [url, distribution])).toEqual([
        ['https://quiet.example/b', 50],
        ['https://quiet.example/a', 25],
        ['https://quiet.example/c', 25],
      ]);
    },
  );

  it('have shares that sum to 100 over all pages of the response', async () => {
    const advertiser = { name: 'Thirds' };
    const pages = Array.from({ length: 7 }, (_, at) => ({
      advertiser,
      landingPageUrl: `https://thirds.example/${at}`,
      reach: { value: at + 1 },
    }));
    await index.record(Object.fromEntries(pages.map((page, at) => [`third${at}`, page])));
    const shares: number[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const page = await landingPages({ companyName: 'thirds', sortBy: 'distribution', limit: 3, cursor });
      shares.push(...page.landingPages.map(({ distribution }) => distribution));
      cursor = page.nextCursor;
    }
    expect(shares).toHaveLength(7);
    expect(shares[0]).toBeCloseTo(25, 10);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 10);
  });

  it('handle a reach above 64 bits and return numbers that JSON represents exactly', async () => {
    const [advertiser, reach] = [{ name: 'Everybody' }, { value: Number.MAX_SAFE_INTEGER }];
    await index.record({ many: { advertiser, reach, landingPageUrl: 'https://every.example/many' } });
    await copyAdsOf(index.parts.clickhouse, 'Everybody', 2047);
    await index.record({ one: { advertiser, reach, landingPageUrl: 'https://every.example/one' } });
    const { landingPages: pages } = await landingPages({ companyName: 'everybody', sortBy: 'distribution' });
    expect(pages).toMatchObject([
      { adCount: 2048, totalReach: reach.value, distribution: expect.closeTo(204_800 / 2049, 8) },
      { adCount: 1, totalReach: reach.value, distribution: expect.closeTo(100 / 2049, 8) },
    ]);
  });

  it.each([
    ['status', { status: 'active' }, [story, sale]],
    ['the other status', { status: 'inactive' }, [about, sale]],
    ['kind of medium', { mediaType: 'video' }, [sale]],
    ['the other kind', { mediaType: 'image' }, [story]],
    ['language', { language: 'de' }, [story]],
    ['first day', { dateFrom: '2026-03-01' }, [about, sale]],
    ['last day', { dateTo: '2026-02-01' }, [story, sale]],
    ['all at once', { status: 'active', mediaType: 'image', language: 'de', dateTo: '2026-02-01' }, [story]],
  ])('include only matching ads, by %s', async (_, filters, expected) => {
    expect((await urls(filters)).toSorted()).toEqual(expected.toSorted());
  });

  it('are empty if no ad matches or has a landing page', async () => {
    const none = { landingPages: [], total: 0, hasMore: false, nextCursor: null };
    expect(await landingPages({ language: 'ja' })).toEqual(none);
    expect(await landingPages({ companyName: 'pageless' })).toEqual(none);
  });

  it('appear once, also when ads are recorded between pages', async () => {
    const first = await landingPages({ limit: 1 });
    await index.record({
      more1: { landingPageUrl: about },
      more2: { landingPageUrl: about },
      more3: { landingPageUrl: 'https://shop.example/new' },
    });
    const second = await landingPages({ limit: 1, cursor: first.nextCursor });
    const third = await landingPages({ limit: 1, cursor: second.nextCursor });
    const walked = [first, second, third];
    expect(walked.flatMap((page) => page.landingPages.map(({ url }) => url))).toEqual([sale, story, about]);
    expect(walked.map(({ total }) => total)).toEqual([3, 3, 3]);
    expect(third.nextCursor).toBeNull();
    expect(await urls()).toEqual([about, sale, story, 'https://shop.example/new']);
  });

  it('have the total on a page beyond the last', async () => {
    const page = { landingPages: [], total: 3, hasMore: false, nextCursor: null };
    const filters = { companyName: 'quiet' };
    const { getLandingPages } = contract.brandSpy;
    const cursor = await cursorAt(index.parts, getLandingPages, 'brandSpy.getLandingPages', filters, 50);
    expect(await landingPages({ ...filters, cursor })).toEqual(page);
  });

  it('404 for an unknown advertiser', async () => {
    await expect(urls({ companyName: 'Acme Ltd' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
