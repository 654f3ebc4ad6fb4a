import type { FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { limitHeaders, type LimitRule, type RateLimiter } from '../rpc/rateLimit/rateLimit.ts';
import { addressBucket } from './authentication.ts';

/** Rate limit per network address, for public routes. */
export interface AddressLimit {
  readonly limiter: RateLimiter;
  readonly limit: LimitRule;
}

/** @param what for the message, such as 'links were opened' */
export async function countAddress(
  { limiter, limit }: AddressLimit,
  what: string,
  { ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const result = await limiter.consume(limit, addressBucket(ip));
  reply.headers(limitHeaders(limit, result));
  if (result.allowed) return;
  const { resetSeconds: retryAfter } = result;
  const sentence = `Too many ${what} from this address; wait ${retryAfter} seconds.`;
  throw new MagpieError('TOO_MANY_REQUESTS', sentence, { retryAfter });
}
