import type { Team } from '@magpie/contract';
import type { FastifyInstance } from 'fastify';
import { type AddressLimit, countAddress } from './addressLimit.ts';

/** What the holder of an invitation link may see. */
interface Invitation {
  readonly teamName: string;
  readonly email: string;
  readonly role: Team['role'];
  readonly expiresAt: Date;
  /** Whether the invited person signs in, or signs up. */
  readonly hasAccount: boolean;
}

export interface Invitations extends AddressLimit {
  /** Throws if the invitation cannot be accepted. */
  readonly find: (token: string) => Promise<Invitation>;
}

/** `GET /api/invitations/<token>`: the details of an invitation, without signing in. */
export function mountInvitations(app: FastifyInstance, invitations: Invitations): void {
  app.get<{ Params: { token: string } }>('/api/invitations/:token', async (request, reply) => {
    await countAddress(invitations, 'invitations were looked up', request, reply);
    const { teamName, email, role, expiresAt, hasAccount } = await invitations.find(request.params.token);
    return { teamName, email, role, expiresAt: expiresAt.toISOString(), hasAccount };
  });
}
