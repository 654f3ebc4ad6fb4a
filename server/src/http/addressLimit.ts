import type { FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { limitHeaders, type LimitRule, type RateLimiter } from '../rpc/rateLimit/rateLimit.ts';
import { addressBucket } from './authentication.ts';

/** How often one network address may ask for something that is open to everybody. */
export interface AddressLimit {
  readonly limiter: RateLimiter;
  readonly limit: LimitRule;
}

/** @param what was done, such as 'links were opened' */
export async function countAddress(
  { limiter, limit }: AddressLimit,
  what: string,
  { ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const verdict = await limiter.take(limit, addressBucket(ip));
  reply.headers(limitHeaders(limit, verdict));
  if (verdict.allowed) return;
  const { resetSeconds: retryAfter } = verdict;
  const sentence = `Too many ${what} from this address; wait ${retryAfter} seconds.`;
  throw new MagpieError('TOO_MANY_REQUESTS', sentence, { retryAfter });
}
