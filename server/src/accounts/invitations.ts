import type { Team } from '@magpie/contract';
import { MagpieError } from '../kernel/errors.ts';
import type { Postgres } from '../kernel/postgres/postgres.ts';
import * as sql from './invitations.sql.ts';
import type { InvitationRow } from './invitations.sql.ts';
import { digestOf } from './secret.ts';

/** An invitation that can be accepted. */
export interface Invitation {
  readonly teamId: number;
  readonly teamName: string;
  readonly email: string;
  readonly role: Team['role'];
  readonly expiresAt: Date;
  /** Whether somebody with this address has an account. */
  readonly hasAccount: boolean;
}

/** The invitation that a link is for; null when it can not be accepted (any more). */
export async function invitationFor(
  db: Postgres,
  token: string,
  now = new Date(),
): Promise<Invitation | null> {
  const found = await sql.findInvitation(db, digestOf(token));
  return found === undefined || problemOf(found, now) !== null ? null : found;
}

/** Whether an address may make an account because it was invited: by the link of a mail to it, or by any that is open. */
export async function hasInvitation(db: Postgres, email: string, token: string | null): Promise<boolean> {
  if (token === null) return sql.isInvited(db, email, new Date());
  const invitation = await invitationFor(db, token);
  return invitation !== null && isSameAddress(invitation.email, email);
}

/** Makes somebody a member of the team that they were invited to; their address counts as verified from now on. */
export async function acceptInvitation(
  tx: Postgres,
  token: string,
  user: { readonly id: string; readonly email: string },
): Promise<{ teamId: number }> {
  void [tx, token, user];
  throw new MagpieError('NOT_IMPLEMENTED', 'Invitations cannot be accepted yet.');
}

function problemOf({ isUsed, expiresAt }: InvitationRow, now: Date): MagpieError | null {
  if (isUsed) return new MagpieError('CONFLICT', 'This invitation was accepted already.');
  if (expiresAt > now) return null;
  return new MagpieError(
    'CONFLICT',
    `This invitation expired on ${expiresAt.toISOString().slice(0, 10)}; ask for a new one.`,
  );
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
