import type { LimitClass } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { Redis, Result } from 'ioredis';
import type { Config } from '../../config/config.ts';
import {
  type KnownCount,
  type LimitRule,
  type RateLimitResult,
  rateLimitResult,
  SubjectTable,
} from './slidingWindow.ts';
import type { Logger } from '../../config/log.ts';
import { digest, keyPart, linkTo } from '../../db/redis/redis.ts';

export type { LimitRule, RateLimitResult } from './slidingWindow.ts';

export type Limits = Readonly<Record<LimitClass | 'mcp' | 'pictures' | 'public' | 'authFailures', LimitRule>>;

/** Tool calls of MCP count as the procedures they call. This limits other messages, such as listing tools. */
const mcpMessagesPerRead = 10;

export function readLimits(
  config: Pick<Config, 'readLimit' | 'writeLimit' | 'pictureLimit' | 'publicLimit' | 'authFailureLimit'>,
): Limits {
  return {
    trending: perMinute('trending', 60),
    read: perMinute('read', config.readLimit),
    write: perMinute('write', config.writeLimit),
    mcp: perMinute('mcp', mcpMessagesPerRead * config.readLimit),
    pictures: perMinute('pictures', config.pictureLimit),
    public: perMinute('public', config.publicLimit),
    authFailures: perMinute('auth-failures', config.authFailureLimit),
  };
}

function perMinute(name: string, quota: number): LimitRule {
  return { name, quota, windowSeconds: 60 };
}

/**
 * The rate limit headers: those of the IETF draft (seconds until reset) and the `X-` ones that clients read today
 * (reset as a Unix time). `now` is in milliseconds. Names are in lower case, because Fastify would allocate a
 * lower-case copy of each name for each response.
 */
