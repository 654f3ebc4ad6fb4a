import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMagpieClient, isRefusal } from '@magpie/client';
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

describe('patience', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());
  const address = 'https://magpie.example/api';
  /** When each request was sent, in milliseconds, while answers come as listed and the last one stays. */
  const tries = async (answers: (Response | Error)[], retries = 3, signal?: AbortSignal) => {
    const at: number[] = [];
    const send: typeof fetch = async () => {
      const answer = answers[at.push(Date.now()) - 1] ?? answers.at(-1);
      if (answer instanceof Response) return answer.clone();
      throw answer ?? new Error('no answer');
    };
    const outcome = sendPatiently(
      send,
      { retries, timeoutSeconds: 120 },
      address,
      signal === undefined ? {} : { signal },
    );
    const settled = outcome.then(
      ({ status }) => status,
      (error: unknown) => error,
    );
    await vi.runAllTimersAsync();
    return { at, outcome: await settled };
  };

  it('waits as long as Retry-After says, as a number or as a date', async () => {
    const date = { 'retry-after': new Date(40_000).toUTCString() };
    const answers = [answered(429, { 'retry-after': '30' }), answered(503, date), answered(200)];
    expect(await tries(answers)).toEqual({ at: [0, 30_000, 40_000], outcome: 200 });
  });

  it('tries no oftener than told, and gives the last answer', async () => {
    const refused = answered(429, { 'retry-after': '1' });
    expect(await tries([refused], 2)).toEqual({ at: [0, 1000, 2000], outcome: 429 });
    expect((await tries([refused], 0)).at).toHaveLength(1);
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

  it('ends at once when its signal is given, while it waits too', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 500);
    const { at, outcome } = await tries([answered(429, { 'retry-after': '1' })], 3, stop.signal);
    expect([at.length, (outcome as Error).message]).toEqual([1, 'enough']);
    expect((await tries([new Error('aborted')], 3, stop.signal)).at).toHaveLength(1);
  });
});
