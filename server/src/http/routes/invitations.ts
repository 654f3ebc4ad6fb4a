import type { Team } from '@magpie/contract';
import type { FastifyInstance } from 'fastify';
import { limitAddress, type RateLimits } from '../middleware/rateLimit.ts';

/** What the holder of an invitation link may see. */
interface Invitation {
  readonly teamName: string;
  readonly email: string;
  readonly role: Team['role'];
  readonly expiresAt: Date;
  /** Whether the invited person signs in, or signs up. */
  readonly hasAccount: boolean;
}

export interface Invitations {
  /** Throws if the invitation cannot be accepted. */
  readonly find: (token: string) => Promise<Invitation>;
}

/** `GET /api/invitations/<token>`: the details of an invitation, without signing in. */
export function mountInvitations(app: FastifyInstance, limits: RateLimits, invitations: Invitations): void {
  const preHandler = limitAddress(limits, 'invitations were looked up');
  app.get<{ Params: { token: string } }>('/api/invitations/:token', { preHandler }, async ({ params }) => {
    const { teamName, email, role, expiresAt, hasAccount } = await invitations.find(params.token);
    return { teamName, email, role, expiresAt: expiresAt.toISOString(), hasAccount };
  });
}
