import { METHODS } from 'node:http';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig, type Config } from '../config/config.ts';
import { createAdIndex, createApp } from '../app.ts';
import { openFiles } from '../integrations/storage/files.ts';
import { createLog } from '../config/log.ts';
import { startHostileTestService, type HostileTestService } from '../testing/hostileService.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { responseProblems } from '../testing/responseProblems.ts';
import { noIndex, type TestService } from '../testing/service.ts';
import type { Wire, WireAnswer } from '../testing/http.ts';

const base = '/api/v1/trpc';
const crlf = '\r\n';

/** Every method that Node parses; it closes the connection of a CONNECT. */
const methods = METHODS.filter((method) => method !== 'CONNECT');

/** Characters of a URL, with a preference for special ones. */
const addressText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '%',
        '%00',
        '%0d%0a',
        '%2e',
        '%2F',
        '%25',
        '%FF',
        '%c3%28',
        '%u0041',
        '..',
        '//',
        '#',
        ';',
        '?',
      ),
      fc.constantFrom(
        '&',
        '=',
        ',',
        'batch=1',
        'input=',
        'input[]=',
        'boards.list',
        'boards.create',
        '__proto__',
        '"',
      ),
      fc.string({ maxLength: 5 }).map((text) => text.replaceAll(/[^!-~]/g, '')),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** Header values that Node's client accepts. */
const headerText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'application/json',
        'Bearer ',
        'charset=',
        'utf-8',
        ';',
        ',',
        '"',
        '=',
        '*/*',
        '\t',
        ' ',
        '\u{ff}',
      ),
      fc.string({ maxLength: 10 }).map((text) => text.replaceAll(/[^\t -~]/g, '')),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('').trim());

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('There is no PostgreSQL to run on.');

