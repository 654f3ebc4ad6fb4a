import type { LimitClass } from '@magpie/contract';
import type { Redis, Result } from 'ioredis';
import type { Config } from '../../config/config.ts';
import { takeScript } from './redisScript.ts';
import { type KnownCount, SubjectTable } from './slidingWindow.ts';
import { type LimitRule, type RateLimitResult, verdictOf } from './result.ts';
import type { Logger } from '../../config/log.ts';
import { digest, keyPart, linkTo } from '../../db/redis/redis.ts';

export { limitHeaders, type LimitRule, type RateLimitResult } from './result.ts';

/** The quota of `trending` is the specification's; the others are the operator's to choose. */
export function limitsOf({
  readLimit,
  writeLimit,
}: Pick<Config, 'readLimit' | 'writeLimit'>): Readonly<Record<LimitClass, LimitRule>> {
  return {
    trending: { name: 'trending', quota: 60, windowSeconds: 60 },
    read: { name: 'read', quota: readLimit, windowSeconds: 60 },
    write: { name: 'write', quota: writeLimit, windowSeconds: 60 },
  };
}

/** Sliding windows: at most the quota in any stretch of time as long as the window. A denied call counts nowhere. */
export interface RateLimiter {
  /** Counts one call of `subject` (a user, an address) if the rule has room for it. Never rejects. */
  take(rule: LimitRule, subject: string): RateLimitResult | Promise<RateLimitResult>;
  /** Takes the newest counted call back: it turned out not to be one of those that are limited. Never rejects. */
  giveBack(rule: LimitRule, subject: string): void | Promise<void>;
  close(): Promise<void>;
}

/** Counts for this node alone, and can start from what all nodes have counted. */
export interface NodeLimiter extends RateLimiter {
  setCount(rule: LimitRule, subject: string, known: KnownCount): void;
  /** The same, unless as many are counted already. */
  raiseCount(rule: LimitRule, subject: string, known: KnownCount): void;
}

interface MemoryLimiter extends NodeLimiter {
  take(rule: LimitRule, subject: string): RateLimitResult;
  giveBack(rule: LimitRule, subject: string): void;
}

/** How often subjects that stopped calling are dropped when nobody else calls either. */
const sweepEveryMs = 15_000;
/** A longer subject is remembered by its digest: who sends long ones must not decide how much memory they take. */
const longestSubject = 128;

interface MemoryLimiterOptions {
  /** Milliseconds that never run backwards, whatever is done to the wall clock. Default: `performance.now`. */
  readonly clock?: () => number;
  /** Subjects remembered under each rule, default 100,000; `SubjectTable` says what the bound means. */
  readonly maxSubjects?: number;
}

/** Counts in this process; every verdict is ready at once. */
export function memoryLimiter({
  clock = () => performance.now(),
  maxSubjects = 100_000,
}: MemoryLimiterOptions = {}): MemoryLimiter {
  const tables = new Map<string, SubjectTable>();
  const sweepAll = (): void => {
    for (const table of tables.values()) table.sweep(clock());
  };
  const sweeper = setInterval(sweepAll, sweepEveryMs).unref();
  const tableOf = (rule: LimitRule): SubjectTable => {
    const table = tables.get(rule.name) ?? new SubjectTable(rule, maxSubjects);
    tables.set(rule.name, table);
    return table;
  };
  return {
    take: (rule, subject) => tableOf(rule).take(nameOf(subject), clock()),
    setCount: (rule, subject, known) => tableOf(rule).setCount(nameOf(subject), known, clock()),
    raiseCount(rule, subject, known) {
      const [table, name, now] = [tableOf(rule), nameOf(subject), clock()];
      if (known.counted > table.countOf(name, now)) table.setCount(name, known, now);
    },
    giveBack: (rule, subject) => tables.get(rule.name)?.giveBack(nameOf(subject)),
    close() {
      clearInterval(sweeper);
      tables.clear();
      return Promise.resolve();
    },
  };
}

function nameOf(subject: string): string {
  return subject.length > longestSubject ? digest(subject) : subject;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    magpieTake(
      key: string,
      quota: number,
      windowMicros: number,
      nowMicros: number | '',
    ): Result<TakeReply, Context>;
  }
}

type TakeReply = [allowed: 0 | 1, counted: number, oldestAgeMicros: number];

function keyOf(rule: LimitRule, subject: string): string {
  return `magpie:limit:${rule.name}:${keyPart(subject)}`;
}

interface RedisLimiterOptions {
  /** Milliseconds, for tests that make time pass. Default: Redis' own clock, the only one that all nodes share. */
  readonly clock?: () => number;
}

/**
 * Counts in Redis, for all nodes together; while Redis is away `fallback` counts for this node alone.
 * The connection stays its owner's to close.
 */
export function redisLimiter(
  redis: Redis,
  fallback: NodeLimiter,
  log: Logger,
  { clock }: RedisLimiterOptions = {},
): RateLimiter {
  const link = linkTo(redis, log);
  redis.defineCommand('magpieTake', { lua: takeScript, numberOfKeys: 1 });
  return {
    async take(rule, subject) {
      const now = clock === undefined ? '' : Math.round(clock() * 1000);
      let sent: Promise<TakeReply> | undefined;
      const reply = await link.attempt(() => {
        sent = redis.magpieTake(keyOf(rule, subject), rule.quota, rule.windowSeconds * 1e6, now);
        return sent;
      });
      if (reply === undefined) {
        // A reply that comes too late for this call still says what all nodes have counted.
        sent
          ?.then(([, counted, ageMicros]) =>
            fallback.raiseCount(rule, subject, { counted, oldestAgeMs: ageMicros / 1000 }),
          )
          .catch(() => undefined);
        return fallback.take(rule, subject);
      }
      const [allowed, counted, oldestAgeMicros] = reply;
      // An outage starts from what all nodes have counted: it is no fresh quota.
      const oldestAgeMs = oldestAgeMicros / 1000;
      fallback.setCount(rule, subject, { counted: counted - allowed, oldestAgeMs });
      if (allowed === 1) await fallback.take(rule, subject);
      return verdictOf(rule, allowed === 1, counted, oldestAgeMs);
    },
    async giveBack(rule, subject) {
      await link.attempt(() => redis.rpop(keyOf(rule, subject)));
      await fallback.giveBack(rule, subject);
    },
    close: () => fallback.close(),
  };
}
