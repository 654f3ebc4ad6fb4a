import { describe, expect, onTestFinished, test } from 'vitest';
import { ConnectorRefused, type ConnectorTools } from '../connector.ts';
import { adsOf } from '../../../../../sources/src/mapping/damage.fixture.ts';
import { getPath } from '@magpie/sources/mapping/fields';
import { detailAnswer, listedAd, queryAnswer } from '@magpie/sources/tiktok/tiktok.fixture';
import { tiktokApi } from '@magpie/sources/tiktok/tiktokApi';
import { tiktokApiConnector } from './tiktokApiLive.ts';
import type { Reply, Request } from '../library.fixture.ts';
import { tiktokServer } from './tiktokServer.fixture.ts';

const tokenPath = '/v2/oauth/token/';
const queryPath = '/v2/research/adlib/ad/query/';
const detailPath = '/v2/research/adlib/ad/detail/';
const keys = { clientKey: 'the-key', clientSecret: 'the-secret' };

interface Run {
  /** The documents received. */
  readonly pages: unknown[];
  readonly refused: ConnectorRefused | null;
  readonly requests: readonly Request[];
  readonly naps: readonly number[];
  readonly lines: readonly string[];
}

/** One run against a server that issues tokens and uses `reply` for everything else. */
async function run(
  query: Readonly<Record<string, unknown>>,
  reply: (request: Request, count: number) => Reply | undefined,
  now = Date.UTC(2026, 2, 15, 12),
): Promise<Run> {
  const server = await tiktokServer(reply);
  onTestFinished(() => server.close());
  const naps: number[] = [];
  const lines: string[] = [];
  let time = now;
  const tools: ConnectorTools = {
    fetch,
    sleep(milliseconds) {
      naps.push(milliseconds);
      time += milliseconds;
      return Promise.resolve();
    },
    say: (line) => void lines.push(line),
    reachedCeiling: () => undefined,
    signal: new AbortController().signal,
    now: () => time,
  };
  const pages: unknown[] = [];
  let refused: ConnectorRefused | null = null;
  try {
    for await (const page of tiktokApiConnector.pages(
      { ...keys, baseUrl: server.baseUrl, ...query },
      tools,
    )) {
      pages.push(page);
    }
  } catch (error) {
    if (!(error instanceof ConnectorRefused)) throw error;
    refused = error;
  }
  return { pages, refused, requests: server.requests, naps, lines };
}

function onQuery(answer: (body: unknown, request: Request) => Reply) {
  return (request: Request): Reply | undefined =>
    request.path === queryPath ? answer(JSON.parse(request.body), request) : undefined;
}

function numbered(id: number): unknown {
  return { ...listedAd, ad: { ...listedAd.ad, id: String(id) } };
}

function failure(code: string, status: number): Reply {
  return {
    status,
    json: { data: {}, error: { code, message: 'what TikTok says', log_id: 'X', http_status_code: status } },
  };
}

const noAds = onQuery(() => ({ json: queryAnswer([]) }));

