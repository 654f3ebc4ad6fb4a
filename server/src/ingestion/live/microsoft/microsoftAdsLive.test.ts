import {
  microsoftAd,
  microsoftAdWithDetails,
  microsoftPage,
} from '@magpie/sources/microsoft/microsoft.fixture';
import { microsoftAds } from '@magpie/sources/microsoft/microsoftAds';
import { describe, expect, test } from 'vitest';
import { adsOf } from '../../../../../sources/src/mapping/damage.fixture.ts';
import { type Reply, type Request, runConnector } from '../library.fixture.ts';
import { microsoftAdsConnector } from './microsoftAdsLive.ts';

interface Shown {
  readonly id: number;
  readonly country: number;
}

/** The library with its limits: 24 ads per page, up to the thousandth, a count that ends at 1,000, every 20th request rejected. */
function library(shown: readonly Shown[], advertisers: readonly object[] = []) {
  return ({ path, parameters }: Request, count: number): Reply => {
    if (count % 20 === 0) return { status: 429, text: '' };
    const [top, skip] = [Number(parameters.get('top') ?? 12), Number(parameters.get('skip') ?? 0)];
    if (top > 24) return limitError('24', 'Top');
    if (skip > 999) return limitError('999', 'Skip');
    if (path === '/api/v1/Advertisers') return { json: { value: advertisers.slice(skip, skip + top) } };
    const id = /^\/api\/v1\/Ads\/(\d+)$/.exec(path)?.[1];
    if (id !== undefined) return { json: { ...microsoftAdWithDetails, AdId: Number(id) } };
    const codes = parameters.get('countryCodes')?.split(',').map(Number);
    const found = shown.filter(({ country }) => codes === undefined || codes.includes(country));
    const listed = found
      .slice(skip, skip + top)
      .map((one) => Object.assign({}, microsoftAd, { AdId: one.id }));
    return { json: microsoftPage(listed, Math.min(found.length, 1000)) };
  };
}

function limitError(limit: string, name: string): Reply {
  return {
    status: 400,
    json: { error: { message: `The limit of '${limit}' for ${name} query has been exceeded.` } },
  };
}

function ads(count: number, country = 72): Shown[] {
  return Array.from({ length: count }, (_, index) => ({ id: country * 10_000 + index, country }));
}

const run = (query: Readonly<Record<string, unknown>>, reply: Parameters<typeof runConnector>[2]) =>
  runConnector(microsoftAdsConnector, query, reply);
const mapped = (pages: readonly unknown[]) => pages.flatMap((page) => adsOf(microsoftAds, page));