describe('hostile requests', () => {
  let attacked: HostileTestService;
  let service: TestService;
  let wire: Wire;
  let authorization: string;
  beforeAll(async () => {
    attacked = await startHostileTestService(lane);
    ({ service, wire } = attacked);
    authorization = `Bearer ${(await service.newcomer()).key}`;
  });
  afterAll(() => attacked.close());

  /** The bytes of a request; the connection ends with the response. */
  const raw = (
    line: string,
    headers: readonly string[] = [`Authorization: ${authorization}`],
    body = '',
  ): string =>
    [`${line} HTTP/1.1`, 'Host: magpie.test', 'Connection: close', ...headers, '', body].join(crlf);
  const keepAlive = (
    line: string,
    headers: readonly string[] = [`Authorization: ${authorization}`],
    body = '',
  ): string => [`${line} HTTP/1.1`, 'Host: magpie.test', ...headers, '', body].join(crlf);
  const goodbye = keepAlive('GET /healthz', ['Connection: close']);
  const only = async (...parts: string[]): Promise<WireAnswer> => {
    const answers = await wire.exchange(...parts);
    expect(answers).toHaveLength(1);
    const [answer] = answers;
    if (answer === undefined) throw new Error('No answer came.');
    return answer;
  };
  const get = async (path: string): Promise<WireAnswer> => only(raw(`GET ${path}`));
  const messageOf = ({ body }: WireAnswer): string =>
    (JSON.parse(body) as { error: { message: string } }).error.message;

  describe('addresses', () => {
    it('401 without a key for everything under /api, by any method', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...methods),
          fc.constantFrom('/api', '/api/', `${base}/`, '/api/ingest'),
          addressText,
          async (method, start, rest) => {
            const answer = await wire.send({ method, path: start === '/api' ? start : `${start}${rest}` });
            expect(answer.status).toBe(401);
            expect(method === 'HEAD' ? [] : responseProblems(answer)).toEqual([]);
          },
        ),
        { numRuns: 300 },
      );
    });

    it('a response or a regular error with a key, whatever follows the base', async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom('GET', 'POST', 'DELETE'), addressText, async (method, rest) => {
          const answer = await wire.send({ method, path: `${base}/${rest}`, headers: { authorization } });
          expect(answer.body.startsWith('[') ? [] : responseProblems(answer)).toEqual([]);
        }),
        { numRuns: 300 },
      );
    });

    it('a regular error outside the API', async () => {
      await fc.assert(
        fc.asyncProperty(addressText, async (rest) => {
          const answer = await wire.send({ method: 'GET', path: `/nothing${rest}` });
          expect(responseProblems(answer)).toEqual([]);
          expect([400, 401, 404]).toContain(answer.status);
        }),
        { numRuns: 50 },
      );
    });

    it.each([
      ['the whole address in the request line', `http://elsewhere${base}/boards.list`],
      ['an encoded letter in the path', '/%61pi/v1/tr%70c/boards.list'],
      ['an encoded letter in the name', `${base}/b%6fards%2Elist`],
    ])('200 for %s', async (_, address) => {
      expect((await get(address)).status).toBe(200);
      expect((await only(raw(`GET ${address}`, []))).status).toBe(401);
    });

    it('400 for an input that is not properly percent-encoded', async () => {
      const answer = await get(`${base}/boards.checkSlugAvailability?input={"slug":"a%20%FF"}`);
      expect(answer.status).toBe(400);
      expect(messageOf(answer)).toBe('The query parameter input is not properly percent-encoded UTF-8.');
    });

    it.each(['batch=1&batch=1', 'batch', 'batch=', 'batch=0', 'batch=true', 'batch=2', 'batch=01'])(
      '400 for ?%s, which is neither a batch nor none',
      async (query) => {
        const answer = await get(`${base}/boards.list?${query}`);
        expect(answer.status).toBe(400);
        expect(responseProblems(answer)).toEqual([]);
      },
    );

    it.each([
      'batch[]=1',
      'BATCH=1',
      'input[]=5',
      'input[a]=5',
      '__proto__=1',
      'constructor=1',
      '=',
      '%00=1',
    ])('400 for ?%s, which would be ignored', async (query) => {
      const answer = await get(`${base}/boards.list?${query}`);
      expect(answer.status).toBe(400);
      expect(responseProblems(answer)).toEqual([]);
    });

    it('200 for ?&&&, which has no parameter', async () =>
      expect((await get(`${base}/boards.list?&&&`)).status).toBe(200));

    it('400 for a batch input whose key is not the index of a call', async () => {
      for (const key of ['00', '01', '1', '-0', '0.0', ' 0', '0x0', '٠']) {
        const json = encodeURIComponent(JSON.stringify({ [key]: {} }));
        const answer = await get(`${base}/boards.list?batch=1&input=${json}`);
        expect([key, answer.status]).toEqual([key, 400]);
        expect(responseProblems(answer)).toEqual([]);
      }
    });

    it('a name from the URL adds no header, no log line, and no control character to the message', async () => {
      const forged = '%0d%0aSet-Cookie:%20a=b%0d%0a%0d%0a{"level":"fatal"}%0a%e2%80%a8%1b[31m';
      const answer = await get(`${base}/${forged}`);
      expect(answer.status).toBe(404);
      expect(responseProblems(answer)).toEqual([]);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(service.logged()).not.toContain('fatal');
    });

    it('a name cut inside a surrogate pair is shown without the half', async () => {
      const answer = await get(`${base}/${encodeURIComponent(`x${'💥'.repeat(150)}`)}`);
      expect(responseProblems(answer)).toEqual([]);
      expect(answer.body).not.toMatch(/\\ud8/);
    });
  });

  describe('methods', () => {
    it.each(methods.filter((method) => !['GET', 'HEAD', 'POST'].includes(method)))(
      '405 for a procedure by %s with a key, 404 for another address of the API',
      async (method) => {
        const answer = await wire.send({ method, path: `${base}/boards.list`, headers: { authorization } });
        expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
        expect(responseProblems(answer)).toEqual([]);
        expect((await wire.send({ method, path: '/api/x', headers: { authorization } })).status).toBe(404);
      },
    );

    it('a CONNECT, which Node closes, is harmless', async () => {
      await wire.abandon(keepAlive('CONNECT magpie.test:443'), 'x');
      for (let times = 0; times < 10; times += 1) await wire.abandon(keepAlive('CONNECT magpie.test:443'));
      expect((await get(`${base}/boards.list`)).status).toBe(200);
    });

    it('400 for a method that does not exist', async () => {
      const answer = await only(raw('FETCH /'));
      expect(answer.status).toBe(400);
      expect(responseProblems(answer)).toEqual([]);
    });
  });

  describe('headers', () => {
    it('401 for anything but a key in Authorization', async () => {
      const scheme = fc.constantFrom('', 'Bearer ', 'bearer', 'Basic ', 'Bearer Bearer ', 'Bearer mgp_');
      await fc.assert(
        fc.asyncProperty(scheme, headerText, async (start, rest) => {
          const headers = { authorization: start + rest };
          const answer = await wire.send({ method: 'GET', path: `${base}/boards.list`, headers });
          expect(answer.status).toBe(401);
          expect(responseProblems(answer)).toEqual([]);
        }),
        { numRuns: 100 },
      );
    });

    it('401 for ten thousand spaces, for a key with a suffix, and for a list of keys', async () => {
      const key = authorization.slice('Bearer '.length);
      for (const value of [
        `Bearer ${' '.repeat(10_000)}!`,
        `Bearer ${key}, x`,
        `Bearer ${key}x`,
        `Bearer ${key} ${key}`,
        key,
      ]) {
        expect((await only(raw(`GET ${base}/boards.list`, [`Authorization: ${value}`]))).status).toBe(401);
      }
    });

    it('only the first Authorization header counts', async () => {
      const both = ['Authorization: Bearer nothing', `Authorization: ${authorization}`];
      expect((await only(raw(`GET ${base}/boards.list`, both))).status).toBe(401);
    });

    it('a response or a regular error whatever the other headers', async () => {
      const name = fc.constantFrom(
        'content-type',
        'idempotency-key',
        'accept',
        'content-encoding',
        'accept-version',
        'origin',
        'x-forwarded-for',
        'forwarded',
        'x-http-method-override',
        'cookie',
        'range',
        'if-none-match',
        'te',
        'x-request-id',
      );
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(name, headerText), { maxLength: 4 }), async (pairs) => {
          const headers = { 'content-type': 'application/json', ...Object.fromEntries(pairs), authorization };
          const answer = await wire.send({
            method: 'POST',
            path: `${base}/boards.create`,
            headers,
            body: '{"name":1}',
          });
          expect(responseProblems(answer)).toEqual([]);
          expect([400, 415]).toContain(answer.status);
        }),
        { numRuns: 200 },
      );
    });

    it.each([
      ['empty', ['Idempotency-Key:']],
      ['too long', [`Idempotency-Key: ${'k'.repeat(256)}`]],
      ['given twice', ['Idempotency-Key: a', 'Idempotency-Key: b']],
    ])('400 for an Idempotency-Key that is %s', async (_, headers) => {
      const all = [
        `Authorization: ${authorization}`,
        'Content-Type: application/json',
        'Content-Length: 12',
        ...headers,
      ];
      const answer = await only(raw(`POST ${base}/boards.create`, all, '{"name":"x"}'));
      expect(answer.status).toBe(400);
      expect(messageOf(answer)).toBe(
        'The header Idempotency-Key must be given once, with 1 to 255 characters.',
      );
    });

    it('400 for a request without Host, 401 when it has no key either', async () => {
      const bare = (headers: string): string =>
        `GET ${base}/boards.list HTTP/1.1\r\nConnection: close\r\n${headers}\r\n`;
      const answer = await only(bare(`Authorization: ${authorization}\r\n`));
      expect(answer.status).toBe(400);
      expect(responseProblems(answer)).toEqual([]);
      expect((await only(bare(''))).status).toBe(401);
    });

    it('400 for two Host headers, also on public routes', async () => {
      for (const address of [`${base}/boards.list`, '/healthz', '/nowhere']) {
        for (const host of ['magpie.test', 'elsewhere.test']) {
          const answer = await only(
            raw(`GET ${address}`, [`Authorization: ${authorization}`, `hOST: ${host}`]),
          );
          expect([address, answer.status, messageOf(answer)]).toEqual([
            address,
            400,
            'The request has two Host headers; send one.',
          ]);
        }
      }
    });

    it('200 for any Expect header, and for an unsupported upgrade', async () => {
      const key = `Authorization: ${authorization}`;
      expect((await only(raw(`GET ${base}/boards.list`, [key, 'Expect: the-unexpected']))).status).toBe(200);
      const upgrade = ['Connection: Upgrade, close', 'Upgrade: h2c', key];
      expect((await only(keepAlive(`GET ${base}/boards.list`, upgrade))).status).toBe(200);
    });
  });

  describe('framing', () => {
    const post = ['Content-Type: application/json'];
    const keyed = (...headers: string[]): string[] => [
      `Authorization: ${authorization}`,
      ...post,
      ...headers,
    ];

    it.each([
      ['both lengths', ['Content-Length: 2', 'Transfer-Encoding: chunked'], `0${crlf}${crlf}`],
      ['two lengths', ['Content-Length: 2', 'Content-Length: 3'], '{} '],
      ['a list of lengths', ['Content-Length: 2, 2'], '{}'],
      ['a signed length', ['Content-Length: +2'], '{}'],
      ['a hexadecimal length', ['Content-Length: 0x2'], '{}'],
      ['a length past all numbers', ['Content-Length: 99999999999999999999999'], '{}'],
      ['a coding that ends unchunked', ['Transfer-Encoding: chunked, identity'], `0${crlf}${crlf}`],
      ['an unknown coding', ['Transfer-Encoding: xchunked'], `0${crlf}${crlf}`],
      ['a coding behind a tab', ['Transfer-Encoding:\tchunked\u{b}'], `0${crlf}${crlf}`],
      ['a blank before the colon', ['Content-Length : 2'], '{}'],
      ['a folded header', ['X-A: b', ' Content-Length: 2'], '{}'],
      ['a bare line feed', ['X-A: b\nContent-Length: 2'], '{}'],
      ['a NUL in a header', ['X-A: \0'], ''],
      ['a chunk that is no number', ['Transfer-Encoding: chunked'], `zz${crlf}{}${crlf}0${crlf}${crlf}`],
      ['a negative chunk', ['Transfer-Encoding: chunked'], `-2${crlf}{}${crlf}0${crlf}${crlf}`],
      ['a chunk longer than it says', ['Transfer-Encoding: chunked'], `1${crlf}{}${crlf}0${crlf}${crlf}`],
      ['a chunk past all numbers', ['Transfer-Encoding: chunked'], `fffffffffffffffff${crlf}{}${crlf}`],
    ])('one 400 for %s, and a request hidden after it is not read', async (_, headers, body) => {
      const answer = await only(keepAlive(`POST ${base}/boards.create`, keyed(...headers), body + goodbye));
      expect(answer.status).toBe(400);
      expect(responseProblems(answer)).toEqual([]);
    });

    it('400 for bytes that are not HTTP', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
          const end = Buffer.from(`${crlf}${crlf}\u{1}${crlf}${crlf}`);
          const answers = await wire.exchange(Buffer.concat([bytes, end]));
          expect(answers.map(({ status }) => status)).toEqual([400]);
          expect(answers.flatMap(responseProblems)).toEqual([]);
        }),
        { numRuns: 60 },
      );
    });

    it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PROPFIND'])(
      'the body of a %s is not taken for the next request',
      async (method) => {
        const length = `Content-Length: ${goodbye.length}`;
        const hidden = keepAlive(`${method} ${base}/boards.list`, keyed(length), goodbye);
        expect((await only(hidden.replace('Host:', `Connection: close${crlf}Host:`))).status).toBeLessThan(
          500,
        );
        const chunked = `${goodbye.length.toString(16)}${crlf}${goodbye}${crlf}0${crlf}${crlf}`;
        const alsoHidden = keepAlive(
          `${method} ${base}/boards.list`,
          keyed('Connection: close', 'Transfer-Encoding: chunked'),
          chunked,
        );
        expect((await only(alsoHidden)).status).toBeLessThan(500);
      },
    );

    it('bytes after Content-Length are the next request, with a separate response', async () => {
      const mutation = keepAlive(
        `POST ${base}/boards.create`,
        keyed('Content-Length: 16'),
        '{"name":"first"}',
      );
      const [first, ...rest] = await wire.exchange(`${mutation}garbage behind it${crlf}${crlf}`);
      expect(first?.status).toBe(200);
      expect(rest.filter(({ status }) => status !== 400)).toEqual([]);
      const both = await wire.exchange(mutation + goodbye);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
    });

    it('one response to a client whose body is malformed after a 401', async () => {
      const head = keepAlive(`POST ${base}/boards.create`, [...post, 'Transfer-Encoding: chunked']);
      const answer = await only(head, `zz${crlf}`);
      expect(answer.status).toBe(401);
    });

    it('a disconnect during a body is logged, not a failure', async () => {
      const head = keepAlive(
        `POST ${base}/boards.create`,
        keyed('Content-Length: 100', 'Expect: 100-continue'),
      );
      await wire.abandon(head, '{"name":');
      await vi.waitFor(() => expect(service.logged()).toContain('"aborted":true'));
      expect(service.logged()).not.toContain('"level":"error"');
    });
  });

  it('afterwards it responds, no transaction is open, and there were no unhandled errors', async () => {
    expect(await attacked.problems()).toEqual([]);
  });
});

