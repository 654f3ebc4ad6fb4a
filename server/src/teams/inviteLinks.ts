import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import { hashSecret } from '../rpc/secret.ts';
import { voidInvitations } from './invitations.sql.ts';
import * as sql from './inviteLinks.sql.ts';
import { assertRoomForMember, assertTeamQuota } from './quotas.ts';
import { lockTeam, memberWithId } from './teams.sql.ts';

/** Accounts created with one link; more than one for a single use, because a sign-up may be abandoned. */
const maxSignUps = { single: 3, several: 500 };

/** The open link with this token; undefined if no link has it. */
export async function findOpenLink(db: Postgres, token: string): Promise<sql.TokenLink | undefined> {
  const link = await sql.findLinkByToken(db, hashSecret(token));
  if (link !== undefined) assertOpen(link);
  return link;
}

/** Whether a sign-up may use this token as an invitation; it proves no address. */
export function allowsSignUp(db: Postgres, token: string): Promise<boolean> {
  return sql.consumeSignUp(db, hashSecret(token), maxSignUps);
}

/** Undefined if no link has this token. */
export async function joinByLink(
  tx: Postgres,
  token: string,
  user: { readonly id: string; readonly email: string },
): Promise<sql.TokenLink | undefined> {
  const found = await sql.findLinkByToken(tx, hashSecret(token));
  if (found === undefined) return undefined;
  await lockTeam(tx, found.teamId);
  // Read again under the lock: it may have been used or revoked.
  const link = await findOpenLink(tx, token);
  if (link === undefined) return undefined;
  if ((await memberWithId(tx, link.teamId, user.id)) !== undefined)
    throw new MagpieError('CONFLICT', `You are already a member of team ${link.teamId}.`);
  await assertTeamQuota(tx, user.id);
  await assertRoomForMember(tx, link.teamId);
  await sql.joinByLink(tx, link, user);
  await voidInvitations(tx, link.teamId, user.email);
  await sql.countUse(tx, link.id);
  return link;
}

function assertOpen({ singleUse, uses, expiresAt }: sql.TokenLink): void {
  if (singleUse && uses > 0) throw new MagpieError('CONFLICT', 'This invite link was already used.');
  if (expiresAt.getTime() > Date.now()) return;
  const day = expiresAt.toISOString().slice(0, 10);
  throw new MagpieError('CONFLICT', `This invite link expired on ${day}; request a new one.`);
}
