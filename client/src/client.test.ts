import { getEventListeners, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMagpieClient, isRefusal, recordsOf } from '@magpie/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresLanes } from '../../server/src/testing/postgres.ts';
import { startService, type TestService } from '../../server/src/testing/service.ts';
import { sendPatiently } from './patience.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

let service: TestService;
beforeAll(async () => {
  service = await startService(lane);
});
afterAll(() => service.close());

const answered = (status: number, headers: Record<string, string> = {}): Response =>
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

describe('a client beside the real service', () => {
  it('makes a board once although its answer was lost on the way, and asks again for what a proxy could not reach', async () => {
    const { key } = await service.newcomer();
    const sent: string[] = [];
    const unreliable: typeof fetch = async (address, request) => {
      sent.push(`${request?.method} ${new URL(address as string).pathname.split('/').at(-1)}`);
      const answer = await fetch(address, request);
      if (sent.length === 1) throw new TypeError('fetch failed', { cause: new Error('socket hang up') });
      return sent.length === 3 ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : answer;
    };
    const client = createMagpieClient({ url: `${service.base}/`, key, fetch: unreliable });
    const { id } = await client.boards.create.mutate({ name: 'Once' });
    expect((await client.boards.list.query()).map((board) => board.id)).toEqual([id]);
    expect(sent).toEqual(['POST boards.create', 'POST boards.create', 'GET boards.list', 'GET boards.list']);
  });

  it('two calls are two boards, and one with the key of another is the first again', async () => {
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

  it('a refusal has its code, status, path and issues, and is not asked for again', async () => {
    const count = vi.fn<typeof fetch>((...request) => fetch(...request));
    const client = createMagpieClient({ url: service.address, key: service.owner.key, fetch: count });
    // @ts-expect-error -- a field that does not exist
    const error = await catchOf(client.boards.create.mutate({ nmae: 'x' }));
    if (!isRefusal(error)) throw new Error('this was refused');
    expect([error.data.code, error.data.httpStatus, error.data.path]).toEqual([
      'BAD_REQUEST',
      400,
      'boards.create',
    ]);
    expect(error.data.issues?.[0]).toMatchObject({ path: 'nmae' });
    expect(count).toHaveBeenCalledTimes(1);
  });

  it('a query too long for an address is sent in a body', async () => {
    const { key } = await service.newcomer();
    const count = vi.fn<typeof fetch>((...request) => fetch(...request));
    const client = createMagpieClient({ url: service.address, key, fetch: count });
    const companyNames = Array.from({ length: 100 }, (_, at) => `${at} ${'ü'.repeat(190)}`);
    expect((await client.ads.list.query({ companyNames })).total).toBe(0);
    expect(count.mock.calls[0]?.[1]?.method).toBe('POST');
  });

  it('tells a server that is not there, and one that is no Magpie, in a sentence', async () => {
    const other = createServer((_request, response) => void response.writeHead(404).end('<h1>Hello</h1>'));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const client = createMagpieClient({ url, key: 'k', retries: 0 });
    const page = await catchOf(client.boards.list.query());
    await closed(other);
    const nobody = await catchOf(client.boards.list.query());
    expect([isRefusal(page), isRefusal(nobody)]).toEqual([false, false]);
    expect(page).toMatchObject({
      message: `${url} answered 404 with something that is not JSON; it seems to be no Magpie.`,
    });
    expect((nobody as Error).message).toContain(`No answer came from ${url}: connect ECONNREFUSED`);
  });
});

it.each([
  ['magpie.example', 'k', 'is an http or https address'],
  ['http://ann:secret@magpie.example', 'k', 'without a user'],
  ['http://magpie.example/?a=1', 'k', 'a query'],
  ['http://magpie.example/#a', 'k', 'a fragment'],
  ['http://magpie.example', 'mgp_…', 'is an API key'],
  ['http://magpie.example', 'a\nb', 'is an API key'],
  ['http://magpie.example', '', 'is an API key'],
])('a client for %j with the key %j is refused at once', (url, key, problem) => {
  expect(() => createMagpieClient({ url, key })).toThrow(problem);
});

it.each([
  'http://magpie.example',
  ' http://magpie.example ',
  'http://magpie.example/?',
  'http://magpie.example/#',
  'http://magpie.example/api/v1/trpc/',
])('a client for %j asks that site', async (url) => {
  const send = vi.fn<typeof fetch>(async () => jsonOf({ result: { data: [] } }));
  await createMagpieClient({ url, key: 'k', fetch: send }).boards.list.query();
  expect(send.mock.calls[0]?.[0]).toBe('http://magpie.example/api/v1/trpc/boards.list');
});

it.each([Number.NaN, 0, -1])('a client that waits %d seconds for an answer is refused at once', (seconds) => {
  expect(() =>
    createMagpieClient({ url: 'http://magpie.example', key: 'k', timeoutSeconds: seconds }),
  ).toThrow('timeoutSeconds is a number above 0');
});

describe('a call to a server that answers at once', () => {
  const url = 'http://magpie.example';
  const send = vi.fn<typeof fetch>();
  beforeEach(() => void send.mockReset());
  const client = createMagpieClient({ url, key: 'k', fetch: send });

  it.each([
    [{ idempotencyKey: 'size 7 €' }, 'An idempotencyKey is text of 1 to 255 printable ASCII characters'],
    [{ idempotencyKey: 'a\nb' }, 'An idempotencyKey is text'],
    [{ idempotencyKey: ' ' }, 'An idempotencyKey is text'],
    [{ idempotencyKey: '' }, 'An idempotencyKey is text'],
    [{ idempotencyKey: 'k'.repeat(256) }, 'An idempotencyKey is text'],
    [{ idempotencyKey: 7 }, 'An idempotencyKey is text'],
    [{ idempotencykey: 'mine' }, 'has an idempotencyKey and nothing else, not idempotencykey.'],
  ])('is not sent with the context %j', async (context, problem) => {
    const error = await catchOf(client.boards.create.mutate({ name: 'A' }, { context }));
    expect((error as Error).message).toContain(problem);
    expect(send).not.toHaveBeenCalled();
  });

  it('has the key of its context, of 255 characters too, or one of its own', async () => {
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

  it('follows no redirect, and tells where it leads', async () => {
    const told = async (answer: Response): Promise<string> => {
      send.mockReset().mockResolvedValue(answer);
      const error = await catchOf(client.boards.create.mutate({ name: 'A' }));
      expect([isRefusal(error), send.mock.calls.length]).toEqual([false, 1]);
      expect(send.mock.calls[0]?.[1]?.redirect).toBe('manual');
      return (error as Error).message;
    };
    const moved = (location: string): Response => answered(301, { location });
    expect(await told(moved('https://magpie.example/sub/api/v1/trpc/boards.create'))).toBe(
      'http://magpie.example answered 301 and leads to https://magpie.example/sub; give that as the url.',
    );
    expect(await told(moved('/sign-in'))).toBe(
      'http://magpie.example answered 301 and leads to http://magpie.example/sign-in, which is no address of the API.',
    );
    const elsewhere = 'http://magpie.example leads to another address; give that one as the url.';
    expect(await told(moved('https://'))).toBe(elsewhere);
    // As a browser tells of one.
    const opaque = Object.defineProperties(new Response(), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
    });
    expect(await told(opaque)).toBe(elsewhere);
  });

  it('of a long walk leaves nothing on its signal, and asks for a hundred at once although told an undefined limit', async () => {
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

  it('ends when its signal is given', async () => {
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

describe('patience', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());
  const address = 'https://magpie.example/api';
  /** When each request was sent, in milliseconds, while answers come as listed and the last one stays. */
  const tries = async (answers: (Response | Error)[], retries = 3, signal?: AbortSignal) => {
    const at: number[] = [];
    const waits: [number, string][] = [];
    const send: typeof fetch = async () => {
      const answer = answers[at.push(Date.now()) - 1] ?? answers.at(-1);
      if (answer instanceof Response) return answer.clone();
      throw answer ?? new Error('no answer');
    };
    const outcome = sendPatiently(
      send,
      { retries, timeoutSeconds: 120, onWait: (...wait) => void waits.push(wait) },
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

  it('waits as long as Retry-After says, as a number or as a date', async () => {
    const date = { 'retry-after': new Date(40_000).toUTCString() };
    const answers = [answered(429, { 'retry-after': '30' }), answered(503, date), answered(200)];
    expect(await tries(answers)).toMatchObject({ at: [0, 30_000, 40_000], outcome: 200 });
  });

  it.each(['2', '2, 2', ' 2 ,7'])('waits two seconds for a Retry-After of %j', async (header) => {
    expect((await tries([answered(429, { 'retry-after': header })], 1)).at).toEqual([0, 2000]);
  });

  it.each(['1.5', '-1', 'soon', '', '2001-01-05', 'Sun, what'])(
    'a Retry-After of %j is none',
    async (header) => {
      const { at } = await tries([answered(429, { 'retry-after': header })], 1);
      expect(at[1]).toBeGreaterThanOrEqual(250);
      expect(at[1]).toBeLessThanOrEqual(500);
    },
  );

  it('tells of each wait how long it is and why', async () => {
    const full = (body: string): Response =>
      new Response(body, { status: 503, headers: { 'retry-after': '7' } });
    const answers = [
      full('{"error":{"message":"The disk is full."}}'),
      full('<h1>Busy</h1>'),
      full('null'),
      new TypeError('fetch failed'),
      answered(200),
    ];
    expect((await tries(answers, 4)).waits).toEqual([
      [7, 'The disk is full.'],
      [7, 'https://magpie.example answered 503.'],
      [7, 'https://magpie.example answered 503.'],
      [expect.any(Number), 'No answer came from https://magpie.example: fetch failed.'],
    ]);
    expect((await tries([answered(200)])).waits).toEqual([]);
  });

  it('tries no oftener than told, and gives the last answer', async () => {
    const refused = answered(429, { 'retry-after': '1' });
    expect(await tries([refused], 2)).toMatchObject({ at: [0, 1000, 2000], outcome: 429 });
    expect((await tries([refused], 0)).at).toHaveLength(1);
  });

  it.each([
    [60, [0, 60_000]],
    [25, [0, 25_000, 50_000]],
  ])('waits for a minute in all, %d seconds at once', async (seconds, at) => {
    expect((await tries([answered(503, { 'retry-after': String(seconds) })])).at).toEqual(at);
  });

  it('does not wait for longer than a minute, nor for what will not change', async () => {
    for (const [status, seconds] of [
      [429, '61'],
      [400, '1'],
      [500, '1'],
    ] as const) {
      expect(await tries([answered(status, { 'retry-after': seconds })])).toEqual({
        at: [0],
        outcome: status,
        waits: [],
      });
    }
  });

  it('waits longer each time for a server that does not answer', async () => {
    const { at, outcome } = await tries([new TypeError('fetch failed')]);
    const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(outcome).toMatchObject({ message: 'No answer came from https://magpie.example: fetch failed.' });
    expect(waits).toHaveLength(3);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(250 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(500 * 2 ** index);
    }
  });

  it('does not wait for ever for an answer, nor asks again who let it wait', async () => {
    const send = vi.fn<typeof fetch>(
      (_address, request) =>
        new Promise((_resolve, reject) =>
          request?.signal?.addEventListener('abort', () => reject(request.signal?.reason as Error)),
        ),
    );
    const outcome = catchOf(sendPatiently(send, { retries: 3, timeoutSeconds: 7 }, address, {}));
    await vi.runAllTimersAsync();
    expect(await outcome).toMatchObject({
      message: 'No answer came from https://magpie.example within 7 seconds.',
    });
    expect(Date.now()).toBe(7000);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it.each([Infinity, 2 ** 31 / 1000])('waits for an answer for %d seconds', async (timeoutSeconds) => {
    const send: typeof fetch = (_address, request) =>
      new Promise((resolve) => {
        setTimeout(() => resolve(answered(request?.signal?.aborted === true ? 500 : 200)), 100_000);
      });
    const outcome = sendPatiently(send, { retries: 3, timeoutSeconds }, address, {});
    await vi.runAllTimersAsync();
    expect((await outcome).status).toBe(200);
  });

  it('ends at once when its signal is given, while it waits too', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 500);
    const { at, outcome } = await tries([answered(429, { 'retry-after': '1' })], 3, stop.signal);
    expect([at.length, (outcome as Error).message]).toEqual([1, 'enough']);
    expect((await tries([new Error('aborted')], 3, stop.signal)).at).toHaveLength(1);
  });
});
