import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisLane, startRedis } from '../../testing/redis.ts';
import {
  limitHeaders,
  type LimitRule,
  memoryLimiter,
  type NodeLimiter,
  type RateLimiter,
  redisLimiter,
  type RateLimitResult,
} from './rateLimit.ts';
import { SubjectTable } from './slidingWindow.ts';
import { createLog } from '../../config/log.ts';
import { openRedis } from '../../db/redis/openRedis.ts';
import { closeRedis } from '../../db/redis/redis.ts';

const log = createLog('silent');
/** Fallback for tests in which Redis must decide: its results would fail the comparison. */
const unhelpful: NodeLimiter = {
  setCount: () => undefined,
  consume: () => ({ allowed: false, remaining: -1, resetSeconds: -1 }),
  refund: () => undefined,
  close: () => Promise.resolve(),
};

/** Clock of both implementations in milliseconds, advanced by the tests. As large as a real one. */
let now = 1_700_000_000_000;
const clock = (): number => now;

interface Lane {
  readonly name: string;
  readonly available: boolean;
  /** Number of random histories; with a server each call costs a round trip. */
  readonly histories: number;
  start(): Promise<Running>;
}

interface Running {
  readonly limiter: RateLimiter;
  stop(): Promise<void>;
}

const lanes: Lane[] = [
  {
    name: 'memory',
    available: true,
    histories: 500,
    start() {
      const limiter = memoryLimiter({ clock });
      return Promise.resolve({ limiter, stop: () => limiter.close() });
    },
  },
  {
    ...redisLane,
    histories: 60,
    async start() {
      const server = await startRedis();
      const redis = openRedis(server.url, log);
      const limiter = redisLimiter(redis, unhelpful, log, { clock });
      const stop = async (): Promise<void> => {
        await closeRedis(redis);
        await server.stop();
      };
      return { limiter, stop };
    },
  },
];

/** The definition: store every allowed call, and count those inside the window each time. */
class Reference {
  readonly allowedAt: number[] = [];

  take({ quota, windowSeconds }: LimitRule): RateLimitResult {
    const inWindow = (): number[] => this.allowedAt.filter((time) => time > now - windowSeconds * 1000);
    const allowed = inWindow().length < quota;
    if (allowed) this.allowedAt.push(now);
    const counted = inWindow();
    const leavesAt = (counted[0] ?? now) + windowSeconds * 1000;
    return {
      allowed,
      remaining: quota - counted.length,
      resetSeconds: Math.ceil((leavesAt - now) / 1000),
    };
  }
}

const rules = fc.record({
  name: fc.constant('trending'),
  quota: fc.integer({ min: 0, max: 20 }),
  windowSeconds: fc.integer({ min: 1, max: 60 }),
});

/** Pauses between calls: bursts, ordinary ones, and those at the edge of a window. */
function arrivals(windowMs: number): fc.Arbitrary<number[]> {
  const pause = fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 0, max: Math.ceil(windowMs / 10) }) },
    { weight: 1, arbitrary: fc.constantFrom(windowMs - 1, windowMs, windowMs + 1, windowMs * 3) },
  );
  return fc.array(pause, { minLength: 1, maxLength: 120 });
}

const histories = rules.chain((rule) =>
  arrivals(rule.windowSeconds * 1000).map((pauses) => ({ rule, pauses })),
);

/** A unique rule name for each history, because one name has one quota. */
const fresh = (rule: LimitRule): LimitRule => ({ ...rule, name: randomUUID() });

