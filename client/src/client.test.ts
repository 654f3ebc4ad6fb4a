import { getEventListeners, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMagpieClient, isApiError, recordsOf } from '@magpie/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresLanes } from '../../server/src/testing/postgres.ts';
import { startService, type TestService } from '../../server/src/testing/service.ts';
import { sendWithRetries } from './retry.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('no embedded lane');

let service: TestService;
beforeAll(async () => {
  service = await startService(lane);
});
afterAll(() => service.close());

const responseWith = (status: number, headers: Record<string, string> = {}): Response =>
  new Response('{}', { status, headers });
const catchOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const jsonOf = (value: unknown): Response => new Response(JSON.stringify(value));

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await once(server.close(), 'close');
}

describe('against the real service', () => {
  it('creates a board once when its response is lost, and retries a query after a 502', async () => {
    const { key } = await service.newcomer();
    const sent: string[] = [];
    const unreliable: typeof fetch = async (address, request) => {
      sent.push(`${request?.method} ${new URL(address as string).pathname.split('/').at(-1)}`);
      const response = await fetch(address, request);
      if (sent.length === 1) throw new TypeError('fetch failed', { cause: new Error('socket hang up') });
      return sent.length === 3 ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : response;
    };
    const client = createMagpieClient({ url: `${service.base}/`, key, fetch: unreliable });
    const { id } = await client.boards.create.mutate({ name: 'Once' });
    expect((await client.boards.list.query()).map((board) => board.id)).toEqual([id]);
    expect(sent).toEqual(['POST boards.create', 'POST boards.create', 'GET boards.list', 'GET boards.list']);
  });

  it('creates a board for each call, but only one for each idempotency key', async () => {
    const { key } = await service.newcomer();
    const client = createMagpieClient({ url: service.address, key });
    const again = { context: { idempotencyKey: 'mine' } };
    const made = [
      await client.boards.create.mutate({ name: 'A' }),
      await client.boards.create.mutate({ name: 'A' }),
      await client.boards.create.mutate({ name: 'A' }, again),
      await client.boards.create.mutate({ name: 'A' }, again),
    ].map(({ id }) => id);
    expect(new Set(made).size).toBe(3);
    expect(made[2]).toBe(made[3]);
  });

  it('throws an API error with code, status, path and issues, without a retry', async () => {
    const count = vi.fn<typeof fetch>((...request) => fetch(...request));
    const client = createMagpieClient({ url: service.address, key: service.owner.key, fetch: count });
    // @ts-expect-error -- a field that does not exist
    const error = await catchOf(client.boards.create.mutate({ nmae: 'x' }));
    if (!isApiError(error)) throw new Error('expected an API error');
    expect([error.data.code, error.data.httpStatus, error.data.path]).toEqual([
      'BAD_REQUEST',
      400,
      'boards.create',
    ]);
    expect(error.data.issues?.[0]).toMatchObject({ path: 'nmae' });
    expect(count).toHaveBeenCalledTimes(1);
  });

  it('sends a query that is too long for a URL as a POST', async () => {
    const { key } = await service.newcomer();
    const count = vi.fn<typeof fetch>((...request) => fetch(...request));
    const client = createMagpieClient({ url: service.address, key, fetch: count });
    const companyNames = Array.from({ length: 100 }, (_, at) => `${at} ${'ü'.repeat(190)}`);
    expect((await client.ads.list.query({ companyNames })).total).toBe(0);
    expect(count.mock.calls[0]?.[1]?.method).toBe('POST');
  });

  it('explains when the server is down or is not Magpie', async () => {
    const other = createServer((_request, response) => void response.writeHead(404).end('<h1>Hello</h1>'));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const client = createMagpieClient({ url, key: 'k', retries: 0 });
    const page = await catchOf(client.boards.list.query());
    await closed(other);
    const nobody = await catchOf(client.boards.list.query());
    expect([isApiError(page), isApiError(nobody)]).toEqual([false, false]);
    expect(page).toMatchObject({
      message: `${url} responded with status 404 and a body that is not JSON; check that the url is a Magpie server.`,
    });
    expect((nobody as Error).message).toContain(`${url} did not respond: connect ECONNREFUSED`);
  });
});

it.each([
  ['magpie.example', 'k', 'must be an http or https address'],
  ['http://ann:secret@magpie.example', 'k', 'must not contain a user'],
  ['http://magpie.example/?a=1', 'k', 'a query'],
  ['http://magpie.example/#a', 'k', 'a fragment'],
  ['http://magpie.example', 'mgp_…', 'must be a Magpie API key'],
  ['http://magpie.example', 'a\nb', 'must be a Magpie API key'],
  ['http://magpie.example', '', 'must be a Magpie API key'],
])('throws for the url %j with the key %j', (url, key, problem) => {
  expect(() => createMagpieClient({ url, key })).toThrow(problem);
});

it.each([
  'http://magpie.example',
  ' http://magpie.example ',
  'http://magpie.example/?',
  'http://magpie.example/#',
  'http://magpie.example/api/v1/trpc/',
])('accepts the url %j', async (url) => {
  const send = vi.fn<typeof fetch>(async () => jsonOf({ result: { data: [] } }));
  await createMagpieClient({ url, key: 'k', fetch: send }).boards.list.query();
  expect(send.mock.calls[0]?.[0]).toBe('http://magpie.example/api/v1/trpc/boards.list');
});

