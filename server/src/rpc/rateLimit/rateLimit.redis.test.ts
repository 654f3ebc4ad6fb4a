import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type LimiterProcess,
  redisLane,
  startLimiterProcess,
  startRedis,
  type TestRedis,
} from '../../testing/redis.ts';
import {
  memoryLimiter,
  type NodeLimiter,
  type RateLimiter,
  redisLimiter,
  type RateLimitResult,
} from './rateLimit.ts';
import { createLog } from '../../config/log.ts';
import { closeRedis, pingRedis, openRedis } from '../../db/redis/redis.ts';

/** A result that no real limiter returns: it shows that the fallback was used. */
const marked: RateLimitResult = { allowed: true, remaining: -1, resetSeconds: -1 };
const markedLimiter: NodeLimiter = {
  consume: () => marked,
  setCount: () => undefined,
  refund: () => undefined,
  close: () => Promise.resolve(),
};
const pollOptions = { timeout: 60_000, interval: 20 };

const minute = (quota: number) => ({ name: randomUUID(), quota, windowSeconds: 60 });

async function consumeMany(
  limiter: RateLimiter,
  rule: ReturnType<typeof minute>,
  calls: number,
): Promise<RateLimitResult[]> {
  return Promise.all(Array.from({ length: calls }, async () => limiter.consume(rule, 'user')));
}

const allowedIn = (results: readonly RateLimitResult[]): number =>
  results.filter(({ allowed }) => allowed).length;

