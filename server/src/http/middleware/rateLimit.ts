import { MagpieError } from '@magpie/contract/errors';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import {
  limitHeaders,
  type Limits,
  type RateLimiter,
  rateLimitError,
} from '../../rpc/rateLimit/rateLimit.ts';
import { addressBucket } from './authenticate.ts';

export interface RateLimits {
  readonly limiter: RateLimiter;
  readonly limits: Limits;
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function limitCaller({ limiter, limits }: RateLimits, limit: keyof Limits): Hook {
  const rule = limits[limit];
  return async ({ caller }, reply) => {
    const result = await limiter.consume(rule, caller.userId);
    reply.headers(limitHeaders(rule, result));
    if (!result.allowed) throw rateLimitError(rule, result);
  };
}

/** @param what for the message, such as 'links were opened' */
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

/** Rejects other methods with 405. Fastify itself would respond 404, before authentication. */
export function allowMethods(...allowed: readonly string[]): onRequestAsyncHookHandler {
  return async ({ method, routeOptions }, reply) => {
    if (allowed.includes(method)) return;
    reply.header('Allow', allowed.join(', '));
    throw new MagpieError(
      'METHOD_NOT_SUPPORTED',
      `Use ${allowed[0]} for ${routeOptions.url}, not ${method}.`,
    );
  };
}
