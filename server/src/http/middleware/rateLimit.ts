import type { LimitClass } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  limitHeaders,
  type LimitRule,
  type Limits,
  type RateLimiter,
  type RateLimitResult,
} from '../../rpc/rateLimit/rateLimit.ts';
import { addressBucket } from './authenticate.ts';

export interface RateLimits {
  readonly limiter: RateLimiter;
  readonly limits: Limits;
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Counts every request of a route against a limit of its caller. */
export function limitCaller({ limiter, limits }: RateLimits, limit: keyof Limits): Hook {
  const rule = limits[limit];
  return async ({ caller }, reply) => {
    const result = await limiter.consume(rule, caller.userId);
    reply.headers(limitHeaders(rule, result));
    if (!result.allowed) throw rateLimitError(rule, result);
  };
}

/**
 * Counts every request of a public route against the limit of its network address.
 *
 * @param what for the message, such as 'links were opened'
 */
export function limitAddress({ limiter, limits }: RateLimits, what: string): Hook {
  const rule = limits.public;
  return async ({ ip }, reply) => {
    const result = await limiter.consume(rule, addressBucket(ip));
    reply.headers(limitHeaders(rule, result));
    if (result.allowed) return;
    const { resetSeconds: retryAfter } = result;
    const message = `Too many ${what} from this address; wait ${retryAfter} seconds.`;
    throw new MagpieError('TOO_MANY_REQUESTS', message, { retryAfter });
  };
}

/**
 * Counts the calls of one request and returns the error of each that exceeds its limit. The headers are those of the
 * class with the fewest remaining calls.
 */
export async function countCalls(
  { limiter, limits }: RateLimits,
  classes: readonly LimitClass[],
  { caller }: FastifyRequest,
  reply: FastifyReply,
): Promise<(MagpieError | undefined)[]> {
  const errors: (MagpieError | undefined)[] = [];
  let tightest: { readonly rule: LimitRule; readonly result: RateLimitResult } | undefined;
  for (const limit of classes) {
    const rule = limits[limit];
    const result = await limiter.consume(rule, caller.userId);
    errors.push(result.allowed ? undefined : rateLimitError(rule, result));
    if (tightest === undefined || result.remaining <= tightest.result.remaining) tightest = { rule, result };
  }
  if (tightest !== undefined) reply.headers(limitHeaders(tightest.rule, tightest.result));
  return errors;
}

export function rateLimitError(rule: LimitRule, { resetSeconds }: RateLimitResult): MagpieError {
  return new MagpieError(
    'TOO_MANY_REQUESTS',
    `More than ${rule.quota} calls of the class '${rule.name}' in ${rule.windowSeconds} seconds; wait ${resetSeconds} seconds.`,
    { retryAfter: resetSeconds },
  );
}
