import type { Team } from '@magpie/contract';
import type { FastifyInstance } from 'fastify';
import { type AddressLimit, countAddress } from './addressLimit.ts';

/** What whoever has the link of an invitation is told of it. */
interface Invitation {
  readonly teamName: string;
  readonly email: string;
  readonly role: Team['role'];
  readonly expiresAt: Date;
  /** Whether to sign in, or to sign up. */
  readonly hasAccount: boolean;
}

export interface Invitations extends AddressLimit {
  /** Throws when there is none that can be accepted. */
  readonly find: (token: string) => Promise<Invitation>;
}

/** `GET /api/invitations/<token>`: what an invitation is for, before anybody has signed in. */
export function mountInvitations(app: FastifyInstance, invitations: Invitations): void {
  app.get<{ Params: { token: string } }>('/api/invitations/:token', async (request, reply) => {
    await countAddress(invitations, 'invitations were looked up', request, reply);
    const { teamName, email, role, expiresAt, hasAccount } = await invitations.find(request.params.token);
    return { teamName, email, role, expiresAt: expiresAt.toISOString(), hasAccount };
  });
}