describe('a query', () => {
  test('is sent with a token for key and secret, and returns documents of the source', async () => {
    const { pages, requests } = await run(
      { searchTerm: 'kettle', countries: ['gb'] },
      onQuery(() => ({ json: queryAnswer([listedAd]) })),
    );
    expect(pages.flatMap((page) => adsOf(tiktokApi, page)).map(({ key }) => key)).toEqual([
      'tiktok:1800000000000001',
    ]);
    const [token, query] = requests;
    expect(token).toMatchObject({
      path: tokenPath,
      body: 'client_key=the-key&client_secret=the-secret&grant_type=client_credentials',
      headers: expect.not.objectContaining({ authorization: expect.anything() }),
    });
    expect(query).toMatchObject({
      path: queryPath,
      headers: { authorization: 'Bearer clt.token1' },
    });
    expect(query?.parameters.get('fields')?.split(',')).toEqual(
      expect.arrayContaining(['ad.id', 'ad.reach', 'advertiser.business_name']),
    );
    expect(JSON.parse(query?.body ?? '')).toEqual({
      filters: { ad_published_date_range: { min: '20260213', max: '20260314' }, country_code: 'GB' },
      search_term: 'kettle',
      search_type: 'exact_phrase',
      max_count: 50,
    });
  });

  test('continues with search_id while has_more is true, in either spelling', async () => {
    const { pages, requests } = await run(
      {},
      onQuery((body) => {
        const seen = getPath(body, 'search_id');
        if (seen === undefined)
          return { json: queryAnswer([numbered(1)], { hasMore: true, searchId: 's1' }) };
        if (seen === 's1') return { json: queryAnswer([numbered(2)], { hasMore: 'true', searchId: 's2' }) };
        return { json: queryAnswer([numbered(3)], { hasMore: 'false', searchId: 's3' }) };
      }),
    );
    expect(pages.flatMap((page) => adsOf(tiktokApi, page)).map(({ externalId }) => externalId)).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(requests.filter(({ path }) => path === queryPath)).toHaveLength(3);
  });

  test('stops when a page repeats', async () => {
    const same = queryAnswer([numbered(1)], { hasMore: true, searchId: 's' });
    const { pages, requests } = await run(
      {},
      onQuery(() => ({ json: same })),
    );
    expect(pages).toHaveLength(1);
    expect(requests.filter(({ path }) => path === queryPath)).toHaveLength(2);
  });

  test('stops after an empty page that announces more, and after the maximum number of ads', async () => {
    const empty = await run(
      {},
      onQuery(() => ({ json: queryAnswer([], { hasMore: true, searchId: 's' }) })),
    );
    expect(empty.requests.filter(({ path }) => path === queryPath)).toHaveLength(1);
    let id = 0;
    const endless = onQuery(() => ({
      json: queryAnswer([numbered(++id), numbered(++id)], { hasMore: true, searchId: `s${id}` }),
    }));
    const { pages } = await run({ most: 5 }, endless);
    expect(pages.flatMap((page) => adsOf(tiktokApi, page))).toHaveLength(5);
  });

  test('keeps the digits of 64-bit ids', async () => {
    const text = JSON.stringify(queryAnswer([listedAd]))
      .replace('"1800000000000001"', '1234567890123456789')
      .replace('"7100000000000000123"', '7100000000000000123');
    const { pages } = await run(
      {},
      onQuery(() => ({ text })),
    );
    expect(pages.flatMap((page) => adsOf(tiktokApi, page))).toMatchObject([
      { key: 'tiktok:1234567890123456789', advertiser: { externalId: '7100000000000000123' } },
    ]);
  });

  test('sends advertiser ids as numbers', async () => {
    const advertiserIds = ['7100000000000000123', '12'];
    const { requests } = await run({ advertiserIds }, noAds);
    expect(requests[1]?.body).toContain('"advertiser_business_ids":[7100000000000000123,12]');
  });
});

describe('the days of a query', () => {
  async function requestedRanges(query: Readonly<Record<string, unknown>>): Promise<unknown[]> {
    const { requests } = await run(query, noAds);
    return requests
      .filter(({ path }) => path === queryPath)
      .map(({ body }) => getPath(JSON.parse(body), 'filters', 'ad_published_date_range'));
  }

  test('are split into years without gaps or overlaps', async () => {
    expect(await requestedRanges({ from: '2024-01-01', to: '2026-01-10' })).toEqual([
      { min: '20240101', max: '20241230' },
      { min: '20241231', max: '20251230' },
      { min: '20251231', max: '20260110' },
    ]);
  });

  test('are limited to the days that TikTok has', async () => {
    expect(await requestedRanges({ from: '2026-03-14', to: '2026-12-31' })).toEqual([
      { min: '20260314', max: '20260314' },
    ]);
    expect((await requestedRanges({ from: '2001-01-01' }))[0]).toMatchObject({ min: '20221002' });
  });

  test('are rejected when all are in the future', async () => {
    const { refused, requests } = await run({ from: '2026-03-15' }, noAds);
    expect(refused?.message).toContain('TikTok has data from 2022-10-02 to 2026-03-14');
    expect(requests).toEqual([]);
  });
});

