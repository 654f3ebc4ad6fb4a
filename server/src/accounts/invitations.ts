import { randomBytes } from 'node:crypto';
import type { Team } from '@magpie/contract';
import { MagpieError } from '../kernel/errors.ts';
import { postMail } from '../kernel/mail/outbox.sql.ts';
import { isUniqueViolation, type Postgres } from '../kernel/postgres/postgres.ts';
import type { Call } from '../kernel/procedure.ts';
import { actorOf, noteAct } from './audit.sql.ts';
import { invitationMail } from './invitationMail.ts';
import * as sql from './invitations.sql.ts';
import type { InvitationRow } from './invitations.sql.ts';
import { emailOf, markVerified, personNamed } from './people.sql.ts';
import { digestOf } from './secret.ts';
import { countTeamsOf, joinTeam, lockTeam } from './teams.sql.ts';

const daysValid = 7;
/** Mailed in 24 hours for one team or by one person: strangers are not to be flooded in our name. */
const mostMails = 50;
const mostTeams = 100;

/** An invitation that can be accepted. */
type Invitation = Omit<InvitationRow, 'isUsed'>;

/** The invitation that a link is for; null when it cannot be accepted (any more). */
async function invitationFor(db: Postgres, token: string): Promise<Invitation | null> {
  const found = await sql.findInvitation(db, digestOf(token));
  return found === undefined || problemOf(found) !== null ? null : found;
}

/** The same, or why it cannot be. */
export async function openInvitation(db: Postgres, token: string): Promise<Invitation> {
  const found = await sql.findInvitation(db, digestOf(token));
  if (found === undefined) throw unknown();
  refuseClosed(found);
  return found;
}

/** Whether an address may make an account because it was invited: by the link of a mail to it, or by any that is open. */
export async function hasInvitation(db: Postgres, email: string, token: string | null): Promise<boolean> {
  if (token === null) return sql.isInvited(db, email);
  const invitation = await invitationFor(db, token);
  return invitation !== null && isSameAddress(invitation.email, email);
}

interface Joining {
  readonly id: string;
  readonly email: string;
}

/**
 * Makes whoever calls a member of the team that they were invited to; its id. Their address counts as verified from
 * now on: the link was sent there.
 */
export async function acceptInvitation(
  tx: Postgres,
  token: string,
  by: Pick<Call<unknown>, 'caller' | 'address'>,
): Promise<number> {
  const { userId } = by.caller;
  const user = { id: userId, email: await emailOf(tx, userId) };
  const tokenSha256 = digestOf(token);
  const { teamId, role } = await holdInvitation(tx, tokenSha256, user);
  await refuseMoreTeams(tx, user.id);
  await join(tx, teamId, user);
  await sql.markUsed(tx, tokenSha256);
  const noted = { ...actorOf(by), subject: user.email };
  if (await markVerified(tx, user.id)) await noteAct(tx, { ...noted, act: 'email.verified' });
  await noteAct(tx, { ...noted, act: 'team.joined', teamId, details: { role } });
  return teamId;
}

/** The invitation as it is while nobody else changes who is in the team. */
async function holdInvitation(tx: Postgres, tokenSha256: Buffer, user: Joining): Promise<InvitationRow> {
  const seen = await sql.findInvitation(tx, tokenSha256);
  if (seen !== undefined) await lockTeam(tx, seen.teamId);
  const held = await sql.findInvitation(tx, tokenSha256);
  if (held === undefined) throw unknown();
  if (!isSameAddress(held.email, user.email)) {
    throw new MagpieError(
      'FORBIDDEN',
      'This invitation was sent to another address than yours; sign in with the one that it was sent to.',
    );
  }
  refuseClosed(held);
  return held;
}

export async function refuseMoreTeams(tx: Postgres, userId: string): Promise<void> {
  if ((await countTeamsOf(tx, userId)) < mostTeams) return;
  throw new MagpieError(
    'CONFLICT',
    `You are in ${mostTeams} teams, and nobody can be in more; leave one first.`,
  );
}

async function join(tx: Postgres, teamId: number, user: Joining): Promise<void> {
  try {
    await joinTeam(tx, teamId, user);
  } catch (error) {
    if (!isUniqueViolation(error, 'team_members_team_id_user_id_key')) throw error;
    throw new MagpieError('CONFLICT', `You are in team ${teamId} already, under another address.`);
  }
}

function unknown(): MagpieError {
  return new MagpieError(
    'NOT_FOUND',
    'There is no such invitation; it may have been taken back, or a newer one was sent.',
  );
}

function problemOf({ isUsed, expiresAt }: InvitationRow): string | null {
  if (isUsed) return 'This invitation was accepted already.';
  if (expiresAt.getTime() > Date.now()) return null;
  return `This invitation expired on ${expiresAt.toISOString().slice(0, 10)}; ask for a new one.`;
}

function refuseClosed(invitation: InvitationRow): void {
  const problem = problemOf(invitation);
  if (problem !== null) throw new MagpieError('CONFLICT', problem);
}

/** Addresses that were invited are ASCII, so no other letter becomes one of theirs. */
function isSameAddress(invited: string, other: string): boolean {
  return invited.toLowerCase() === other.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

interface Sending {
  readonly team: { readonly id: number; readonly name: string };
  readonly member: { readonly email: string; readonly role: Team['role'] };
  readonly invitedBy: string;
  readonly site: string;
}

/** Mails a new link; those sent to the same address before lead nowhere from now on. */
export async function sendInvitation(tx: Postgres, sending: Sending): Promise<void> {
  const { team, member, invitedBy, site } = sending;
  const { email, role } = member;
  await refuseMoreMails(tx, team.id, invitedBy);
  const inviter = await personNamed(tx, invitedBy);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + daysValid * 86_400_000);
  await sql.voidInvitations(tx, team.id, email);
  await sql.insertInvitation(tx, {
    tokenSha256: digestOf(token),
    teamId: team.id,
    invitedBy,
    email,
    expiresAt,
  });
  const link = `${site}/join/${token}`;
  await postMail(tx, invitationMail({ to: email, inviter, teamName: team.name, role, link, expiresAt }));
}

async function refuseMoreMails(tx: Postgres, teamId: number, userId: string): Promise<void> {
  const retryAfter = (await sql.sentLately(tx, teamId, userId)).at(-mostMails);
  if (retryAfter === undefined) return;
  throw new MagpieError(
    'TOO_MANY_REQUESTS',
    `At most ${mostMails} invitations are sent in 24 hours for one team or by one person; wait ${retryAfter} seconds.`,
    { retryAfter },
  );
}
