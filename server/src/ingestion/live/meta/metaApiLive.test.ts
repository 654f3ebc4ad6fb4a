import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectorRefused, type ConnectorTools } from '../connector.ts';
import { metaApi } from '@magpie/sources/meta/metaApi';
import { metaApiConnector } from './metaApiLive.ts';

/** As long as a real one. */
const token = `EAAB${'Zd7'.repeat(40)}`;
const second = 1000;
const minute = 60 * second;

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** `'cut'` drops the connection instead. */
  readonly body: unknown;
}

interface ReceivedRequest {
  readonly path: string;
  readonly parameters: Record<string, string>;
  readonly headers: IncomingHttpHeaders;
}

let server: Server;
let requests: ReceivedRequest[];
let answers: Answer[];
let slept: number[];
let said: string[];
let stop: AbortController;

beforeEach(async () => {
  [requests, answers, slept, said, stop] = [[], [], [], [], new AbortController()];
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    requests.push({
      path: url.pathname,
      parameters: Object.fromEntries(url.searchParams),
      headers: request.headers,
    });
    const { status = 200, headers = {}, body } = answers.shift() ?? page([], null);
    if (body === 'cut') return void request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    return void response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
});

const baseUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function tools(): ConnectorTools {
  return {
    fetch,
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      return Promise.resolve();
    },
    say: (line) => void said.push(line),
    reachedCeiling: () => undefined,
    signal: stop.signal,
    now: Date.now,
  };
}

const ad = (id: number) => ({
  id: String(id),
  page_id: '5',
  page_name: 'Havre Oats',
  ad_creative_bodies: ['Plain oats.'],
  ad_delivery_start_time: '2025-03-01',
});

/** A page as Meta sends it: the next link repeats the query, with the token. */
function page(ids: readonly number[], after: string | null, headers: Record<string, string> = {}): Answer {
  const next = `https://graph.facebook.com/v26.0/ads_archive?access_token=${token}&after=${after}`;
  return {
    headers,
    body: { data: ids.map(ad), ...(after === null ? {} : { paging: { cursors: { after }, next } }) },
  };
}

function failure(code: number, message = 'Something', more: Record<string, unknown> = {}): Answer {
  const error = { message, type: 'OAuthException', code, fbtrace_id: 'A1', ...more };
  return { status: 400, body: { error } };
}

/** The ids of a query's result, page by page. */
async function run(query: Record<string, unknown> = {}): Promise<(string | null | undefined)[][]> {
  const given = {
    accessToken: token,
    countries: ['FR'],
    searchTerms: 'oat milk',
    baseUrl: baseUrl(),
    ...query,
  };
  const found: (string | null | undefined)[][] = [];
  for await (const document of metaApiConnector.pages(given, tools())) {
    expect(metaApi.recognises(document)).toBe(true);
    found.push([...metaApi.unfold(document)].map((record) => metaApi.toAd(record).externalId));
  }
  return found;
}

async function refusal(query: Record<string, unknown> = {}): Promise<ConnectorRefused> {
  const error = await run(query).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConnectorRefused)) throw new Error('It was not refused', { cause: error });
  // No output or log may contain the token.
  expect([error.message, ...said].join('\n')).not.toContain(token.slice(0, 20));
  return error;
}