describe('details', () => {
  function withDetails(detail: (request: Request) => Reply) {
    return (request: Request): Reply | undefined => {
      if (request.path === detailPath) return detail(request);
      return request.path === queryPath ? { json: queryAnswer([listedAd]) } : undefined;
    };
  }

  test('are merged with the listed entry', async () => {
    const { ad, ...others } = detailAnswer.data;
    const { id: _, first_shown_date: __, ...rest } = ad;
    const { pages, requests } = await run(
      { details: true },
      withDetails(() => ({ json: { data: { ad: rest, ...others }, error: { code: 'ok', log_id: 'X' } } })),
    );
    expect(requests.at(-1)?.body).toBe('{"ad_id":1800000000000001}');
    expect(pages.flatMap((page) => adsOf(tiktokApi, page))).toMatchObject([
      {
        key: 'tiktok:1800000000000001',
        startDate: '2026-01-05',
        bodies: ['Hot water in ninety seconds.'],
        countries: ['GB', 'FR'],
      },
    ]);
  });

  test('are requested without the newer fields if TikTok rejects them', async () => {
    const { pages, lines } = await run(
      { details: true },
      withDetails(({ parameters }) =>
        parameters.get('fields')?.includes('ad.title')
          ? failure('invalid_params', 400)
          : { json: { ...detailAnswer } },
      ),
    );
    expect(pages.flatMap((page) => adsOf(tiktokApi, page))).toHaveLength(1);
    expect(lines).toEqual([expect.stringContaining('newer fields')]);
  });

  test('fall back to the listed entry when unavailable', async () => {
    const { pages, refused } = await run(
      { details: true },
      withDetails(() => failure('not_found', 404)),
    );
    expect(refused).toBe(null);
    expect(pages.flatMap((page) => adsOf(tiktokApi, page))).toMatchObject([
      { key: 'tiktok:1800000000000001' },
    ]);
  });
});

describe('a token', () => {
  test('is renewed once when TikTok rejects it', async () => {
    const { pages, requests, refused } = await run(
      {},
      onQuery((_, { headers }) =>
        headers.authorization === 'Bearer clt.token1'
          ? failure('access_token_invalid', 401)
          : { json: queryAnswer([listedAd]) },
      ),
    );
    expect(refused).toBe(null);
    expect(pages).toHaveLength(1);
    expect(requests.map(({ path }) => path)).toEqual([tokenPath, queryPath, tokenPath, queryPath]);
  });

  test('is reported when a new one is rejected too', async () => {
    const { refused, requests } = await run(
      {},
      onQuery(() => failure('access_token_invalid', 401)),
    );
    expect(refused).toMatchObject({ retryable: false });
    expect(refused?.message).toContain('check the client key and secret');
    expect(requests.filter(({ path }) => path === queryPath)).toHaveLength(2);
  });

  test('is renewed before it expires', async () => {
    const { requests } = await run({}, (request, count) => {
      if (request.path === tokenPath) return { json: { access_token: `clt.short${count}`, expires_in: 150 } };
      // The first token expires during the wait.
      const busy = { ...failure('rate_limit_exceeded', 429), headers: { 'Retry-After': '120' } };
      return count === 2 ? busy : { json: queryAnswer([]) };
    });
    expect(requests.map(({ path }) => path)).toEqual([tokenPath, queryPath, tokenPath, queryPath]);
    expect(requests.at(-1)?.headers.authorization).toBe('Bearer clt.short3');
  });

  test('is reported with the reason and without the secret when TikTok issues none', async () => {
    const { refused } = await run({}, () => ({
      status: 401,
      json: { error: 'invalid_client', error_description: 'Secret the-secret is incorrect.', log_id: 'X' },
    }));
    expect(refused).toMatchObject({ retryable: false });
    expect(refused?.message).toContain('invalid_client: Secret … is incorrect.');
    expect(refused?.message).not.toContain('the-secret');
  });
});