describe.skipIf(!redisLane.available)('limits in Redis', () => {
  let server: TestRedis;
  const opened: Redis[] = [];
  let lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const warnings = (): string[] => lines.filter((line) => line.includes('"level":"warn"'));

  function connect(url = server.url): Redis {
    const redis = openRedis(url, log);
    opened.push(redis);
    return redis;
  }

  async function setMemory({ url }: TestRedis, bytes: number): Promise<void> {
    const admin = connect(url);
    await pingRedis(admin);
    await admin.config('SET', 'maxmemory', bytes);
  }

  beforeAll(async () => {
    server = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(closeRedis));
    lines = [];
  });
  afterAll(() => server.stop());

  it('allow exactly the quota when two limiters call at the same time', async () => {
    const connections = [connect(), connect()];
    // Connect first: on a slow machine a limiter would otherwise count alone.
    await Promise.all(connections.map(pingRedis));
    const limiters = connections.map((redis) => redisLimiter(redis, markedLimiter, log));
    const rule = minute(60);
    const results = await Promise.all(limiters.map(async (limiter) => consumeMany(limiter, rule, 100)));
    expect(allowedIn(results.flat())).toBe(60);
    expect(
      new Set(
        results
          .flat()
          .filter(({ allowed }) => allowed)
          .map(({ remaining }) => remaining),
      ).size,
    ).toBe(60);
  });

  it('expire each key with its window', async () => {
    const redis = connect();
    const rule = minute(5);
    await redisLimiter(redis, markedLimiter, log).consume(rule, 'user');
    const [key = ''] = await redis.keys(`*${rule.name}*`);
    expect(key).toBe(`magpie:limit:${rule.name}:=user`);
    expect(await redis.pttl(key)).toBeGreaterThan(0);
    expect(await redis.pttl(key)).toBeLessThanOrEqual(61_000);
  });

  it('keep counting after the server lost the script', async () => {
    const redis = connect();
    const limiter = redisLimiter(redis, markedLimiter, log);
    const rule = minute(3);
    await consumeMany(limiter, rule, 2);
    await redis.script('FLUSH');
    expect((await consumeMany(limiter, rule, 2)).map(({ allowed }) => allowed)).toEqual([true, false]);
  });

  describe('shared by two processes', () => {
    let processes: LimiterProcess[] = [];
    beforeAll(async () => {
      processes = await Promise.all([startLimiterProcess(server.url), startLimiterProcess(server.url)]);
    });
    afterAll(() => Promise.all(processes.map((other) => other.stop())));

    it('share one quota', async () => {
      const rule = minute(60);
      const [first, second] = processes;
      expect(await first?.take(rule, 'user', 40)).toBe(40);
      expect(await second?.take(rule, 'user', 40)).toBe(20);
      expect(await first?.take(rule, 'user', 1)).toBe(0);
    });

    it('allow exactly the quota when both call at the same time', async () => {
      const rule = minute(60);
      const allowed = await Promise.all(processes.map((other) => other.take(rule, 'user', 100)));
      expect(allowed.reduce((sum, count) => sum + count, 0)).toBe(60);
    });
  });

  describe('during an outage of Redis', () => {
    interface Outage {
      readonly how: string;
      readonly leave: (server: TestRedis) => unknown;
      /** The server that responds after the outage. */
      readonly recover: (server: TestRedis) => Promise<TestRedis>;
    }
    const outages: Outage[] = [
      {
        how: 'is gone',
        leave: (own) => own.kill(),
        recover: (own) => startRedis({ port: own.port }),
      },
      {
        how: 'hangs',
        leave: (own) => own.pause(),
        async recover(own) {
          own.resume();
          return own;
        },
      },
      {
        how: 'rejects writes',
        leave: (own) => setMemory(own, 1),
        async recover(own) {
          await setMemory(own, 0);
          return own;
        },
      },
    ];

    it.each(outages)(
      'go on in memory with one warning while it $how, and come back by themselves',
      async (outage) => {
        const own = await startRedis();
        onTestFinished(() => own.stop());
        const limiter = redisLimiter(connect(own.url), markedLimiter, log);
        const rule = minute(1000);
        const usesRedis = async (): Promise<boolean> => (await limiter.consume(rule, 'user')) !== marked;
        expect(await usesRedis()).toBe(true);

        await outage.leave(own);
        await vi.waitUntil(async () => !(await usesRedis()), pollOptions);
        expect(await consumeMany(limiter, rule, 100)).toEqual(Array.from({ length: 100 }, () => marked));
        expect(warnings()).toHaveLength(1);

        const back = await outage.recover(own);
        onTestFinished(() => back.stop());
        await vi.waitUntil(usesRedis, pollOptions);
        const results = await consumeMany(limiter, rule, 50);
        expect(results.filter((result) => result === marked)).toEqual([]);
        expect(warnings()).toHaveLength(1);
      },
    );

    it('treat a Redis that responds but rejects writes as an outage', async () => {
      const own = await startRedis();
      onTestFinished(() => own.stop());
      const admin = connect(own.url);
      const limiter = redisLimiter(connect(own.url), markedLimiter, log);
      const rule = minute(1000);
      await setMemory(own, 1);
      const refusedProbes = async (): Promise<number> => {
        expect(await limiter.consume(rule, 'user')).toBe(marked);
        const statistics = await admin.info('commandstats');
        return Number(/cmdstat_set:.*rejected_calls=(\d+)/.exec(statistics)?.[1] ?? 0);
      };
      await vi.waitUntil(async () => (await refusedProbes()) >= 2, pollOptions);
      expect(warnings()).toHaveLength(1);
    });

    it('do not mistake a stall of this process for an outage', async () => {
      const limiter = redisLimiter(connect(), markedLimiter, log);
      const rule = minute(10);
      await limiter.consume(rule, 'user');
      const underWay = limiter.consume(rule, 'user');
      // At this tick the command has been sent and its reply is not read yet.
      process.nextTick(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700));
      expect(await underWay).toMatchObject({ allowed: true, remaining: 8 });
      expect(warnings()).toEqual([]);
    });

    it('answer every call in flight when Redis is killed', async () => {
      const own = await startRedis();
      onTestFinished(() => own.stop());
      const limiter = redisLimiter(connect(own.url), memoryLimiter(), log);
      const rule = minute(10_000);
      await limiter.consume(rule, 'user');
      own.pause();
      const underWay = consumeMany(limiter, rule, 200);
      await own.kill();
      expect(allowedIn(await underWay)).toBe(200);
    });

    it('keep the count from before the outage', async () => {
      const own = await startRedis();
      onTestFinished(() => own.stop());
      const limiter = redisLimiter(connect(own.url), memoryLimiter(), log);
      const rule = minute(20);
      expect(allowedIn(await consumeMany(limiter, rule, 20))).toBe(20);
      await own.kill();
      expect(allowedIn(await consumeMany(limiter, rule, 20))).toBe(0);
    });

    it('start from the last known count of all nodes', async () => {
      const own = await startRedis();
      onTestFinished(() => own.stop());
      const [one, other] = [connect(own.url), connect(own.url)];
      await Promise.all([pingRedis(one), pingRedis(other)]);
      const [first, second] = [one, other].map((redis) => redisLimiter(redis, memoryLimiter(), log));
      if (first === undefined || second === undefined) throw new Error('there are two');
      const rule = minute(20);
      expect(allowedIn(await consumeMany(first, rule, 15))).toBe(15);
      expect(allowedIn(await consumeMany(second, rule, 1))).toBe(1);
      own.pause();
      // The second node has made one call and knows a count of sixteen.
      expect(allowedIn(await consumeMany(second, rule, 20))).toBe(4);
    });

    it('count in memory from the first call when Redis was never available', async () => {
      const gone = await startRedis();
      onTestFinished(() => gone.stop());
      await gone.stop();
      const limiter = redisLimiter(connect(gone.url), memoryLimiter(), log);
      expect(allowedIn(await consumeMany(limiter, minute(5), 10))).toBe(5);
      expect(warnings()).toHaveLength(1);
    });
  });
});
