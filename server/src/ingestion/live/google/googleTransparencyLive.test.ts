import { googleTransparency } from '@magpie/sources/google/googleTransparency';
import { describe, expect, test } from 'vitest';
import { adsOf } from '../../../../../sources/src/mapping/damage.fixture.ts';
import { type Reply, type Request, runConnector } from '../library.fixture.ts';
import {
  accountKey,
  bigQuery,
  ellipticPrivateKey,
  failure,
  otherPrivateKey,
} from './bigQueryServer.fixture.ts';
import { googleTransparencyConnector } from './googleTransparencyLive.ts';

const run = (query: Readonly<Record<string, unknown>>, reply: (request: Request, count: number) => Reply) =>
  runConnector(
    googleTransparencyConnector,
    (baseUrl) => ({
      serviceAccount: accountKey(),
      advertiser: 'Polar Bikes',
      tokenUrl: `${baseUrl}/token`,
      ...query,
    }),
    reply,
  );
const mapped = (pages: readonly unknown[]) => pages.flatMap((page) => adsOf(googleTransparency, page));
const bodies = (requests: readonly Request[]) =>
  requests
    .filter(({ method, path }) => method === 'POST' && path !== '/token')
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

/** Replies with an error to one request of the API, of those that are no token requests. */
function failingOnce(at: number, error: Reply) {
  const server = bigQuery();
  let calls = 0;
  return (request: Request): Reply => (request.path !== '/token' && ++calls === at ? error : server(request));
}

describe('a query', () => {
  test('exchanges a signed assertion for a token, estimates the bytes, and reads the ads', async () => {
    const { pages, requests, lines, refused } = await run({}, bigQuery());
    expect(refused).toBeNull();
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /token',
      'POST /bigquery/v2/projects/bikes-project/queries',
      'POST /bigquery/v2/projects/bikes-project/queries',
    ]);
    expect(lines).toEqual(['The query reads 40 GB of BigQuery.']);
    expect(mapped(pages)).toMatchObject([
      {
        key: 'google:CR00000000000000000000',
        advertiser: { name: 'Polar Bikes' },
        impressions: { lower: 11_000, upper: 22_000 },
        capturedAt: '2026-03-15T12:00:00.000Z',
        status: 'inactive',
      },
    ]);
  });

  test('sends its filters as parameters, and the limit of the bytes', async () => {
    const advertiser = 'Bob\'s "Bikes"\'; DROP TABLE x; --';
    const advertiserIds = ['AR01234567890123456789'];
    const { requests } = await run({ advertiser, advertiserIds, maxGigabytes: 50 }, bigQuery());
    const [dryRun, query] = bodies(requests);
    expect(dryRun).toMatchObject({ dryRun: true, useLegacySql: false, location: 'US' });
    expect(query).toMatchObject({
      useLegacySql: false,
      location: 'US',
      maximumBytesBilled: '50000000000',
      parameterMode: 'NAMED',
      queryParameters: [
        { name: 'advertiser', parameterType: { type: 'STRING' }, parameterValue: { value: advertiser } },
        { name: 'from', parameterValue: { value: '2025-03-15' } },
        { name: 'advertiserIds', parameterValue: { arrayValues: [{ value: 'AR01234567890123456789' }] } },
      ],
    });
    expect(query?.['dryRun']).toBeUndefined();
    expect(query?.['query']).toBe(dryRun?.['query']);
    expect(query?.['query']).not.toContain('Bob');
    expect(query?.['query']).not.toMatch(/SELECT \*|creative_page_url/);
  });

  test('begins on the given day instead of a number of days ago', async () => {
    const { requests } = await run({ from: '2026-01-31', lastDays: 3 }, bigQuery());
    expect(bodies(requests)[1]?.['queryParameters']).toContainEqual(
      expect.objectContaining({ name: 'from', parameterValue: { value: '2026-01-31' } }),
    );
  });

  test('polls until the job is complete, with growing pauses', async () => {
    const { pages, requests, naps } = await run({}, bigQuery({ polls: 7 }));
    expect(mapped(pages)).toHaveLength(1);
    expect(naps).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(requests.at(-1)).toMatchObject({
      method: 'GET',
      path: '/bigquery/v2/projects/bikes-project/queries/job_aB-3x',
    });
    expect(Object.fromEntries(requests.at(-1)?.parameters ?? [])).toEqual({
      location: 'US',
      maxResults: '500',
      timeoutMs: '30000',
    });
  });

  test('ends when the job does not, and is retried', async () => {
    const { refused } = await run({}, bigQuery({ polls: 1000 }));
    expect(refused).toMatchObject({ retryable: true });
    expect(refused?.message).toContain('BigQuery has not finished the query');
  });

  test.each([[1000], [300]])('reads all pages of at most %i rows', async (rowsPerResponse) => {
    const { pages } = await run({}, bigQuery({ rows: 1203, rowsPerResponse }));
    expect(pages).toHaveLength(rowsPerResponse === 300 ? 5 : 3);
    expect(new Set(mapped(pages).map(({ key }) => key)).size).toBe(1203);
  });

  test('ends after the maximum number of ads', async () => {
    const { pages, requests } = await run({ most: 700 }, bigQuery({ rows: 5000 }));
    expect([mapped(pages).length, requests.length]).toEqual([700, 4]);
  });

  test('without a matching ad has no page', async () => {
    expect((await run({}, bigQuery({ rows: 0 }))).pages).toEqual([]);
  });
});

