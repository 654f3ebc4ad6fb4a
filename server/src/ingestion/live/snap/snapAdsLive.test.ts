import { snapPage, snapPreview, snapThrottled } from '@magpie/sources/snap/snap.fixture';
import { snapAds } from '@magpie/sources/snap/snapAds';
import { describe, expect, test } from 'vitest';
import { adsOf } from '../../../../../sources/src/mapping/damage.fixture.ts';
import { type Reply, runConnector } from '../library.fixture.ts';
import { snapAdsConnector } from './snapAdsLive.ts';

const run = (query: Readonly<Record<string, unknown>>, reply: Parameters<typeof runConnector>[2]) =>
  runConnector(snapAdsConnector, { advertisers: ['Lumi'], ...query }, reply);
const ids = (pages: readonly unknown[]) =>
  pages.flatMap((page) => adsOf(snapAds, page)).map(({ externalId }) => externalId);
const ad = (id: string) => ({ ...snapPreview, id });
const throttled: Reply = { json: snapThrottled };

describe('a query', () => {
  test('is posted with its filters, and again with the cursor of each page', async () => {
    const { pages, requests } = await run(
      { countries: ['de', 'GR'], status: 'active', from: '2026-01-01' },
      ({ parameters }) =>
        parameters.get('cursor') === null
          ? { json: snapPage([ad('a'), ad('b')], 'next') }
          : { json: snapPage([ad('c')]) },
    );
    expect(ids(pages)).toEqual(['a', 'b', 'c']);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/ads_library/ads/search',
      'POST /v1/ads_library/ads/search',
    ]);
    expect(requests[1]?.parameters.get('cursor')).toBe('next');
    expect(requests[1]?.body).toBe(requests[0]?.body);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      paying_advertiser_name: 'Lumi',
      countries: ['de', 'el'],
      start_date: '2026-01-01T00:00:00.000Z',
      end_date: '2026-03-15T12:00:00.000Z',
      status: 'ACTIVE',
    });
  });

  test('covers 12 months and 28 countries by default', async () => {
    const { requests, pages } = await run({}, () => ({ json: snapPage([]) }));
    const body = JSON.parse(requests[0]?.body ?? '');
    expect(body.countries).toHaveLength(28);
    expect(body.start_date).toBe('2025-03-15T12:00:00.000Z');
    expect([pages, requests.length]).toEqual([[], 1]);
  });

  test('searches several advertisers, up to the maximum number of ads', async () => {
    const { pages, requests } = await run({ advertisers: ['Lumi', 'Other'], most: 3 }, (_, count) => ({
      json: snapPage([ad(`${count}a`), ad(`${count}b`)]),
    }));
    expect(ids(pages)).toEqual(['1a', '1b', '2a']);
    expect(requests).toHaveLength(2);
  });

  test('ends when a cursor repeats', async () => {
    const { requests } = await run({}, () => ({ json: snapPage([ad('a')], 'same') }));
    expect(requests).toHaveLength(2);
  });
});

describe('throttling', () => {
  test('as E1009 with status 200 is retried with exponential backoff', async () => {
    const { pages, naps } = await run({}, (_, count) =>
      count < 4 ? throttled : { json: snapPage([ad('a')]) },
    );
    expect(ids(pages)).toEqual(['a']);
    expect(naps).toEqual([5000, 10_000, 20_000]);
  });

  test('as an empty page after results is retried', async () => {
    const { pages, naps, lines } = await run({}, ({ parameters }, count) => {
      if (parameters.get('cursor') === null) return { json: snapPage([ad('a')], 'next') };
      return { json: snapPage(count < 4 ? [] : [ad('b')]) };
    });
    expect(ids(pages)).toEqual(['a', 'b']);
    expect(naps).toEqual([5000, 10_000]);
    expect(lines[0]).toBe('Snap returned an empty page; retrying in 5 s.');
  });

  test('as empty pages without end is said, and the earlier pages are kept', async () => {
    const { pages, refused, lines, requests } = await run({}, ({ parameters }) => ({
      json: parameters.get('cursor') === null ? snapPage([ad('a')], 'next') : snapPage([]),
    }));
    expect([ids(pages), refused, requests.length]).toEqual([['a'], null, 5]);
    expect(lines.at(-1)).toContain('may be incomplete');
  });

  test('that persists ends the run with a retry', async () => {
    const { refused } = await run({}, () => throttled);
    expect(refused).toMatchObject({ retryable: true });
    expect(refused?.message).toContain('Snap is rate limiting requests');
  });
});

test('another error is reported with its message', async () => {
  const error = { ...snapThrottled, error_code: 'E3024', display_message: 'Validation error' };
  const { refused, naps } = await run({}, () => ({ json: error }));
  expect(refused).toMatchObject({ retryable: false });
  expect(refused?.message).toContain('Validation error');
  expect(naps).toEqual([]);
});

test.each([
  [{ advertisers: [] }, 'advertisers'],
  [{ countries: ['US'] }, 'European Union'],
  [{ from: '2026-02-02', to: '2026-01-01' }, "must not be after 'to'"],
])('the query %j is rejected before any request', async (query, message) => {
  const { refused, requests } = await run(query, () => throttled);
  expect(refused).toMatchObject({ retryable: false });
  expect(refused?.message).toContain(message);
  expect(requests).toEqual([]);
});
