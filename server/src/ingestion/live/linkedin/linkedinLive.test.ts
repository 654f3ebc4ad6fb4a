import { element, linkedinAnswer } from '@magpie/sources/linkedin/linkedin.fixture';
import { linkedinApi } from '@magpie/sources/linkedin/linkedinApi';
import { describe, expect, test } from 'vitest';
import { adsOf } from '../../../../../sources/src/mapping/damage.fixture.ts';
import { type Reply, type Request, runConnector } from '../library.fixture.ts';
import { linkedinConnector } from './linkedinLive.ts';

const accessToken = `AQX${'k3'.repeat(40)}`;

/** The library with its limits: 25 ads per page, one supported version, a Rest.li list of countries. */
function library(total: number) {
  return ({ path, parameters, headers }: Request): Reply => {
    if (path !== '/rest/adLibrary') return { status: 404, json: {} };
    if (headers.authorization !== `Bearer ${accessToken}`) return failure(401, 'EXPIRED_ACCESS_TOKEN');
    if (headers['linkedin-version'] !== '202606') return failure(426, 'NONEXISTENT_VERSION');
    const countries = parameters.get('countries');
    if (
      countries !== null &&
      !/^\(value:List\(urn:li:country:[A-Z]{2}(?:,urn:li:country:[A-Z]{2})*\)\)$/.test(countries)
    )
      return failure(400, 'FIELD_INVALID');
    const start = Number(parameters.get('start'));
    const count = Math.min(Number(parameters.get('count')), 25, Math.max(total - start, 0));
    const elements = Array.from({ length: count }, (_, index) => ({
      ...element,
      adUrl: `https://www.linkedin.com/ad-library/detail/${612_000 + start + index}`,
    }));
    return { json: { ...linkedinAnswer(elements), paging: { start, count: 25, total, links: [] } } };
  };
}

function failure(status: number, code: string): Reply {
  return { status, json: { status, serviceErrorCode: 65_602, code, message: `token ${accessToken}` } };
}

const run = (query: Readonly<Record<string, unknown>>, reply: Parameters<typeof runConnector>[2]) =>
  runConnector(linkedinConnector, { accessToken, keyword: 'books', ...query }, reply);
const mapped = (pages: readonly unknown[]) => pages.flatMap((page) => adsOf(linkedinApi, page));

describe('a query', () => {
  test('sends token, versions and filters as Rest.li expects them', async () => {
    const { requests, pages } = await run(
      { advertiser: 'Ledgerly & Co', countries: ['de', 'AT'], from: '2026-01-01', to: '2026-01-31' },
      library(1),
    );
    expect(requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${accessToken}`,
      'linkedin-version': '202606',
      'x-restli-protocol-version': '2.0.0',
    });
    expect(Object.fromEntries(requests[0]?.parameters ?? [])).toEqual({
      q: 'criteria',
      keyword: 'books',
      advertiser: 'Ledgerly & Co',
      countries: '(value:List(urn:li:country:DE,urn:li:country:AT))',
      dateRange: '(start:(day:1,month:1,year:2026),end:(day:1,month:2,year:2026))',
      start: '0',
      count: '25',
    });
    expect(mapped(pages)).toMatchObject([{ payer: 'Ledgerly GmbH', capturedAt: '2026-03-15T12:00:00.000Z' }]);
  });

  test('reads pages of 25 up to the total', async () => {
    const { pages, requests } = await run({}, library(60));
    expect(requests.map(({ parameters }) => parameters.get('start'))).toEqual(['0', '25', '50']);
    expect(new Set(mapped(pages).map(({ key }) => key)).size).toBe(60);
  });

  test('ends after the maximum number of ads', async () => {
    expect(mapped((await run({ most: 30 }, library(60))).pages)).toHaveLength(30);
  });
});

describe('an error', () => {
  test('429 without a waiting time is retried after half a minute, then one, then two', async () => {
    const { pages, naps } = await run({}, (request, count) =>
      count < 4 ? { status: 429, json: {} } : library(1)(request),
    );
    expect([mapped(pages).length, naps]).toEqual([1, [30_000, 60_000, 120_000]]);
  });

  test('429 that persists, as after a thousand requests in a day, ends the run with a retry', async () => {
    const { refused } = await run({}, () => ({ status: 429, json: {} }));
    expect(refused).toMatchObject({ retryable: true });
    expect(refused?.message).toContain('LinkedIn is rate limiting requests');
  });

  test.each([
    [{ accessToken: `${accessToken}x` }, 'create a new access token'],
    [{ version: '202301' }, 'set a newer one as version'],
  ])('of %j is reported with what to do, without the token', async (query, message) => {
    const { refused } = await run(query, library(1));
    expect(refused).toMatchObject({ retryable: false });
    expect(refused?.message).toContain(message);
    expect(refused?.message).not.toContain({ accessToken, ...query }.accessToken);
  });
});

test.each([
  [{ keyword: undefined }, "Give 'keyword' or 'advertiser'"],
  [{ accessToken: 'short' }, 'at least 20 characters'],
  [{ from: '2026-01-01' }, "Give both 'from' and 'to'"],
  [{ version: 'v2' }, 'a version such as'],
])('the query %j is rejected before any request', async (query, message) => {
  const { refused, requests } = await run(query, library(0));
  expect(refused).toMatchObject({ retryable: false });
  expect(refused?.message).toContain(message);
  expect(requests).toEqual([]);
});