describe('a query', () => {
  test('sends its filters, and adds the details of each ad', async () => {
    const query = { searchText: 'cabin', countries: ['de', 'NO'], from: '2026-01-01', to: '2026-02-01' };
    const { pages, requests } = await run(query, library(ads(2)));
    expect(requests.map(({ path }) => path)).toEqual([
      '/api/v1/Ads',
      '/api/v1/Ads/720000',
      '/api/v1/Ads/720001',
    ]);
    expect(Object.fromEntries(requests[0]?.parameters ?? [])).toEqual({
      searchText: 'cabin',
      countryCodes: '72,139',
      startDate: '2026-01-01',
      endDate: '2026-02-01',
      top: '24',
      skip: '0',
    });
    expect(mapped(pages)).toMatchObject([
      { key: 'microsoft:720000', startDate: '2025-04-04', status: 'active', payer: 'Nordic Media Buying AB' },
      { key: 'microsoft:720001' },
    ]);
  });

  test('waits when every twentieth request is rejected, and loses nothing', async () => {
    const { pages, naps, refused, ceilings } = await run({ searchText: 'cabin' }, library(ads(60)));
    expect([refused, ceilings]).toEqual([null, []]);
    expect(new Set(mapped(pages).map(({ key }) => key)).size).toBe(60);
    expect(naps.length).toBeGreaterThan(2);
    expect(new Set(naps)).toEqual(new Set([2000]));
  });

  test('reads up to the ceiling and says that there is more', async () => {
    const query = { searchText: 'cabin', details: false, most: 1023 };
    const { pages, requests, lines, ceilings } = await run(query, library(ads(1500)));
    const found = mapped(pages);
    expect(found).toHaveLength(1023);
    expect(new Set(found.map(({ key }) => key)).size).toBe(1023);
    expect(found.every(({ coverage }) => coverage?.ceiling === 1000)).toBe(true);
    expect(Math.max(...requests.map(({ parameters }) => Number(parameters.get('skip'))))).toBe(999);
    expect(lines.filter((line) => line.startsWith('Microsoft has 1,000+ ads'))).toHaveLength(1);
    expect(ceilings).toEqual([1000]);
  });

  test('searches each country when more is wanted than one search can list', async () => {
    const query = { searchText: 'cabin', details: false, most: 5000, countries: ['DE', 'NO'] };
    const { pages, lines } = await run(query, library([...ads(900), ...ads(1100, 139)]));
    expect(new Set(mapped(pages).map(({ key }) => key)).size).toBe(900 + 1023);
    expect(lines.filter((line) => line.includes('1,000+'))).toEqual([expect.stringContaining(' in NO ')]);
  });

  test('finds advertisers by name, and returns no ads if none matches', async () => {
    const found = [{ AdvertiserId: 5, AdvertiserName: 'Fjord' }, { AdvertiserId: 6 }];
    const { requests } = await run({ advertiser: 'fjord', details: false }, library([], found));
    expect(requests.map(({ parameters }) => parameters.get('advertiserId'))).toEqual([null, '5', '6']);
    const nobody = await run({ advertiser: 'nobody' }, library(ads(5)));
    expect([nobody.pages, nobody.requests.length]).toEqual([[], 1]);
  });

  test('ends after the maximum number of ads', async () => {
    const { pages } = await run({ searchText: 'cabin', most: 30, details: false }, library(ads(100)));
    expect(mapped(pages)).toHaveLength(30);
  });
});

describe('an error', () => {
  test('that persists ends the run with a retry', async () => {
    const { refused, naps } = await run({ searchText: 'x' }, () => ({ status: 429, text: '' }));
    expect(refused).toMatchObject({ retryable: true });
    expect(refused?.message).toContain('Microsoft is rate limiting requests');
    expect(naps).toEqual([2000, 4000, 8000, 16_000, 32_000, 64_000]);
  });

  test('in the query is reported with the reason', async () => {
    const { refused } = await run({ searchText: 'x' }, () => limitError('24', 'Top'));
    expect(refused).toMatchObject({ retryable: false });
    expect(refused?.message).toContain("status 400 (The limit of '24' for Top query has been exceeded.)");
  });

  test('of one ad leaves it as listed', async () => {
    const { pages } = await run({ searchText: 'x' }, (request, count) =>
      request.path === '/api/v1/Ads' ? library(ads(1))(request, count) : { status: 404, json: {} },
    );
    expect(mapped(pages)).toMatchObject([{ key: 'microsoft:720000', startDate: null }]);
  });
});

test.each([
  [{}, "Give 'searchText', 'advertiser' or 'advertiserIds'"],
  [{ searchText: 'x', countries: ['US'] }, 'European Economic Area'],
  [{ advertiserIds: ['Fjord'] }, 'digits of an advertiser id'],
  [{ searchText: 'x', from: '2026-02-02', to: '2026-01-01' }, "must not be after 'to'"],
  [{ searchText: 'x', baseUrl: 'http://api.example' }, 'an https address'],
])('the query %j is rejected before any request', async (query, message) => {
  const { refused, requests } = await run(query, library([]));
  expect(refused).toMatchObject({ retryable: false });
  expect(refused?.message).toContain(message);
  expect(requests).toEqual([]);
});