describe('the cost limit', () => {
  test('stops a query after the dry run, with the value to set', async () => {
    const { refused, requests } = await run({}, bigQuery({ bytes: 123.4e9 }));
    expect(bodies(requests)).toMatchObject([{ dryRun: true }]);
    expect(refused).toMatchObject({ retryable: false });
    expect(refused?.message).toBe(
      'The query would read 123 GB of BigQuery, more than the limit of 100 GB; set maxGigabytes to 124 or more to pay for it.',
    );
  });

  test('may be raised', async () => {
    expect((await run({ maxGigabytes: 124 }, bigQuery({ bytes: 123.4e9 }))).pages).toHaveLength(1);
  });

  test('of BigQuery itself is reported, although its status is that of a temporary error', async () => {
    const server = bigQuery({ bytes: 200e9 });
    const dryRun = bigQuery();
    const { refused, naps } = await run({}, (request) => {
      if (request.path === '/token') dryRun(request);
      return (request.body.includes('"dryRun":true') ? dryRun : server)(request);
    });
    expect(refused).toMatchObject({ retryable: false });
    expect(refused?.message).toMatch(
      /bytesBilledLimitExceeded: Query exceeded.*; set a higher maxGigabytes\.$/,
    );
    expect(naps).toEqual([]);
  });

  test('stops a query whose size is unknown', async () => {
    const { refused } = await run({}, failingOnce(1, { json: { jobComplete: true } }));
    expect(refused).toMatchObject({ retryable: true });
    expect(refused?.message).toContain('did not estimate the size');
  });
});

describe('an access token', () => {
  test('that expires is replaced once, and the result is complete', async () => {
    const { pages, requests } = await run({}, bigQuery({ rows: 2000, requestsPerToken: 2 }));
    expect(new Set(mapped(pages).map(({ key }) => key)).size).toBe(2000);
    expect(requests.filter(({ path }) => path === '/token')).toHaveLength(3);
  });

  test('that is rejected twice ends the run', async () => {
    const { refused, requests } = await run({}, bigQuery({ requestsPerToken: 0 }));
    expect(refused).toMatchObject({ retryable: false });
    expect(refused?.message).toContain('create a new key of the service account');
    expect(requests).toHaveLength(4);
  });

  test.each([
    ['an unknown signature', { private_key: otherPrivateKey }, {}, 'Invalid JWT Signature.'],
    ['another account', { client_email: 'x@y.example' }, {}, 'account not found'],
    ['a wrong clock', {}, { now: Date.UTC(2026, 2, 15, 14) }, 'Check your iat and exp values'],
  ])('is not issued for %s', async (_, key, behaviour, message) => {
    const { refused } = await run({ serviceAccount: accountKey(key) }, bigQuery(behaviour));
    expect(refused).toMatchObject({ retryable: false });
    expect(refused?.message).toContain(message);
    expect(refused?.message).toContain('Google issued no access token');
    expect(refused?.message).not.toContain('PRIVATE KEY');
  });

  test('is requested again after a temporary error', async () => {
    const server = bigQuery();
    const { pages, naps } = await run({}, (request, count) =>
      count === 1 ? { status: 503, text: '<html>' } : server(request),
    );
    expect([pages.length, naps]).toEqual([1, [2000]]);
  });
});