describe.each(lanes)('the $name limiter', (lane) => {
  const group = lane.available ? describe : describe.skip;
  group('counts a sliding window', () => {
    let limiter: RateLimiter;
    let running: Running;
    beforeAll(async () => {
      running = await lane.start();
      limiter = running.limiter;
    });
    afterAll(() => running.stop());

    it('returns the same results as the definition for every history of calls', async () => {
      const holds = fc.asyncProperty(histories, async ({ rule, pauses }) => {
        const own = fresh(rule);
        const reference = new Reference();
        for (const pause of pauses) {
          now += pause;
          expect(await limiter.consume(own, 'user')).toEqual(reference.take(own));
        }
      });
      await fc.assert(holds, { numRuns: lane.histories });
    });

    it('never allows more than the quota in any window, wherever it begins', async () => {
      const holds = fc.asyncProperty(histories, async ({ rule, pauses }) => {
        const own = fresh(rule);
        const allowedAt: number[] = [];
        for (const pause of pauses) {
          now += pause;
          if ((await limiter.consume(own, 'user')).allowed) allowedAt.push(now);
        }
        for (const [index, first] of allowedAt.entries()) {
          const firstTooMany = allowedAt[index + rule.quota] ?? Infinity;
          expect(firstTooMany - first).toBeGreaterThanOrEqual(rule.windowSeconds * 1000);
        }
      });
      await fc.assert(holds, { numRuns: lane.histories });
    });

    it('keeps subjects and rules apart', async () => {
      const call = fc.record({
        pause: fc.integer({ min: 0, max: 400 }),
        rule: fc.constantFrom('read', 'write'),
        subject: fc.constantFrom(
          'a',
          'b',
          'ä',
          '\ud800',
          '\ud801',
          '',
          'a:b',
          'x'.repeat(200),
          'x'.repeat(201),
        ),
      });
      const holds = fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 150 }), async (calls) => {
        const run = randomUUID();
        const references = new Map<string, Reference>();
        for (const { pause, rule, subject } of calls) {
          now += pause;
          const own = { name: `${rule}-${run}`, quota: rule === 'read' ? 3 : 2, windowSeconds: 2 };
          const key = JSON.stringify([rule, subject]);
          const reference = references.get(key) ?? new Reference();
          references.set(key, reference);
          expect(await limiter.consume(own, subject)).toEqual(reference.take(own));
        }
      });
      await fc.assert(holds, { numRuns: lane.histories });
    });

    it('stays exact when a slow caller becomes fast', async () => {
      const rule = { name: randomUUID(), quota: 100, windowSeconds: 60 };
      const reference = new Reference();
      const slow = Array.from({ length: 14 }, () => 9000);
      const fast = Array.from({ length: 120 }, () => 7);
      for (const pause of [...slow, ...fast, ...slow, ...fast]) {
        now += pause;
        expect(await limiter.consume(rule, 'user')).toEqual(reference.take(rule));
      }
    });

    it('does not count a denied call', async () => {
      const rule = { name: randomUUID(), quota: 3, windowSeconds: 60 };
      for (let call = 0; call < 3; call += 1) await limiter.consume(rule, 'user');
      for (let call = 0; call < 50; call += 1) {
        now += 1000;
        expect((await limiter.consume(rule, 'user')).allowed).toBe(false);
      }
      now += 10_000;
      const after = [await limiter.consume(rule, 'user'), await limiter.consume(rule, 'user')];
      expect(after.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
        [true, 2],
        [true, 1],
      ]);
    });

    it('does not count a refunded call', async () => {
      const rule = { name: randomUUID(), quota: 2, windowSeconds: 60 };
      await limiter.refund(rule, 'user');
      for (let call = 0; call < 5; call += 1) {
        expect((await limiter.consume(rule, 'user')).allowed).toBe(true);
        await limiter.refund(rule, 'user');
      }
      const counted = [
        await limiter.consume(rule, 'user'),
        await limiter.consume(rule, 'user'),
        await limiter.consume(rule, 'user'),
      ];
      expect(counted.map(({ allowed }) => allowed)).toEqual([true, true, false]);
    });

    it('does not reset at the full minute', async () => {
      const rule = { name: randomUUID(), quota: 60, windowSeconds: 60 };
      now = Math.ceil(now / 60_000) * 60_000 + 59_000;
      for (let call = 0; call < 60; call += 1) await limiter.consume(rule, 'user');
      now += 2000;
      expect(await limiter.consume(rule, 'user')).toEqual({ allowed: false, remaining: 0, resetSeconds: 58 });
    });

    it('handles a quota of thousands that all expire at once', async () => {
      const rule = { name: randomUUID(), quota: 3000, windowSeconds: 60 };
      for (let call = 0; call < 3000; call += 1) await limiter.consume(rule, 'user');
      expect((await limiter.consume(rule, 'user')).allowed).toBe(false);
      now += 59_999;
      expect((await limiter.consume(rule, 'user')).resetSeconds).toBe(1);
      now += 1;
      expect(await limiter.consume(rule, 'user')).toEqual({
        allowed: true,
        remaining: 2999,
        resetSeconds: 60,
      });
    });
  });
});

