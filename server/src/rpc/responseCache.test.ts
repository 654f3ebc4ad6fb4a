import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { redisLane, startRedis, type TestRedis } from '../testing/redis.ts';
import { memoryCache, redisCache, type CachedResponse, type ResponseCache } from './responseCache.ts';
import { createLog } from '../config/log.ts';
import { openRedis } from '../db/redis/openRedis.ts';
import { closeRedis } from '../db/redis/redis.ts';

const log = createLog('silent');
const bytes = (text: string): Buffer => Buffer.from(text);
const textOf = (response: CachedResponse | undefined): string | undefined => response?.body.toString();

/** Fallback for tests in which Redis must respond. */
const unhelpful: ResponseCache = {
  get: () => ({ body: bytes('from the fallback'), storedAt: -1, expiresAt: 0 }),
  set: () => undefined,
  close: () => Promise.resolve(),
};

interface Running {
  readonly cache: ResponseCache;
  pass(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

interface Lane {
  readonly name: string;
  readonly available: boolean;
  start(): Promise<Running>;
}

const lanes: Lane[] = [
  {
    name: 'memory',
    available: true,
    start() {
      let passed = 0;
      const cache = memoryCache({ clock: () => Date.now() + passed });
      const pass = (milliseconds: number): Promise<void> => {
        passed += milliseconds;
        return Promise.resolve();
      };
      return Promise.resolve({ cache, pass, stop: () => cache.close() });
    },
  },
  {
    ...redisLane,
    async start() {
      const server = await startRedis();
      const redis = openRedis(server.url, log);
      const stop = async (): Promise<void> => {
        await closeRedis(redis);
        await server.stop();
      };
      return { cache: redisCache(redis, unhelpful, log), pass: (milliseconds) => sleep(milliseconds), stop };
    },
  },
];

describe.each(lanes)('the $name cache', (lane) => {
  const group = lane.available ? describe : describe.skip;
  group('keeps ready answers', () => {
    let cache: ResponseCache;
    let running: Running;
    beforeAll(async () => {
      running = await lane.start();
      cache = running.cache;
    });
    afterAll(() => running.stop());

    it('returns the stored body and time', async () => {
      const before = Date.now();
      await cache.set('/a?x=1', bytes('{"a":"ä€😀\\n"}'), 60);
      const answer = await cache.get('/a?x=1');
      expect(textOf(answer)).toBe('{"a":"ä€😀\\n"}');
      expect(answer?.storedAt).toBeGreaterThanOrEqual(before);
      expect(answer?.storedAt).toBeLessThanOrEqual(Date.now());
    });

    it('returns bytes unchanged, with the given time and the expiry', async () => {
      const body = Buffer.from([0x1f, 0x8b, 0, 10, 0xff, 32]);
      const before = Date.now();
      await cache.set('/bytes', body, 60, 1234);
      const answer = await cache.get('/bytes');
      expect([answer?.body, answer?.storedAt]).toEqual([body, 1234]);
      expect(answer?.expiresAt).toBeGreaterThanOrEqual(before + 60_000);
      expect(answer?.expiresAt).toBeLessThanOrEqual(Date.now() + 60_000);
    });

    it('returns undefined for an unknown key', async () => {
      await cache.set('/known', bytes('x'), 60);
      expect(await cache.get('/unknown')).toBeUndefined();
      expect(await cache.get('/known?')).toBeUndefined();
    });

    it('replaces a response', async () => {
      await cache.set('/replaced', bytes('first'), 60);
      await cache.set('/replaced', bytes('second'), 60);
      expect(textOf(await cache.get('/replaced'))).toBe('second');
    });

    it('distinguishes an empty response from none, and keeps line endings', async () => {
      await cache.set('/empty', bytes(''), 60);
      await cache.set('/lines', bytes('\n1\n2\n'), 60);
      expect(textOf(await cache.get('/empty'))).toBe('');
      expect(textOf(await cache.get('/lines'))).toBe('\n1\n2\n');
    });

    it('drops a response when it expires, and no other', async () => {
      await cache.set('/short', bytes('short'), 0.02);
      await cache.set('/long', bytes('long'), 60);
      await running.pass(25);
      expect(await cache.get('/short')).toBeUndefined();
      expect(textOf(await cache.get('/long'))).toBe('long');
    });

    it('stores nothing with a lifetime of zero', async () => {
      await cache.set('/never', bytes('x'), 0);
      expect(await cache.get('/never')).toBeUndefined();
    });

    it('never confuses two keys, however long or unusual', async () => {
      const strange = fc.oneof(
        fc
          .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 10 })
          .map((units) => String.fromCharCode(...units)),
        fc.string({ minLength: 120, maxLength: 300 }),
        fc.constantFrom('\ud800', '\ud801', '\ufffd', '', ' ', '=', '#', `/${'x'.repeat(5000)}`),
      );
      const holds = fc.asyncProperty(
        fc.uniqueArray(strange, { minLength: 2, maxLength: 8 }),
        async (keys) => {
          for (const [index, key] of keys.entries()) await cache.set(key, bytes(`answer ${index}`), 60);
          const bodies = await Promise.all(keys.map(async (key) => textOf(await cache.get(key))));
          expect(bodies).toEqual(keys.map((_, index) => `answer ${index}`));
        },
      );
      await fc.assert(holds, { numRuns: 50 });
    });
  });
});

