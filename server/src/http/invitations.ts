import type { Team } from '@magpie/contract';
import type { FastifyInstance } from 'fastify';
import { MagpieError } from '../kernel/errors.ts';
import { limitHeaders, type LimitRule, type RateLimiter } from '../kernel/limits.ts';
import { addressBucket } from './authentication.ts';

/** What whoever has the link of an invitation is told of it. */
interface Invitation {
  readonly teamName: string;
  readonly email: string;
  readonly role: Team['role'];
  readonly expiresAt: Date;
  /** Whether to sign in, or to sign up. */
  readonly hasAccount: boolean;
}

export interface Invitations {
  /** Throws when there is none that can be accepted. */
  readonly find: (token: string) => Promise<Invitation>;
  readonly limiter: RateLimiter;
  /** Of one address. */
  readonly limit: LimitRule;
}

/** `GET /api/invitations/<token>`: what an invitation is for, before anybody has signed in. */
export function mountInvitations(app: FastifyInstance, { find, limiter, limit }: Invitations): void {
  app.get<{ Params: { token: string } }>('/api/invitations/:token', async ({ params, ip }, reply) => {
    const verdict = await limiter.take(limit, addressBucket(ip));
    reply.headers(limitHeaders(limit, verdict));
    if (!verdict.allowed) {
      const sentence = `Too many invitations were looked up from this address; wait ${verdict.resetSeconds} seconds.`;
      throw new MagpieError('TOO_MANY_REQUESTS', sentence, { retryAfter: verdict.resetSeconds });
    }
    const { teamName, email, role, expiresAt, hasAccount } = await find(params.token);
    return { teamName, email, role, expiresAt: expiresAt.toISOString(), hasAccount };
  });
}