describe('an error', () => {
  test.each([
    [403, 'rateLimitExceeded'],
    [403, 'jobRateLimitExceeded'],
    [403, 'quotaExceeded'],
    [429, 'rateLimitExceeded'],
    [500, 'backendError'],
    [400, 'jobInternalError'],
  ])('%i %s is retried, and the query has the same id', async (status, reason) => {
    const { pages, naps, requests } = await run({}, failingOnce(2, failure(status, reason, 'Later')));
    expect([pages.length, naps]).toEqual([1, [2000]]);
    const [, first, second] = bodies(requests);
    expect(first?.['requestId']).toMatch(/^[\w-]{36}$/);
    expect(second?.['requestId']).toBe(first?.['requestId']);
  });

  test('quotaExceeded that persists ends the run with a retry', async () => {
    const server = bigQuery();
    const { refused, naps } = await run({}, (request) =>
      request.path === '/token'
        ? server(request)
        : failure(403, 'quotaExceeded', 'Quota exceeded: too many free query bytes scanned ya29.token1'),
    );
    expect(naps).toEqual([2000, 4000, 8000, 16_000]);
    expect(refused).toMatchObject({ retryable: true });
    expect(refused?.message).toContain('quotaExceeded: Quota exceeded: too many free query bytes scanned …');
  });

  test.each([
    [400, 'invalidQuery', 'Unrecognized name: topic at [2:1]', 'change the query'],
    [404, 'notFound', 'Not found: Dataset', 'check the project of the service account and the location'],
    [403, 'accessDenied', 'Access Denied: Project', 'the role BigQuery Job User'],
    [403, 'accessNotConfigured', 'BigQuery API has not been used', 'enable the BigQuery API'],
    [403, 'billingNotEnabled', 'Billing', 'enable billing'],
  ])('%i %s is reported with what to do', async (status, reason, message, advice) => {
    const { refused, naps } = await run({}, failingOnce(1, failure(status, reason, message)));
    expect(refused).toMatchObject({ retryable: false });
    expect(refused?.message).toContain(`(${reason}: ${message}); `);
    expect(refused?.message).toContain(advice);
    expect(naps).toEqual([]);
  });
});

test.each([
  [{ advertiser: undefined }, "Give 'advertiser' or 'advertiserIds'"],
  [{ advertiserIds: ["AR1' OR 1=1"] }, 'must be the id of an advertiser'],
  [{ serviceAccount: '{"client_email":"a@b.example"}' }, 'must be the JSON key of a service account'],
  [{ serviceAccount: accountKey({ private_key: 'x' }) }, 'must be the JSON key of a service account'],
  [{ serviceAccount: accountKey({ private_key: ellipticPrivateKey }) }, 'must be the JSON key'],
  [{ tokenUrl: 'http://token.example/' }, 'must be an https address'],
  [{ location: 'US; DROP' }, 'must be a location of BigQuery'],
  [{ maxGigabytes: 0 }, 'maxGigabytes'],
])('the query %# is rejected before any request, without its key', async (query, message) => {
  const { refused, requests } = await run(query, bigQuery());
  expect(refused).toMatchObject({ retryable: false });
  expect(refused?.message).toContain(message);
  expect(refused?.message).not.toContain('PRIVATE KEY');
  expect(requests).toEqual([]);
});