export function limitHeaders(
  rule: LimitRule,
  result: RateLimitResult,
  now: number = Date.now(),
): Record<string, string> {
  const { name, quota, windowSeconds } = rule;
  const { allowed, remaining, resetSeconds } = result;
  const headers: Record<string, string> = {
    'ratelimit-policy': `"${name}";q=${quota};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(quota),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(now / 1000) + resetSeconds),
  };
  if (!allowed) headers['retry-after'] = String(resetSeconds);
  return headers;
}

export function rateLimitError(rule: LimitRule, { resetSeconds }: RateLimitResult): MagpieError {
  return new MagpieError(
    'TOO_MANY_REQUESTS',
    `More than ${rule.quota} calls of the class '${rule.name}' in ${rule.windowSeconds} seconds; wait ${resetSeconds} seconds.`,
    { retryAfter: resetSeconds },
  );
}

/** Sliding windows: at most the quota in any period as long as the window. A denied call is not counted. */
export interface RateLimiter {
  /** Counts one call of `subject` (a user, an address) if the quota allows it. Never rejects. */
  consume(rule: LimitRule, subject: string): RateLimitResult | Promise<RateLimitResult>;
  /** Removes the newest counted call, for example when it turned out not to be limited. Never rejects. */
  refund(rule: LimitRule, subject: string): void | Promise<void>;
  close(): Promise<void>;
}

export interface NodeLimiter extends RateLimiter {
  setCount(rule: LimitRule, subject: string, known: KnownCount): void;
}

interface MemoryLimiter extends NodeLimiter {
  consume(rule: LimitRule, subject: string): RateLimitResult;
  refund(rule: LimitRule, subject: string): void;
}

const sweepEveryMs = 15_000;
/** A longer subject is stored as its digest, so that a client cannot decide how much memory it takes. */
const maxSubjectLength = 128;

interface MemoryLimiterOptions {
  /** Monotonic milliseconds, independent of the wall clock. Default: `performance.now`. */
  readonly clock?: () => number;
  /** Subjects stored per rule, default 100,000; see `SubjectTable`. */
  readonly maxSubjects?: number;
}

export function memoryLimiter({
  clock = () => performance.now(),
  maxSubjects = 100_000,
}: MemoryLimiterOptions = {}): MemoryLimiter {
  const tables = new Map<string, SubjectTable>();
  const sweepAll = (): void => {
    for (const table of tables.values()) table.sweep(clock());
  };
  const sweeper = setInterval(sweepAll, sweepEveryMs).unref();
  const getTable = (rule: LimitRule): SubjectTable => {
    const table = tables.get(rule.name) ?? new SubjectTable(rule, maxSubjects);
    tables.set(rule.name, table);
    return table;
  };
  return {
    consume: (rule, subject) => getTable(rule).consume(subjectKey(subject), clock()),
    setCount: (rule, subject, known) => getTable(rule).setCount(subjectKey(subject), known, clock()),
    refund: (rule, subject) => tables.get(rule.name)?.refund(subjectKey(subject)),
    close() {
      clearInterval(sweeper);
      tables.clear();
      return Promise.resolve();
    },
  };
}

function subjectKey(subject: string): string {
  return subject.length > maxSubjectLength ? digest(subject) : subject;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    magpieConsume(
      key: string,
      quota: number,
      windowMicros: number,
      nowMicros: number | '',
    ): Result<ConsumeReply, Context>;
  }
}

type ConsumeReply = [allowed: 0 | 1, counted: number, oldestAgeMicros: number];

/**
 * Counts or denies one call atomically across nodes.
 *
 * KEYS[1] is a list of the times of the counted calls, oldest first, in microseconds.
 * ARGV: the quota, the window in microseconds, and the time; '' for the clock of Redis, which all nodes share.
 * Replies with whether the call is allowed (1 or 0), how many are counted, and the age of the oldest.
 */
const consumeScript = `
local key, quota, window, now = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end

-- In large steps first: trimming a quota of a million must not block Redis.
for _, stride in ipairs({ 1024, 1 }) do
  local last = tonumber(redis.call('LINDEX', key, stride - 1))
  while last and last <= now - window do
    redis.call('LTRIM', key, stride, -1)
    last = tonumber(redis.call('LINDEX', key, stride - 1))
  end
end

local counted = redis.call('LLEN', key)
local allowed = counted < quota
if allowed then
  redis.call('RPUSH', key, now)
  -- A second longer than the window: expiry is in milliseconds and may come early by one.
  redis.call('PEXPIRE', key, math.ceil(window / 1000) + 1000)
  counted = counted + 1
end
local oldest = tonumber(redis.call('LINDEX', key, 0)) or now
return { allowed and 1 or 0, counted, now - oldest }
`;

function redisKey(rule: LimitRule, subject: string): string {
  return `magpie:limit:${rule.name}:${keyPart(subject)}`;
}

interface RedisLimiterOptions {
  /** Milliseconds, for tests. Default: the clock of Redis, which all nodes share. */
  readonly clock?: () => number;
}

/** During an outage `fallback` counts for this node only. The caller closes the connection. */
export function redisLimiter(
  redis: Redis,
  fallback: NodeLimiter,
  log: Logger,
  { clock }: RedisLimiterOptions = {},
): RateLimiter {
  const link = linkTo(redis, log);
  redis.defineCommand('magpieConsume', { lua: consumeScript, numberOfKeys: 1 });
  return {
    async consume(rule, subject) {
      const now = clock === undefined ? '' : Math.round(clock() * 1000);
      const reply = await link.attempt(() =>
        redis.magpieConsume(redisKey(rule, subject), rule.quota, rule.windowSeconds * 1e6, now),
      );
      if (reply === undefined) return fallback.consume(rule, subject);
      const [allowed, counted, oldestAgeMicros] = reply;
      // An outage starts from the count of all nodes, not from a fresh quota.
      const oldestAgeMs = oldestAgeMicros / 1000;
      fallback.setCount(rule, subject, { counted: counted - allowed, oldestAgeMs });
      if (allowed === 1) await fallback.consume(rule, subject);
      return rateLimitResult(rule, allowed === 1, counted, oldestAgeMs);
    },
    async refund(rule, subject) {
      await link.attempt(() => redis.rpop(redisKey(rule, subject)));
      await fallback.refund(rule, subject);
    },
    close: () => fallback.close(),
  };
}