describe('the cache in memory', () => {
  it('expires to the millisecond', () => {
    let now = 1_700_000_000_000;
    const cache = memoryCache({ clock: () => now });
    cache.set('/a', bytes('x'), 3600);
    now += 3_600_000 - 1;
    expect(cache.get('/a')).toEqual({
      body: bytes('x'),
      storedAt: 1_700_000_000_000,
      expiresAt: 1_700_003_600_000,
    });
    now += 1;
    expect(cache.get('/a')).toBeUndefined();
  });

  it('never exceeds its size limit', () => {
    const maxBytes = 20_000;
    const step = fc.record({
      key: fc.integer({ min: 0, max: 60 }),
      length: fc.integer({ min: 0, max: 2500 }),
      text: fc.constantFrom('a', 'é', '€'),
    });
    const holds = fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const cache = memoryCache({ maxBytes });
      for (const { key, length, text } of steps) cache.set(`/${key}`, bytes(text.repeat(length)), 60);
      const kept = Array.from({ length: 61 }, (_, key) => cache.get(`/${key}`)?.body.length ?? 0);
      expect(kept.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(maxBytes);
    });
    fc.assert(holds);
  });

  it('does not grow with a million different keys, and keeps the newest', () => {
    const cache = memoryCache({ maxBytes: 100_000 });
    for (let index = 0; index < 1_000_000; index += 1) cache.set(`/?${index}`, bytes('x'), 3600);
    let kept = 0;
    for (let index = 0; index < 1_000_000; index += 1) if (cache.get(`/?${index}`) !== undefined) kept += 1;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(100_000 / 256);
    expect(textOf(cache.get('/?999999'))).toBe('x');
  });

  it('evicts the least recently used first', () => {
    const cache = memoryCache({ maxBytes: 20_000 });
    const body = bytes('x'.repeat(1500));
    for (let index = 0; index < 11; index += 1) cache.set(`/${index}`, body, 60);
    cache.get('/0');
    cache.set('/new', body, 60);
    expect(cache.get('/0')?.body).toBe(body);
    expect(cache.get('/1')).toBeUndefined();
    expect(cache.get('/2')?.body).toBe(body);
  });

  it('does not store a response larger than a tenth of its limit, and drops the one that it replaces', () => {
    const cache = memoryCache({ maxBytes: 20_000 });
    cache.set('/a', bytes('small'), 60);
    cache.set('/a', bytes('x'.repeat(2001)), 60);
    expect(cache.get('/a')).toBeUndefined();
    cache.set('/b', bytes('€'.repeat(1000)), 60);
    expect(cache.get('/b')).toBeUndefined();
    cache.set('/c', Buffer.alloc(2001), 60);
    expect(cache.get('/c')).toBeUndefined();
  });
});

describe.skipIf(!redisLane.available)('the cache in Redis', () => {
  let server: TestRedis;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis();
    redis = openRedis(server.url, log);
  });
  afterAll(async () => {
    await closeRedis(redis);
    await server.stop();
  });

  it('is shared by two connections', async () => {
    const other = openRedis(server.url, log);
    await redisCache(redis, unhelpful, log).set('/shared', bytes('x'), 60);
    expect(textOf(await redisCache(other, unhelpful, log).get('/shared'))).toBe('x');
    await closeRedis(other);
  });

  it('lets Redis expire entries, under a key of bounded length', async () => {
    await redis.flushall();
    await redisCache(redis, unhelpful, log).set(`/${'x'.repeat(8000)}`, bytes('x'), 3600);
    const [key = ''] = await redis.keys('*');
    expect(key).toMatch(/^magpie:cache:#[\w-]{43}$/);
    expect(await redis.pttl(key)).toBeGreaterThan(0);
    expect(await redis.pttl(key)).toBeLessThanOrEqual(3_600_000);
  });

  it('does not send a response of more than a megabyte', async () => {
    await redis.flushall();
    const cache = redisCache(redis, unhelpful, log);
    await cache.set('/large', bytes('x'.repeat(1_000_001)), 60);
    expect(await cache.get('/large')).toBeUndefined();
    expect(await redis.dbsize()).toBe(0);
  });

  it('ignores a value that it did not write', async () => {
    await redis.set('magpie:cache:=/foreign', 'no time in front');
    expect(await redisCache(redis, unhelpful, log).get('/foreign')).toBeUndefined();
  });

  it('never returns a time in the future, when the clocks of two nodes differ', async () => {
    const cache = redisCache(redis, unhelpful, log);
    await cache.set('/ahead', bytes('x'), 60, Date.now() + 3_600_000);
    const answer = await cache.get('/ahead');
    expect(answer?.storedAt).toBeLessThanOrEqual(Date.now());
  });

  it('uses memory after Redis is killed, and recovers', async () => {
    const own = await startRedis();
    onTestFinished(() => own.stop());
    const connection = openRedis(own.url, log);
    const cache = redisCache(connection, memoryCache(), log);
    await cache.set('/before', bytes('x'), 60);
    await own.kill();
    expect(await cache.get('/before')).toBeUndefined();
    await cache.set('/during', bytes('y'), 60);
    expect(textOf(await cache.get('/during'))).toBe('y');

    const back = await startRedis({ port: own.port });
    onTestFinished(() => back.stop());
    const stored = async (): Promise<boolean> => {
      await cache.set('/after', bytes('z'), 60);
      return (await connection.exists('magpie:cache:=/after').catch(() => 0)) === 1;
    };
    await vi.waitUntil(stored, { timeout: 60_000, interval: 20 });
    expect(textOf(await cache.get('/after'))).toBe('z');
    await closeRedis(connection);
  });
});
