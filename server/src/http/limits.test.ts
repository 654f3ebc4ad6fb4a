import { contract } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryCache } from '../rpc/responseCache.ts';
import { readConfig } from '../config/config.ts';
import { readLimits, memoryLimiter } from '../rpc/rateLimit/rateLimit.ts';
import { createLog } from '../config/log.ts';
import { bindProcedures, type Caller } from '../rpc/procedure.ts';
import { noSignIn } from '../testing/noSignIn.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';
import { createHttpServer } from './server.ts';
import type { FastifyInstance, LightMyRequestResponse as InjectResponse } from 'fastify';
import type { PostgresEngine } from '../db/postgres/postgres.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

const notHere = (): Promise<never> => Promise.reject(new Error('This test has no index.'));

describe('rate limits', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane, { readLimit: 5, writeLimit: 3 });
  });
  afterAll(() => service.close());

  it('429 beyond the quota of a class, with headers; other classes and people are not affected', async () => {
    const ann = await service.newcomer();
    const replies = [];
    for (let count = 0; count < 6; count += 1) replies.push(await ann.get('boards.list'));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 429]);
    const [first, last] = [replies[0]?.headers, replies[5]?.headers];
    expect(first?.get('ratelimit-policy')).toBe('"read";q=5;w=60');
    expect(first?.get('ratelimit')).toBe('"read";r=4;t=60');
    expect(first?.get('x-ratelimit-limit')).toBe('5');
    expect(first?.get('x-ratelimit-remaining')).toBe('4');
    expect(first?.get('retry-after')).toBeNull();
    expect(last?.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(last?.get('retry-after'))).toBeGreaterThan(0);
    expect(replies[5]?.error).toMatchObject({
      code: -32029,
      message: expect.stringMatching(/wait \d+ seconds/),
    });
    expect((await ann.post('boards.create', { name: 'x' })).status).toBe(200);
    expect((await (await service.newcomer()).get('boards.list')).status).toBe(200);
  });

  it('two keys of one person share one quota', async () => {
    const ann = await service.newcomer();
    const second = service.clientWith((await ann.post('apiKeys.create')).data.key);
    for (let count = 0; count < 5; count += 1) await ann.get('boards.list');
    expect((await second.get('boards.list')).status).toBe(429);
  });

  it('failed calls count: 400 and 403 as much as 200', async () => {
    const ann = await service.newcomer();
    for (let count = 0; count < 3; count += 1) expect((await ann.post('boards.create', {})).status).toBe(400);
    expect((await ann.post('boards.create', { name: 'x' })).status).toBe(429);
  });

  it('unknown procedures count as reads; calls by a wrong method count too', async () => {
    const ann = await service.newcomer();
    for (let count = 0; count < 5; count += 1) expect((await ann.get('boards.lst')).status).toBe(404);
    expect((await ann.get('boards.lst')).status).toBe(429);
    for (let count = 0; count < 3; count += 1) expect((await ann.get('boards.create')).status).toBe(405);
    expect((await ann.get('boards.create')).status).toBe(429);
  });

  it('each call of a batch counts', async () => {
    const ann = await service.newcomer();
    const names = Array.from({ length: 7 }, () => 'boards.list').join(',');
    const response = await fetch(`${service.base}/${names}?batch=1`, {
      headers: { authorization: `Bearer ${ann.key}` },
    });
    const answers = (await response.json()) as { error?: unknown }[];
    expect(response.status).toBe(207);
    expect(answers.map((answer) => answer.error === undefined)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('trending has 60 in 60 seconds, whatever is configured', async () => {
    const reply = await (await service.newcomer()).get('trending.topAdvertisers', { windowDays: 7 });
    expect(reply.headers.get('ratelimit-policy')).toBe('"trending";q=60;w=60');
  });
});

describe('the response cache', () => {
  let app: FastifyInstance;
  let db: PostgresEngine;
  let answers = 0;
  let failing = false;
  let engine = (): Promise<void> => Promise.resolve();
  let loading = false;
  let damaged = false;
  beforeAll(async () => {
    db = await freshDatabase(lane);
    const rule = { name: 'trending', quota: 10_000, windowSeconds: 60 };
    const procedures = bindProcedures(contract, {
      trending: {
        topTagsByEngagement: ({ input: { windowDays, country, platform } }) => {
          if (failing) throw new Error('the engine is away');
          answers += 1;
          const tag = {
            tagDefinitionId: answers,
            category: 'emotion',
            shortText: 'joy',
            totalEngagement: 3,
            adCount: 1,
            avgEngagementPerAd: 3,
            momentum: {
              state: 'notKnown' as const,
              adCountBefore: null,
              shareChange: null,
              now: { launches: 1, launchesPerDay: 1 / 7 },
              before: null,
              usual: null,
              evidence: { kind: 'measured' as const, ads: 1, notUsed: 0 },
            },
          };
          const coverage = { libraries: [], countries: [], ceilings: [] };
          return { windowDays, country: country ?? null, platform: platform ?? null, coverage, tags: [tag] };
        },
      },
    });
    const callerOf = (key: string): Caller | undefined => {
      const credential = { id: 'k', secret: key };
      return key === 'right'
        ? { userId: 'u', isOwner: false, scopes: new Set(['read']), credential }
        : undefined;
    };
    app = await createHttpServer({
      services: {
        procedures,
        db,
        limiter: memoryLimiter({}),
        cache: memoryCache({}),
        indexCache: memoryCache({}),
        newestRecording: () => 1,
        diskSpace: { enough: () => Promise.resolve(true) },
        log: createLog('silent'),
        limits: {
          ...readLimits({ ...readConfig({}), authFailureLimit: 1000 }),
          trending: rule,
          read: rule,
          write: rule,
        },
      },
      apiKeyAuth: { callerOf, knownCaller: callerOf },
      config: { publicUrl: null, trustProxy: false, corsOrigins: ['https://app.example.com'] },
      readGauges: () => Promise.resolve(),
      readiness: {
        checks: { engine: () => engine() },
        hasDiskSpace: () => Promise.resolve(true),
        isLoading: () => loading,
        isIndexDamaged: async () => damaged,
      },
      catalog: { recordAds: notHere, endImport: notHere, optimize: notHere },
      inbox: { subscribe: () => () => undefined },
      exportCsv: () => {
        throw new Error('This test exports nothing.');
      },
      accountExport: { personOf: () => Promise.resolve(null), write: notHere },
      nameOfAdvertiser: () => Promise.resolve(null),
      publicBoards: { contentSecurityPolicy: '', find: () => Promise.resolve(null), noticeHtml: () => '' },
      publicReports: { contentSecurityPolicy: '', find: () => Promise.resolve(null), noticeHtml: () => '' },
      ...noSignIn,
      openCreatives: notHere,
      openPicture: () => Promise.resolve(null),
      openLinked: () => Promise.resolve(null),
      log: createLog('silent'),
    });
  });
  afterAll(async () => {
    await app.close();
    await db.close();
  });

  const path = '/api/v1/trpc/trending.topTagsByEngagement';
  const get = (input: string, key = 'right'): Promise<InjectResponse> =>
    app.inject({
      url: `${path}?input=${encodeURIComponent(input)}`,
      headers: { authorization: `Bearer ${key}` },
    });

  it('MISS then HIT with the same bytes for the same URL; another URL has another entry', async () => {
    const [first, again] = [await get('{"windowDays":7}'), await get('{"windowDays":7}')];
    expect([first.headers['x-cache'], again.headers['x-cache']]).toEqual(['MISS', 'HIT']);
    expect([first.headers.age, Number(again.headers.age)]).toEqual(['0', expect.any(Number)]);
    expect(again.body).toBe(first.body);
    expect((await get('{"windowDays": 7}')).headers['x-cache']).toBe('MISS');
    expect((await get('{"windowDays":8}')).headers['x-cache']).toBe('MISS');
  });

  it('401 for a cached URL without a valid key', async () => {
    await get('{"windowDays":9}');
    expect((await get('{"windowDays":9}', 'wrong')).statusCode).toBe(401);
  });

  it('errors, POSTs and batches are not cached', async () => {
    failing = true;
    const failed = await get('{"windowDays":11}');
    expect([failed.statusCode, failed.headers['x-cache']]).toEqual([500, undefined]);
    failing = false;
    expect((await get('{"windowDays":11}')).headers['x-cache']).toBe('MISS');
    expect((await get('{"windowDays":0}')).statusCode).toBe(400);
    const before = answers;
    const headers = { authorization: 'Bearer right', 'content-type': 'application/json' };
    for (let count = 0; count < 2; count += 1) {
      const posted = await app.inject({ method: 'POST', url: path, headers, payload: '{"windowDays":11}' });
      expect([posted.statusCode, posted.headers['x-cache'], posted.headers['age']]).toEqual([
        200,
        'MISS',
        '0',
      ]);
      await app.inject({
        url: `${path}?batch=1&input=${encodeURIComponent('{"0":{"windowDays":11}}')}`,
        headers,
      });
    }
    expect(answers).toBe(before + 4);
  });

  it('503 from /readyz for an engine that does not respond in time', async () => {
    expect((await app.inject({ url: '/readyz' })).json()).toMatchObject({ ready: true });
    for (const broken of [
      () => Promise.reject(new Error('away')),
      () => new Promise<void>(() => undefined),
    ]) {
      engine = broken;
      const response = await app.inject({ url: '/readyz' });
      expect([response.statusCode, response.json()]).toMatchObject([
        503,
        { ready: false, checks: { engine: 'does not answer' } },
      ]);
    }
    engine = () => Promise.resolve();
  });

  it('200 from /readyz for a damaged index, which is reported', async () => {
    damaged = true;
    const response = await app.inject({ url: '/readyz' });
    damaged = false;
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      { ready: true, checks: { index: 'degraded: stored ads are damaged or missing; run magpie doctor' } },
    ]);
  });

  it('200 from /readyz while the first demo ads are loaded, which is reported', async () => {
    loading = true;
    const response = await app.inject({ url: '/readyz' });
    loading = false;
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      { ready: true, checks: { engine: 'ok', demo: 'being loaded' } },
    ]);
  });

  it('a 500 contains the request id, not the cause', async () => {
    failing = true;
    const { body, headers } = await get('{"windowDays":12}');
    failing = false;
    expect(body).not.toContain('engine is away');
    expect(JSON.parse(body).error.data.requestId).toBe(headers['x-request-id']);
  });

  it('pages of configured origins can call; others cannot', async () => {
    const preflight = (origin: string): Promise<InjectResponse> =>
      app.inject({
        method: 'OPTIONS',
        url: path,
        headers: { origin, 'access-control-request-method': 'GET' },
      });
    expect((await preflight('https://app.example.com')).headers['access-control-allow-origin']).toBe(
      'https://app.example.com',
    );
    expect(
      (await preflight('https://evil.example.com')).headers['access-control-allow-origin'],
    ).toBeUndefined();
  });
});