describe('a search', () => {
  it('sends its terms and fields, and the token in a header', async () => {
    await run();
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${token}`);
    expect(requests[0]?.path).toBe('/v26.0/ads_archive');
    const { fields, ...parameters } = requests[0]?.parameters ?? {};
    expect(parameters).toEqual({
      ad_reached_countries: '["FR"]',
      ad_active_status: 'ALL',
      ad_type: 'ALL',
      media_type: 'ALL',
      search_terms: 'oat milk',
      search_type: 'KEYWORD_UNORDERED',
      limit: '250',
    });
    expect(fields?.split(',')).toContain('age_country_gender_reach_breakdown');
    expect(fields).not.toContain('ad_snapshot_url');
  });

  it('translates every option to Meta’s parameters', async () => {
    await run({
      countries: ['fr', 'DE'],
      exactPhrase: true,
      pageIds: ['12345678901234567890'],
      status: 'inactive',
      adType: 'financial',
      from: '2025-01-01',
      to: '2025-02-01',
      languages: ['FR', 'cmn'],
      mediaType: 'video',
      platforms: ['facebook', 'audience_network'],
      pageSize: 50,
      version: 'v26.0',
    });
    expect(requests[0]?.path).toBe('/v26.0/ads_archive');
    expect(requests[0]?.parameters).toMatchObject({
      ad_reached_countries: '["FR","DE"]',
      search_type: 'KEYWORD_EXACT_PHRASE',
      search_page_ids: '[12345678901234567890]',
      ad_active_status: 'INACTIVE',
      ad_type: 'FINANCIAL_PRODUCTS_AND_SERVICES_ADS',
      ad_delivery_date_min: '2025-01-01',
      ad_delivery_date_max: '2025-02-01',
      languages: '["fr","CMN"]',
      media_type: 'VIDEO',
      publisher_platforms: '["FACEBOOK","AUDIENCE_NETWORK"]',
      limit: '50',
    });
  });

  it('follows the cursor until a page is empty, since the last page has a cursor too', async () => {
    answers = [page([1, 2], 'one'), page([3], 'two'), page([], 'three')];
    expect(await run()).toEqual([['1', '2'], ['3']]);
    expect(requests.map(({ parameters }) => parameters['after'])).toEqual([undefined, 'one', 'two']);
  });

  it('uses the cursor of a next link but never the link itself', async () => {
    const next = 'https://evil.example/v26.0/ads_archive?after=two&access_token=x';
    answers = [{ body: { data: [ad(1)], paging: { next } } }, page([], null)];
    await run();
    expect(requests).toHaveLength(2);
    expect(requests[1]?.parameters['after']).toBe('two');
    expect(requests[1]?.parameters['access_token']).toBeUndefined();
  });

  it('ends when the cursor stays the same', async () => {
    answers = [page([1], 'same'), page([2], 'same'), page([3], 'same')];
    expect(await run()).toEqual([['1'], ['2']]);
  });

  it('ends after the maximum number of ads', async () => {
    answers = [page([1, 2], 'one'), page([3, 4], 'two')];
    expect(await run({ most: 3 })).toEqual([['1', '2'], ['3']]);
    expect(requests).toHaveLength(2);
  });

  it('for more than ten pages is split into several', async () => {
    const pageIds = Array.from({ length: 23 }, (_, index) => String(index + 1));
    answers = [page([1], 'a'), page([], null), page([2], null), page([3], null)];
    expect(await run({ searchTerms: undefined, pageIds: [...pageIds, '1'] })).toEqual([['1'], ['2'], ['3']]);
    const searches = requests.map(({ parameters }) => parameters['search_page_ids']?.split(',').length);
    expect(searches).toEqual([10, 10, 10, 3]);
    expect(requests[0]?.parameters).not.toHaveProperty('search_type');
  });

  it.each([
    [['FR'], ['FR']],
    [['FR', 'DE'], []],
    [['ALL'], []],
  ])('in %j sets the country of ads without a breakdown to %j', async (countries, expected) => {
    answers = [page([1], null)];
    const query = { accessToken: token, countries, searchTerms: 'oats', baseUrl: baseUrl() };
    for await (const document of metaApiConnector.pages(query, tools())) {
      for (const record of metaApi.unfold(document)) expect(metaApi.toAd(record).countries).toEqual(expected);
    }
    expect.assertions(1);
  });
});

describe('when Meta is busy', () => {
  it.each([[4], [17], [32], [613]])('backs off on code %i', async (code) => {
    answers = [failure(code), failure(code), page([1], null)];
    expect(await run()).toEqual([['1']]);
    expect(slept).toEqual([minute, 2 * minute]);
    expect(said[0]).toBe('Meta is rate limiting requests; retrying in 60 s.');
  });

  it.each([
    ['a transient error', failure(368, 'Try later', { is_transient: true })],
    ['an unknown error', failure(1, 'An unknown error occurred')],
    ['a failing server', { status: 503, body: '<html>' }],
    ['a page for people', { status: 200, body: '<html>' }],
    ['a dropped connection', { body: 'cut' }],
  ])('retries after %s', async (_name, answer: Answer) => {
    answers = [answer, page([1], null)];
    expect(await run()).toEqual([['1']]);
    expect(slept).toEqual([2 * second]);
  });

  it.each([
    [
      'x-business-use-case-usage',
      '{"77":[{"type":"ads_archive","call_count":100,"estimated_time_to_regain_access":2}]}',
    ],
    ['x-app-usage', '{"call_count":100,"estimated_time_to_regain_access":2}'],
  ])('waits as long as %s specifies', async (name, usage) => {
    answers = [{ ...failure(4), headers: { [name]: usage } }, page([1], null)];
    expect(await run()).toEqual([['1']]);
    expect(slept).toEqual([2 * minute]);
  });

  it('pauses before the quota is exhausted', async () => {
    answers = [page([1], 'one', { 'x-app-usage': '{"call_count":96,"total_time":3}' }), page([2], null)];
    expect(await run()).toEqual([['1'], ['2']]);
    expect(slept).toEqual([minute]);
  });

  it.each([['not json'], ['[]'], ['{"call_count":"many"}'], ['null']])(
    'ignores a usage header such as %s',
    async (usage) => {
      answers = [page([1], 'one', { 'x-app-usage': usage }), page([2], null)];
      await run();
      expect(slept).toEqual([]);
    },
  );

  it('gives up after eight attempts with a retryable error', async () => {
    const usage = { 'x-app-usage': '{"estimated_time_to_regain_access":1}' };
    answers = Array.from({ length: 20 }, () => ({ ...failure(613), headers: usage }));
    const error = await refusal();
    expect(error).toMatchObject({ retryable: true });
    expect(error.message).toBe('Meta is rate limiting requests after 8 attempts; the next run will retry.');
    expect(requests).toHaveLength(8);
  });

  it('ends the run with a retry time when the wait is too long', async () => {
    answers = Array.from({ length: 20 }, () => failure(613));
    expect(await refusal()).toMatchObject({
      retryable: true,
      retryAfter: 4 * minute,
      message: 'Meta is rate limiting requests; retry in 4 minutes.',
    });
    expect(slept).toEqual([minute, 2 * minute]);
  });

  it('ends the run at once when Meta announces a long wait', async () => {
    answers = [{ ...failure(4), headers: { 'x-app-usage': '{"estimated_time_to_regain_access":300}' } }];
    expect(await refusal()).toMatchObject({ retryable: true, retryAfter: 300 * minute });
    expect(slept).toEqual([]);
  });

  it('halves the page size until the response is small enough', async () => {
    const tooMuch = failure(1, "Please reduce the amount of data you're asking for, then retry your request");
    answers = [tooMuch, tooMuch, page([1], 'one'), page([2], null)];
    expect(await run({ pageSize: 100 })).toEqual([['1'], ['2']]);
    expect(requests.map(({ parameters }) => parameters['limit'])).toEqual(['100', '50', '25', '25']);
    answers = Array.from({ length: 9 }, () => tooMuch);
    expect((await refusal({ pageSize: 2 })).message).toContain('query a shorter period');
  });

  it('halves the page size after a response over 20 MB', async () => {
    answers = [{ body: ' '.repeat(21 * 1024 * 1024) }, page([1], null)];
    expect(await run({ pageSize: 100 })).toEqual([['1']]);
    expect(requests.map(({ parameters }) => parameters['limit'])).toEqual(['100', '50']);
  });

  it('continues without a field that the version lacks', async () => {
    answers = [failure(100, '(#100) Tried accessing nonexisting field (br_total_reach)'), page([1], null)];
    expect(await run()).toEqual([['1']]);
    expect(requests[0]?.parameters['fields']).toContain('br_total_reach');
    expect(requests[1]?.parameters['fields']).not.toContain('br_total_reach');
    answers = [failure(100, '(#100) Tried accessing nonexisting field (other)')];
    expect((await refusal()).message).toBe('Meta rejects the field other; check version.');
  });

  it('stops on abort', async () => {
    answers = [page([1], 'one')];
    const query = { accessToken: token, countries: ['FR'], searchTerms: 'oats', baseUrl: baseUrl() };
    const documents = metaApiConnector.pages(query, tools());
    await documents.next();
    stop.abort(new Error('stopped'));
    await expect(documents.next()).rejects.toThrow('stopped');
    expect(slept).toEqual([]);
  });
});

describe('when Meta rejects a request', () => {
  it.each([
    [190, 463, 'The access token has expired'],
    [190, 460, 'The access token became invalid when the password'],
    [190, 458, 'removed the application'],
    [190, 459, 'log in and verify itself'],
    [190, undefined, 'Meta rejected the access token'],
    [10, 2332002, 'confirm it at facebook.com/ID'],
    [200, undefined, 'facebook.com/ads/library/api'],
    [100, undefined, 'Meta rejected a parameter of the query; change the query (Something)'],
    [1009, undefined, 'Meta rejected a parameter of the query'],
    [2500, undefined, 'Meta rejected the query with error 2500'],
  ])('reports what to do for code %i, subcode %s', async (code, error_subcode, sentence) => {
    answers = [failure(code, 'Something', { error_subcode })];
    const error = await refusal();
    expect(error.retryable).toBe(false);
    expect(error.message).toContain(sentence);
    expect(error.message).toMatch(/^[A-Z].*\.$/);
    expect(requests).toHaveLength(1);
  });

  it('never shows a token that Meta quotes', async () => {
    answers = [failure(100, `Malformed access token ${token} or EAAC${'x'.repeat(40)}`)];
    expect((await refusal()).message).toContain('Malformed access token … or …');
    const accessToken = 'of-another-kind-0123456789';
    answers = [failure(100, `${'Malformed '.repeat(28)}access token ${accessToken}`)];
    expect((await refusal({ accessToken })).message).not.toContain('of-another');
  });

  it.each([
    [404, 'Meta rejected the query with status 404; check baseUrl and version.'],
    [301, 'Meta cannot be reached'],
  ])('reports status %i', async (status, sentence) => {
    answers = Array.from({ length: 8 }, () => ({
      status,
      headers: { location: 'http://127.0.0.1:1/' },
      body: {},
    }));
    expect((await refusal()).message).toContain(sentence);
  });
});

describe('an invalid query', () => {
  it.each([
    [{ searchTerms: undefined }, "Give 'searchTerms' or 'pageIds', got neither"],
    [{ countries: [] }, 'countries must be at least 1'],
    [{ countries: ['XX'] }, 'countries.0 must be the two-letter code of a country, such as DE, or ALL'],
    [{ pageIds: ['apple'] }, 'pageIds.0 must be the digits of a page id'],
    [{ searchTerms: 'x'.repeat(101) }, 'searchTerms must have at most 100 characters'],
    [{ from: '2025-02-01', to: '2025-01-01' }, "from must not be after 'to' (2025-01-01)"],
    [{ baseUrl: 'http://graph.example' }, 'baseUrl must be an https address'],
    [{ version: '24/../..' }, 'version must be a version such as v26.0'],
    [{ accessToken: 'two words' }, 'accessToken must be an access token of at least 20'],
    [{ serchTerms: 'oats' }, "Unknown field 'serchTerms'; did you mean 'searchTerms'?"],
  ])('%j is rejected before any request', async (query, sentence) => {
    const error = await refusal(query);
    expect(error.message).toContain(sentence);
    expect(error.message).not.toContain('two words');
    expect(error.retryable).toBe(false);
    expect(requests).toEqual([]);
  });

  it('has a description for every option', () => {
    const shape = Object.entries(metaApiConnector.options.shape);
    expect(shape.filter(([, option]) => !(option.description ?? '').endsWith('.'))).toEqual([]);
    expect(shape).toHaveLength(16);
  });
});