describe('hostile clients and proxies', () => {
  const started: { close(): Promise<unknown> }[] = [];
  afterAll(async () => {
    for (const running of started.toReversed()) await running.close();
  });
  const startWith = async (changes: Partial<Config>): Promise<HostileTestService> => {
    const attacked = await startHostileTestService(lane, changes);
    started.push(attacked);
    return attacked;
  };

  it('401, then 429, for guessed keys; a valid key still works', async () => {
    const { service, wire } = await startWith({ authFailureLimit: 5 });
    const statuses: number[] = [];
    for (let guess = 0; guess < 8; guess += 1) {
      const answer = await wire.send({
        method: 'GET',
        path: '/api/x',
        headers: { authorization: `Bearer guess${guess}` },
      });
      expect(responseProblems(answer)).toEqual([]);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect((await service.owner.get('boards.list')).status).toBe(200);
  });

  it('a preflight gets a regular response, and no CORS permission', async () => {
    const { wire } = await startWith({ corsOrigins: ['https://app.example'] });
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
    const preflight = await wire.send({ method: 'OPTIONS', path: `${base}/boards.create`, headers });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://app.example',
    ]);
    expect(preflight.headers['x-request-id']).toBeDefined();
    const plain = await wire.send({ method: 'OPTIONS', path: `${base}/boards.create` });
    expect([plain.status, plain.body, plain.headers['access-control-allow-origin']]).toEqual([
      204,
      '',
      undefined,
    ]);
    expect((await wire.send({ method: 'POST', path: `${base}/boards.create`, headers })).status).toBe(401);
  });

  it('protocol and host of a proxy are not written into the page', async () => {
    const { wire } = await startWith({ trustProxy: ['127.0.0.1'] });
    const page = async (headers: Record<string, string>): Promise<string> =>
      (await wire.send({ method: 'GET', path: '/', headers })).body;
    expect(await page({ 'x-forwarded-proto': 'https' })).toContain('https://127.0.0.1');
    expect(await page({ 'x-forwarded-proto': '"><script>' })).not.toContain('<script>');
    expect(await page({ 'x-forwarded-host': 'x"><script>' })).not.toContain('<script>');
    const [old] = await wire.exchange(`GET / HTTP/1.0${crlf}${crlf}`);
    expect(old?.body).not.toContain('undefined');
  });

  it('the service stops although rejected clients neither read nor disconnect', async () => {
    const attacked = await startHostileTestService(lane);
    const { wire } = attacked;
    const clinging = [await wire.cling(`GARBAGE${crlf}${crlf}`)];
    await attacked.close();
    for (const connection of clinging) connection.release();
    expect(clinging).toHaveLength(1);
  });

  it('408 for a body that does not arrive within five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { service, wire } = await startWith({});
      const key = `Authorization: Bearer ${service.owner.key}${crlf}Content-Type: application/json`;
      const head = `POST ${base}/boards.create HTTP/1.1${crlf}Host: magpie.test${crlf}${key}${crlf}Content-Length: 100`;
      const answered = wire.exchange(`${head}${crlf}${crlf}{"name":`);
      const hurrying = setInterval(() => vi.advanceTimersByTime(300_000), 50);
      const [answer] = await answered.finally(() => clearInterval(hurrying));
      expect([answer?.status, answer?.body]).toEqual([
        408,
        expect.stringContaining('did not arrive in time'),
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('408 for headers that never end', async () => {
    const { service } = await startWith({});
    const config = readConfig({});
    const app = await createApp({
      log: createLog('silent'),
      db: service.db,
      clickhouse: noIndex,
      redis: null,
      config,
      index: createAdIndex(noIndex, service.db, config),
      files: openFiles(config),
      makers: [],
    });
    started.push(app);
    expect(app.server.headersTimeout).toBeGreaterThan(0);
  });
});