it.each([Number.NaN, 0, -1])('throws for a timeout of %d seconds', (seconds) => {
  expect(() =>
    createMagpieClient({ url: 'http://magpie.example', key: 'k', timeoutSeconds: seconds }),
  ).toThrow('timeoutSeconds must be greater than 0');
});

describe('a call', () => {
  const url = 'http://magpie.example';
  const send = vi.fn<typeof fetch>();
  beforeEach(() => void send.mockReset());
  const client = createMagpieClient({ url, key: 'k', fetch: send });

  it.each([
    [{ idempotencyKey: 'size 7 €' }, 'idempotencyKey must be 1 to 255 printable ASCII characters'],
    [{ idempotencyKey: 'a\nb' }, 'idempotencyKey must be'],
    [{ idempotencyKey: ' ' }, 'idempotencyKey must be'],
    [{ idempotencyKey: '' }, 'idempotencyKey must be'],
    [{ idempotencyKey: 'k'.repeat(256) }, 'idempotencyKey must be'],
    [{ idempotencyKey: 7 }, 'idempotencyKey must be'],
    [{ idempotencykey: 'mine' }, 'accepts only idempotencyKey; got idempotencykey.'],
  ])('is not sent with the context %j', async (context, problem) => {
    const error = await catchOf(client.boards.create.mutate({ name: 'A' }, { context }));
    expect((error as Error).message).toContain(problem);
    expect(send).not.toHaveBeenCalled();
  });

  it('sends the idempotency key of its context, or a random one', async () => {
    send.mockImplementation(async () => jsonOf({ result: { data: {} } }));
    const longest = `k${' '.repeat(253)}k`;
    for (const context of [{ idempotencyKey: longest }, { idempotencyKey: undefined }, {}]) {
      await client.boards.create.mutate({ name: 'A' }, { context });
    }
    const keys = send.mock.calls.map(([, request]) => new Headers(request?.headers).get('idempotency-key'));
    expect(keys).toEqual([
      longest,
      ...Array.from({ length: 2 }, () => expect.stringMatching(/^[\da-f]{32}$/)),
    ]);
  });

  it('does not follow a redirect, and names its target', async () => {
    const messageFor = async (response: Response): Promise<string> => {
      send.mockReset().mockResolvedValue(response);
      const error = await catchOf(client.boards.create.mutate({ name: 'A' }));
      expect([isApiError(error), send.mock.calls.length]).toEqual([false, 1]);
      expect(send.mock.calls[0]?.[1]?.redirect).toBe('manual');
      return (error as Error).message;
    };
    const moved = (location: string): Response => responseWith(301, { location });
    expect(await messageFor(moved('https://magpie.example/sub/api/v1/trpc/boards.create'))).toBe(
      'http://magpie.example redirects (301) to https://magpie.example/sub; use that as the url.',
    );
    expect(await messageFor(moved('/sign-in'))).toBe(
      'http://magpie.example redirects (301) to http://magpie.example/sign-in, which is not an API address.',
    );
    const elsewhere = 'http://magpie.example redirects to another address; use that one as the url.';
    expect(await messageFor(moved('https://'))).toBe(elsewhere);
    // As browsers present a redirect.
    const opaque = Object.defineProperties(new Response(), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
    });
    expect(await messageFor(opaque)).toBe(elsewhere);
  });

  it('leaves no listener on the signal of an iteration, and fetches 100 records at a time by default', async () => {
    send.mockImplementation(async (address) => {
      const { cursor = 0 } = JSON.parse(new URL(address as string).searchParams.get('input') ?? '') as {
        cursor?: number;
      };
      const hasMore = cursor < 15;
      const page = { acts: [cursor], total: 15, hasMore, nextCursor: hasMore ? cursor + 1 : null };
      return jsonOf({ result: { data: page } });
    });
    const { signal } = new AbortController();
    for await (const _ of recordsOf(client, 'audit.list', { limit: undefined }, { signal }));
    expect(send).toHaveBeenCalledTimes(16);
    expect(decodeURIComponent(send.mock.calls[0]?.[0] as string)).toContain('"limit":100');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('stops when its signal is aborted', async () => {
    const stop = new AbortController();
    send.mockImplementation(
      (_address, request) =>
        new Promise((_resolve, reject) => {
          request?.signal?.addEventListener('abort', () => reject(request.signal?.reason as Error));
          stop.abort();
        }),
    );
    expect(await catchOf(client.boards.list.query(undefined, { signal: stop.signal }))).toMatchObject({
      cause: { name: 'AbortError' },
    });
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe('retries', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());
  const address = 'https://magpie.example/api';
  /** When each request was sent, in milliseconds. The responses come as listed; the last one repeats. */
  const tries = async (responses: (Response | Error)[], retries = 3, signal?: AbortSignal) => {
    const at: number[] = [];
    const waits: [number, string][] = [];
    const send: typeof fetch = async () => {
      const response = responses[at.push(Date.now()) - 1] ?? responses.at(-1);
      if (response instanceof Response) return response.clone();
      throw response ?? new Error('no response');
    };
    const outcome = sendWithRetries(
      send,
      { retries, timeoutSeconds: 120, onRetry: (...wait) => void waits.push(wait) },
      address,
      signal === undefined ? {} : { signal },
    );
    const settled = outcome.then(
      ({ status }) => status,
      (error: unknown) => error,
    );
    await vi.runAllTimersAsync();
    return { at, outcome: await settled, waits };
  };

  it('waits for the Retry-After, given in seconds or as a date', async () => {
    const date = { 'retry-after': new Date(40_000).toUTCString() };
    const responses = [
      responseWith(429, { 'retry-after': '30' }),
      responseWith(503, date),
      responseWith(200),
    ];
    expect(await tries(responses)).toMatchObject({ at: [0, 30_000, 40_000], outcome: 200 });
  });

  it.each(['2', '2, 2', ' 2 ,7'])('waits two seconds for a Retry-After of %j', async (header) => {
    expect((await tries([responseWith(429, { 'retry-after': header })], 1)).at).toEqual([0, 2000]);
  });

  it.each(['1.5', '-1', 'soon', '', '2001-01-05', 'Sun, what'])(
    'ignores a Retry-After of %j',
    async (header) => {
      const { at } = await tries([responseWith(429, { 'retry-after': header })], 1);
      expect(at[1]).toBeGreaterThanOrEqual(250);
      expect(at[1]).toBeLessThanOrEqual(500);
    },
  );

  it('reports the length and the reason of each wait', async () => {
    const full = (body: string): Response =>
      new Response(body, { status: 503, headers: { 'retry-after': '7' } });
    const responses = [
      full('{"error":{"message":"The disk is full."}}'),
      full('<h1>Busy</h1>'),
      full('null'),
      new TypeError('fetch failed'),
      responseWith(200),
    ];
    expect((await tries(responses, 4)).waits).toEqual([
      [7, 'The disk is full.'],
      [7, 'https://magpie.example responded with status 503.'],
      [7, 'https://magpie.example responded with status 503.'],
      [expect.any(Number), 'https://magpie.example did not respond: fetch failed.'],
    ]);
    expect((await tries([responseWith(200)])).waits).toEqual([]);
  });

  it('stops after the given number of retries and returns the last response', async () => {
    const limited = responseWith(429, { 'retry-after': '1' });
    expect(await tries([limited], 2)).toMatchObject({ at: [0, 1000, 2000], outcome: 429 });
    expect((await tries([limited], 0)).at).toHaveLength(1);
  });

  it.each([
    [60, [0, 60_000]],
    [25, [0, 25_000, 50_000]],
  ])('waits for at most a minute in total, with %d seconds each', async (seconds, at) => {
    expect((await tries([responseWith(503, { 'retry-after': String(seconds) })])).at).toEqual(at);
  });

  it('does not retry permanent failures, nor wait for more than a minute', async () => {
    for (const [status, seconds] of [
      [429, '61'],
      [400, '1'],
      [500, '1'],
    ] as const) {
      expect(await tries([responseWith(status, { 'retry-after': seconds })])).toEqual({
        at: [0],
        outcome: status,
        waits: [],
      });
    }
  });

  it('backs off exponentially while the server does not respond', async () => {
    const { at, outcome } = await tries([new TypeError('fetch failed')]);
    const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(outcome).toMatchObject({ message: 'https://magpie.example did not respond: fetch failed.' });
    expect(waits).toHaveLength(3);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(250 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(500 * 2 ** index);
    }
  });

  it('times out, and does not retry after a timeout', async () => {
    const send = vi.fn<typeof fetch>(
      (_address, request) =>
        new Promise((_resolve, reject) =>
          request?.signal?.addEventListener('abort', () => reject(request.signal?.reason as Error)),
        ),
    );
    const outcome = catchOf(sendWithRetries(send, { retries: 3, timeoutSeconds: 7 }, address, {}));
    await vi.runAllTimersAsync();
    expect(await outcome).toMatchObject({
      message: 'https://magpie.example did not respond within 7 seconds.',
    });
    expect(Date.now()).toBe(7000);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it.each([Infinity, 2 ** 31 / 1000])('accepts a timeout of %d seconds', async (timeoutSeconds) => {
    const send: typeof fetch = (_address, request) =>
      new Promise((resolve) => {
        setTimeout(() => resolve(responseWith(request?.signal?.aborted === true ? 500 : 200)), 100_000);
      });
    const outcome = sendWithRetries(send, { retries: 3, timeoutSeconds }, address, {});
    await vi.runAllTimersAsync();
    expect((await outcome).status).toBe(200);
  });

  it('stops at once when its signal is aborted, also during a wait', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 500);
    const { at, outcome } = await tries([responseWith(429, { 'retry-after': '1' })], 3, stop.signal);
    expect([at.length, (outcome as Error).message]).toEqual([1, 'enough']);
    expect((await tries([new Error('aborted')], 3, stop.signal)).at).toHaveLength(1);
  });
});