describe('an error', () => {
  test.each([
    ['429', failure('rate_limit_exceeded', 429)],
    ['500, as the query answered for a while', failure('internal_error', 500)],
    ['an error in an answer with status 200', { ...failure('rate_limit_exceeded', 429), status: 200 }],
    ['a page for people', { status: 502, text: '<html>Bad gateway</html>' }],
    ['a page for people with status 200', { text: '<html>Welcome</html>' }],
  ])('%s is retried with exponential backoff', async (_, reply) => {
    let attempts = 0;
    const { pages, naps, lines } = await run(
      {},
      onQuery(() => {
        attempts += 1;
        return attempts < 4 ? reply : { json: queryAnswer([listedAd]) };
      }),
    );
    expect(pages).toHaveLength(1);
    expect(naps).toEqual([2000, 4000, 8000]);
    expect(lines[0]).toMatch(/^TikTok .*; retrying in 2 s\.$/);
  });

  test('with Retry-After is retried after that time', async () => {
    let attempts = 0;
    const { naps } = await run(
      {},
      onQuery(() => {
        attempts += 1;
        return attempts === 1
          ? { ...failure('rate_limit_exceeded', 429), headers: { 'Retry-After': '37' } }
          : { json: queryAnswer([]) };
      }),
    );
    expect(naps).toEqual([37_000]);
  });

  test('with a long Retry-After ends the run with a retry time', async () => {
    const { refused, naps } = await run(
      {},
      onQuery(() => ({ ...failure('rate_limit_exceeded', 429), headers: { 'Retry-After': '900' } })),
    );
    expect(refused).toMatchObject({
      retryable: true,
      retryAfter: 900_000,
      message: 'TikTok is rate limiting requests; retry in 15 minutes.',
    });
    expect(naps).toEqual([]);
  });

  test('that persists ends the run with a retryable error', async () => {
    const { refused, naps } = await run(
      {},
      onQuery(() => failure('rate_limit_exceeded', 429)),
    );
    expect(refused).toMatchObject({ retryable: true });
    expect(refused?.message).toContain('TikTok is rate limiting requests');
    expect(naps).toHaveLength(5);
  });

  test.each([
    ['invalid_params', 400, 'TikTok rejected the query with status 400'],
    ['scope_not_authorized', 403, 'apply for research.adlib.basic'],
  ])('%s is reported at once', async (code, status, message) => {
    const { refused, naps } = await run(
      {},
      onQuery(() => failure(code, status)),
    );
    expect(refused).toMatchObject({ retryable: false });
    expect(refused?.message).toContain(message);
    expect(refused?.message).toContain(`${code}: what TikTok says`);
    expect(naps).toEqual([]);
  });

  test('is reported when the server is unreachable', async () => {
    const { refused } = await run({ baseUrl: 'http://127.0.0.1:1' }, noAds);
    expect(refused).toMatchObject({ retryable: true });
    expect(refused?.message).toContain('TikTok cannot be reached');
  });

  test('does not show a quoted token', async () => {
    const quoting = {
      data: {},
      error: { code: 'invalid_params', message: 'Bearer clt.token1, bad', log_id: 'X' },
    };
    const { refused } = await run(
      {},
      onQuery(() => ({ status: 400, json: quoting })),
    );
    expect(refused?.message).toContain('invalid_params: Bearer …, bad');
  });

  test('keeps the pages received before it', async () => {
    const { pages, refused } = await run(
      {},
      onQuery((body) =>
        getPath(body, 'search_id') === undefined
          ? { json: queryAnswer([listedAd], { hasMore: true, searchId: 's' }) }
          : failure('invalid_params', 400),
      ),
    );
    expect(pages).toHaveLength(1);
    expect(refused).not.toBe(null);
  });

  test('does not follow redirects, which would leak the token', async () => {
    const { refused, requests } = await run({}, () => ({
      status: 307,
      headers: { Location: 'http://127.0.0.1:1/' },
      text: '',
    }));
    expect(refused).toMatchObject({ retryable: true });
    expect(requests.every(({ path }) => path === tokenPath)).toBe(true);
  });
});

test.each([
  [{ clientKey: '' }, 'clientKey'],
  [{ searchTerm: 'x'.repeat(51) }, 'at most 50'],
  [{ countries: ['Germany'] }, 'two-letter code'],
  [{ advertiserIds: ['kettle'] }, 'digits of a business id'],
  [{ searchTerm: 'kettle', advertiserIds: ['1'] }, 'must not be combined with searchTerm'],
  [{ from: 'yesterday' }, 'a date such as'],
  [{ serchTerm: 'kettle' }, 'serchTerm'],
  [{ baseUrl: 'http://api.example' }, 'an https address'],
])('the query %j is rejected before any request', async (query, message) => {
  const { refused, requests } = await run(query, noAds);
  expect(refused).toMatchObject({ retryable: false });
  expect(refused?.message).toContain(message);
  expect(requests).toEqual([]);
});

test('a stopped run sends no further request', async () => {
  const controller = new AbortController();
  const server = await tiktokServer((request) =>
    request.path === queryPath
      ? { json: queryAnswer([listedAd], { hasMore: true, searchId: 's' }) }
      : undefined,
  );
  onTestFinished(() => server.close());
  const tools: ConnectorTools = {
    fetch,
    sleep: () => Promise.resolve(),
    say: () => undefined,
    reachedCeiling: () => undefined,
    signal: controller.signal,
    now: Date.now,
  };
  const pages = tiktokApiConnector.pages({ ...keys, baseUrl: server.baseUrl }, tools);
  await pages.next();
  controller.abort();
  await expect(pages.next()).rejects.toThrow('aborted');
  expect(server.requests).toHaveLength(2);
});
