import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type LimiterProcess,
  redisLane,
  startLimiterProcess,
  startRedis,
  startSlowRedis,
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
import { openRedis } from '../../db/redis/openRedis.ts';
import { closeRedis, patienceMs, ping } from '../../db/redis/redis.ts';

/** Verdicts of which no real limiter is capable: they show who was asked. */
const marked: RateLimitResult = { allowed: true, remaining: -1, resetSeconds: -1 };
const markedLimiter: NodeLimiter = {
  take: () => marked,
  setCount: () => undefined,
  raiseCount: () => undefined,
  giveBack: () => undefined,
  close: () => Promise.resolve(),
};
const patience = { timeout: 60_000, interval: 20 };

const minute = (quota: number) => ({ name: randomUUID(), quota, windowSeconds: 60 });

async function takeMany(
  limiter: RateLimiter,
  rule: ReturnType<typeof minute>,
  calls: number,
): Promise<RateLimitResult[]> {
  return Promise.all(Array.from({ length: calls }, async () => limiter.take(rule, 'user')));
}

const allowedIn = (verdicts: readonly RateLimitResult[]): number =>
  verdicts.filter(({ allowed }) => allowed).length;

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
    await ping(admin);
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

  it('allow exactly the quota to two limiters that call at the same time', async () => {
    const connections = [connect(), connect()];
    // Connected first: a machine that is slow to connect would count alone.
    await Promise.all(connections.map(ping));
    const limiters = connections.map((redis) => redisLimiter(redis, markedLimiter, log));
    const rule = minute(60);
    const verdicts = await Promise.all(limiters.map(async (limiter) => takeMany(limiter, rule, 100)));
    expect(allowedIn(verdicts.flat())).toBe(60);
    expect(
      new Set(
        verdicts
          .flat()
          .filter(({ allowed }) => allowed)
          .map(({ remaining }) => remaining),
      ).size,
    ).toBe(60);
  });

  it('leave nothing behind: each key expires with its window', async () => {
    const redis = connect();
    const rule = minute(5);
    await redisLimiter(redis, markedLimiter, log).take(rule, 'user');
    const [key = ''] = await redis.keys(`*${rule.name}*`);
    expect(key).toBe(`magpie:limit:${rule.name}:=user`);
    expect(await redis.pttl(key)).toBeGreaterThan(0);
    expect(await redis.pttl(key)).toBeLessThanOrEqual(61_000);
  });

  it('go on counting after the server lost the script', async () => {
    const redis = connect();
    const limiter = redisLimiter(redis, markedLimiter, log);
    const rule = minute(3);
    await takeMany(limiter, rule, 2);
    await redis.script('FLUSH');
    expect((await takeMany(limiter, rule, 2)).map(({ allowed }) => allowed)).toEqual([true, false]);
  });

  it('hold still while the clock is set back by less than a window', async () => {
    let now = 1e12;
    const limiter = redisLimiter(connect(), markedLimiter, log, { clock: () => now });
    const rule = minute(2);
    await takeMany(limiter, rule, 2);
    now -= 59_000;
    expect(await limiter.take(rule, 'user')).toEqual({ allowed: false, remaining: 0, resetSeconds: 60 });
    now += 59_000 + 60_000;
    expect((await limiter.take(rule, 'user')).allowed).toBe(true);
  });

  it('lock nobody out when the clock is set back by an hour', async () => {
    let now = 1e12;
    const limiter = redisLimiter(connect(), markedLimiter, log, { clock: () => now });
    const rule = minute(2);
    await takeMany(limiter, rule, 2);
    now -= 3_600_000;
    expect(await limiter.take(rule, 'user')).toEqual({ allowed: true, remaining: 1, resetSeconds: 60 });
  });

  describe('shared by two processes', () => {
    let processes: LimiterProcess[] = [];
    beforeAll(async () => {
      processes = await Promise.all([startLimiterProcess(server.url), startLimiterProcess(server.url)]);
    });
    afterAll(() => Promise.all(processes.map((other) => other.stop())));

    it('are one bucket: what one spends the other does not have', async () => {
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

  describe('while Redis is away', () => {
    interface Outage {
      readonly how: string;
      readonly leave: (server: TestRedis) => unknown;
      /** The server that answers in the end. */
      readonly comeBack: (server: TestRedis) => Promise<TestRedis>;
    }
    const outages: Outage[] = [
      {
        how: 'is gone',
        leave: (own) => own.kill(),
        comeBack: (own) => startRedis({ port: own.port }),
      },
      {
        how: 'hangs',
        leave: (own) => own.pause(),
        async comeBack(own) {
          own.resume();
          return own;
        },
      },
      {
        how: 'takes no writes',
        leave: (own) => setMemory(own, 1),
        async comeBack(own) {
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
        const usesRedis = async (): Promise<boolean> => (await limiter.take(rule, 'user')) !== marked;
        expect(await usesRedis()).toBe(true);

        await outage.leave(own);
        await vi.waitUntil(async () => !(await usesRedis()), patience);
        expect(await takeMany(limiter, rule, 100)).toEqual(Array.from({ length: 100 }, () => marked));
        expect(warnings()).toHaveLength(1);

        const back = await outage.comeBack(own);
        onTestFinished(() => back.stop());
        await vi.waitUntil(usesRedis, patience);
        const verdicts = await takeMany(limiter, rule, 50);
        expect(verdicts.filter((verdict) => verdict === marked)).toEqual([]);
        expect(warnings()).toHaveLength(1);
      },
    );

    it('are not taken in by a Redis that answers but refuses writes', async () => {
      const own = await startRedis();
      onTestFinished(() => own.stop());
      const admin = connect(own.url);
      const limiter = redisLimiter(connect(own.url), markedLimiter, log);
      const rule = minute(1000);
      await setMemory(own, 1);
      const refusedProbes = async (): Promise<number> => {
        expect(await limiter.take(rule, 'user')).toBe(marked);
        const statistics = await admin.info('commandstats');
        return Number(/cmdstat_set:.*rejected_calls=(\d+)/.exec(statistics)?.[1] ?? 0);
      };
      await vi.waitUntil(async () => (await refusedProbes()) >= 2, patience);
      expect(warnings()).toHaveLength(1);
    });

    it('do not take a stall of this process for one of Redis', async () => {
      const limiter = redisLimiter(connect(), markedLimiter, log);
      const rule = minute(10);
      await limiter.take(rule, 'user');
      const underWay = limiter.take(rule, 'user');
      // In this tick's queue the command has been sent and its reply not yet read.
      process.nextTick(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700));
      expect(await underWay).toMatchObject({ allowed: true, remaining: 8 });
      expect(warnings()).toEqual([]);
    });

    it('answer every call that was under way when it was killed', async () => {
      const own = await startRedis();
      onTestFinished(() => own.stop());
      const limiter = redisLimiter(connect(own.url), memoryLimiter(), log);
      const rule = minute(10_000);
      await limiter.take(rule, 'user');
      own.pause();
      const underWay = takeMany(limiter, rule, 200);
      await own.kill();
      expect(allowedIn(await underWay)).toBe(200);
    });

    it('keep what was spent before: an outage is no fresh quota', async () => {
      const own = await startRedis();
      onTestFinished(() => own.stop());
      const limiter = redisLimiter(connect(own.url), memoryLimiter(), log);
      const rule = minute(20);
      expect(allowedIn(await takeMany(limiter, rule, 20))).toBe(20);
      await own.kill();
      expect(allowedIn(await takeMany(limiter, rule, 20))).toBe(0);
    });

    it('start from the last known count of all nodes', async () => {
      const own = await startRedis();
      onTestFinished(() => own.stop());
      const [one, other] = [connect(own.url), connect(own.url)];
      await Promise.all([ping(one), ping(other)]);
      const [first, second] = [one, other].map((redis) => redisLimiter(redis, memoryLimiter(), log));
      if (first === undefined || second === undefined) throw new Error('there are two');
      const rule = minute(20);
      expect(allowedIn(await takeMany(first, rule, 15))).toBe(15);
      expect(allowedIn(await takeMany(second, rule, 1))).toBe(1);
      own.pause();
      // The second node has made one call itself and knows of sixteen.
      expect(allowedIn(await takeMany(second, rule, 20))).toBe(4);
    });

    it('start from the count in a reply that came too late', async () => {
      const fast = connect();
      await ping(fast);
      const rule = minute(20);
      expect(allowedIn(await takeMany(redisLimiter(fast, memoryLimiter(), log), rule, 20))).toBe(20);
      const own = await startSlowRedis(server, patienceMs + 200);
      onTestFinished(() => own.close());
      const slow = connect(own.url);
      await ping(slow);
      const limiter = redisLimiter(slow, memoryLimiter(), log);
      await vi.waitUntil(async () => !(await limiter.take(rule, 'user')).allowed, patience);
      expect(warnings()).toHaveLength(1);
    });

    it('count in memory from the first call when it was never there', async () => {
      const gone = await startRedis();
      onTestFinished(() => gone.stop());
      await gone.stop();
      const limiter = redisLimiter(connect(gone.url), memoryLimiter(), log);
      expect(allowedIn(await takeMany(limiter, minute(5), 10))).toBe(5);
      expect(warnings()).toHaveLength(1);
    });
  });
});
