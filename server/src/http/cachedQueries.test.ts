import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { contract } from '@magpie/contract';
import { procedureBase } from '@magpie/contract/limits';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../config/log.ts';
import { metrics } from '../config/metrics.ts';
import { setEncoded } from '../rpc/encodedCache.ts';
import { bindProcedures, type Caller } from '../rpc/procedure.ts';
import { memoryCache, type ResponseCache } from '../rpc/responseCache.ts';
import { readConfig } from '../config/config.ts';
import { memoryLimiter, readLimits } from '../rpc/rateLimit/rateLimit.ts';
import { serveCachedQueries } from './cachedQueries.ts';

const trending = `${procedureBase}/trending.topTagsByEngagement?input=%7B%22windowDays%22%3A30%7D`;
const research = `${procedureBase}/brandSpy.getHeadlines?input=%7B%22companyName%22%3A%22Acme%22%7D`;
const body = JSON.stringify({ result: { data: 'é'.repeat(2000) } });

/** Requests that are passed on get the status 299. */
describe('a query by GET with an API key', () => {
  let server: http.Server;
  let cache: ResponseCache;
  let indexCache: ResponseCache;
  let lines: string[];
  let recording: number;
  const callers: Readonly<Record<string, Caller>> = Object.fromEntries(
    [
      ['reader', ['read']],
      ['writer', ['write']],
    ].map(([userId, scopes]) => [
      userId,
      {
        userId: String(userId),
        isOwner: false,
        scopes: new Set(scopes) as Caller['scopes'],
        credential: { id: '', secret: '' },
      },
    ]),
  );

  beforeEach(async () => {
    [cache, indexCache] = [memoryCache(), memoryCache()];
    [lines, recording] = [[], 1];
    const day = Math.floor(Date.now() / 86_400_000);
    await setEncoded(cache, trending, body, 'identity', 60);
    await setEncoded(indexCache, `${day} 1 ${research}`, body, 'br', 60);
    const log = createLog('debug', { write: (line) => void lines.push(line) });
    const services = {
      procedures: bindProcedures(contract),
      db: {} as never,
      limiter: memoryLimiter({}),
      limits: { ...readLimits(readConfig({})), trending: { name: 'trending', quota: 2, windowSeconds: 60 } },
      cache,
      indexCache,
      newestRecording: () => recording,
      diskSpace: { enough: () => Promise.resolve(true) },
      log,
    };
    const next: http.RequestListener = (_request, response) => void response.writeHead(299).end();
    const apiKeys = { knownCaller: (key: string) => callers[key] };
    server = http.createServer({ requireHostHeader: false }, serveCachedQueries({ services, apiKeys }, next));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = async (path: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET') => {
    const { port } = server.address() as AddressInfo;
    const request = http.request({ host: '127.0.0.1', port, path, method, headers: { ...key, ...headers } });
    const [response] = (await once(request.end(), 'response')) as [http.IncomingMessage];
    const chunks = await response.toArray();
    return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
  };
  const key = { authorization: 'Bearer reader' };

  it('gets the cached response with all headers, a log line and metrics', async () => {
    const before = await metrics.getSingleMetricAsString('magpie_requests_total');
    const { status, headers, bytes } = await send(trending);
    expect([status, bytes.toString()]).toEqual([200, body]);
    expect(headers).toEqual({
      'x-request-id': expect.stringMatching(/^\w+-\w{6}$/) as string,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Encoding',
      'content-length': String(Buffer.byteLength(body)),
      'ratelimit-policy': '"trending";q=2;w=60',
      ratelimit: '"trending";r=1;t=60',
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/) as string,
      'x-cache': 'HIT',
      age: '0',
      date: expect.any(String) as string,
      connection: 'keep-alive',
      'keep-alive': 'timeout=5',
    });
    await expect.poll(() => lines.length).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'debug',
      requestId: headers['x-request-id'],
      method: 'GET',
      route: `${procedureBase}/*`,
      procedure: 'trending.topTagsByEngagement',
      status: 200,
      milliseconds: expect.any(Number) as number,
      userId: 'reader',
      msg: 'request',
    });
    expect(await metrics.getSingleMetricAsString('magpie_requests_total')).not.toBe(before);
  });

  it('gets the encoding that it accepts, and no age if the response is valid until ads are recorded', async () => {
    const { status, headers, bytes } = await send(research, { 'accept-encoding': 'br' });
    expect([status, headers['content-encoding'], headers.age]).toEqual([200, 'br', undefined]);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect((await send(research)).bytes.toString()).toBe(body);
  });

  it.each([
    ['another method', trending, {}, 'POST'],
    ['HEAD', trending, {}, 'HEAD'],
    ['another input', `${trending}%20`, {}, 'GET'],
    ['another procedure', `${procedureBase}/notifications.unreadCount`, {}, 'GET'],
    ['an unknown key', trending, { authorization: 'Bearer nobody' }, 'GET'],
    ['a key without the scope', trending, { authorization: 'Bearer writer' }, 'GET'],
    ['no key', trending, { authorization: 'Basic reader' }, 'GET'],
    ['an Idempotency-Key, which must be checked', trending, { 'idempotency-key': 'x' }, 'GET'],
  ])('is passed on with %s', async (_, path, headers, method) => {
    expect((await send(path, headers as http.OutgoingHttpHeaders, method)).status).toBe(299);
    expect(lines).toEqual([]);
  });

  it('is passed on with two Host headers', async () => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    const hosts = 'Host: a.example\r\nHost: b.example\r\n';
    socket.end(`GET ${trending} HTTP/1.1\r\n${hosts}Authorization: Bearer reader\r\n\r\n`);
    expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1\.1 299 /);
  });

  it('is passed on after a recording, and beyond the limit', async () => {
    recording = 2;
    expect((await send(research)).status).toBe(299);
    const statuses = [await send(trending), await send(trending), await send(trending)];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 299]);
  });
});