describe('the table of subjects in memory', () => {
  const rule = { name: 'read', quota: 5, windowSeconds: 60 };

  it('drops a subject exactly when its last call expires', () => {
    const table = new SubjectTable(rule, 100);
    table.consume('early', 0);
    table.consume('late', 10);
    table.sweep(59_999);
    expect(table.size).toBe(2);
    table.sweep(60_000);
    expect(table.size).toBe(1);
    table.sweep(60_010);
    expect(table.size).toBe(0);
  });

  it('stores no subject whose calls were all denied', () => {
    const table = new SubjectTable({ ...rule, quota: 0 }, 100);
    expect(table.consume('user', 0)).toEqual({ allowed: false, remaining: 0, resetSeconds: 60 });
    expect(table.size).toBe(0);
  });

  it('never stores more subjects than its maximum', () => {
    const table = new SubjectTable(rule, 50);
    for (let call = 0; call < 5000; call += 1) table.consume(`subject ${call}`, call / 1000);
    expect(table.size).toBe(50);
  });

  it('keeps subjects with several calls during a flood of subjects with one call', () => {
    const table = new SubjectTable(rule, 100);
    const users = Array.from({ length: 99 }, (_, index) => `user ${index}`);
    for (const user of users) for (let call = 0; call < 5; call += 1) table.consume(user, 0);
    for (let call = 0; call < 10_000; call += 1) table.consume(`stranger ${call}`, 1);
    expect(users.filter((user) => table.consume(user, 2).allowed)).toEqual([]);
  });

  it('evicts the longest idle subject with one call', () => {
    const table = new SubjectTable({ ...rule, quota: 1 }, 3);
    for (const [time, subject] of ['a', 'b', 'c', 'd'].entries()) table.consume(subject, time);
    const forgotten = ['d', 'c', 'b', 'a'].filter((subject) => table.consume(subject, 4).allowed);
    expect(forgotten).toEqual(['a']);
  });

  it('evicts the longest idle subject when all have several calls', () => {
    const table = new SubjectTable({ ...rule, quota: 2 }, 3);
    for (const subject of ['a', 'b', 'c', 'b', 'a', 'c', 'd']) table.consume(subject, 0);
    const forgotten = ['c', 'a', 'b'].filter((subject) => table.consume(subject, 1).allowed);
    expect(forgotten).toEqual(['b']);
  });

  it('adopts a count from elsewhere, and stays exact if all calls were made here', () => {
    const call = fc.record({ pause: fc.integer({ min: 0, max: 20_000 }), here: fc.boolean() });
    const holds = fc.property(fc.array(call), (calls) => {
      const shared = new SubjectTable(rule, 10);
      const own = new SubjectTable(rule, 10);
      let time = 0;
      for (const { pause, here } of calls) {
        time += pause;
        const { allowed, remaining, resetSeconds } = shared.consume('user', time);
        if (!here) continue;
        const counted = rule.quota - remaining;
        const oldestAgeMs = 60_000 - resetSeconds * 1000;
        own.setCount('user', { counted: counted - Number(allowed), oldestAgeMs }, time);
        if (allowed) own.consume('user', time);
        expect(own.countOf('user', time)).toBe(counted);
      }
      if (calls.some(({ here }) => !here)) return;
      for (let later = time; later < time + 60_000; later += 3000) {
        expect(own.countOf('user', later)).toBe(shared.countOf('user', later));
      }
    });
    fc.assert(holds);
  });

  it('expires calls from elsewhere a window after they became known', () => {
    const table = new SubjectTable(rule, 100);
    table.setCount('user', { counted: 5, oldestAgeMs: 10_000 }, 20_000);
    expect(table.consume('user', 79_999)).toMatchObject({ allowed: false, remaining: 0 });
    expect(table.consume('user', 80_000)).toMatchObject({ allowed: true, remaining: 4 });
  });

  it('removes a call that has expired on another node', () => {
    const table = new SubjectTable(rule, 100);
    for (const time of [0, 1000]) table.consume('user', time);
    table.setCount('user', { counted: 2, oldestAgeMs: 10_000 }, 50_000);
    expect(table.countOf('user', 109_999)).toBe(2);
    table.setCount('user', { counted: 0, oldestAgeMs: 0 }, 50_000);
    expect(table.size).toBe(0);
  });

  it('drops exactly the idle subjects in a sweep, for any mix of frequent and rare callers', () => {
    const call = fc.record({
      pause: fc.integer({ min: 0, max: 20_000 }),
      subject: fc.integer({ min: 0, max: 9 }),
    });
    const holds = fc.property(fc.array(call), (calls) => {
      const table = new SubjectTable(rule, 10);
      const lastAllowed = new Map<number, number>();
      let time = 0;
      for (const { pause, subject } of calls) {
        time += pause;
        if (table.consume(String(subject), time).allowed) lastAllowed.set(subject, time);
        const inWindow = [...lastAllowed.values()].filter((last) => last > time - 60_000);
        // Calls sweep at most once a second.
        table.sweep(time);
        expect(table.size).toBe(inWindow.length);
      }
    });
    fc.assert(holds);
  });
});

describe('limit headers', () => {
  const rule = { name: 'trending', quota: 60, windowSeconds: 60 };

  it('contain policy, remaining calls and reset, in both forms', () => {
    expect(limitHeaders(rule, { allowed: true, remaining: 12, resetSeconds: 30 }, 1_700_000_000_000)).toEqual(
      {
        'ratelimit-policy': '"trending";q=60;w=60',
        ratelimit: '"trending";r=12;t=30',
        'x-ratelimit-limit': '60',
        'x-ratelimit-remaining': '12',
        'x-ratelimit-reset': '1700000030',
      },
    );
  });

  it('contain Retry-After for a denied call', () => {
    const headers = limitHeaders(rule, { allowed: false, remaining: 0, resetSeconds: 7 }, 1_700_000_000_001);
    expect(headers).toMatchObject({ 'retry-after': '7', 'x-ratelimit-reset': '1700000008' });
  });
});
