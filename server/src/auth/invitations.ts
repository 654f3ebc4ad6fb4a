import { randomBytes } from 'node:crypto';
import type { Team } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import { postMail } from '../integrations/mail/outbox.sql.ts';
import { isUniqueViolation, type Postgres } from '../db/postgres/postgres.ts';
import type { Call } from '../rpc/procedure.ts';
import { actorOf, addAuditEntry } from './auditLog.sql.ts';
import { invitationMail } from './invitationMail.ts';
import * as sql from './invitations.sql.ts';
import type { InvitationRow } from './invitations.sql.ts';
import { roleInTeam } from '../rpc/scopes.sql.ts';
import { markVerified, personNamed } from './people.sql.ts';
import { noTeam } from './roles.ts';
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

/** What the link of an invitation says about whoever signs up with it. */
export interface LinkProof {
  /** It is an open invitation of this address. */
  readonly isInvited: boolean;
  /** It was mailed to this address, so whoever has it reads that mail. A link that was shown to the inviter is no proof. */
  readonly isMailed: boolean;
}

export async function proofOfLink(db: Postgres, email: string, token: string): Promise<LinkProof> {
  const invitation = await invitationFor(db, token);
  const isOfAddress = invitation !== null && isSameAddress(invitation.email, email);
  return { isInvited: isOfAddress, isMailed: isOfAddress && isMailedLink(invitation, token) };
}

function isMailedLink({ tokenSha256 }: Pick<Invitation, 'tokenSha256'>, token: string): boolean {
  return tokenSha256.equals(digestOf(token));
}

interface Joining {
  readonly id: string;
  readonly email: string;
  readonly isVerified: boolean;
}

/** An invitation by a link of it, or by the team it is for. */
interface Accepted {
  readonly token?: string | undefined;
  readonly id?: number | undefined;
}

/**
 * Makes the caller a member of the team that they are invited to; its id. Whoever accepts by the mailed link has
 * verified their address by that.
 */
export async function acceptInvitation(
  tx: Postgres,
  { token, id = 0 }: Accepted,
  by: Pick<Call<unknown>, 'caller' | 'address'>,
): Promise<number> {
  const { userId } = by.caller;
  const user = { id: userId, ...(await personNamed(tx, userId)) };
  const invitation =
    token === undefined
      ? await holdInvitationTo(tx, id, user)
      : await holdInvitation(tx, digestOf(token), user);
  const { teamId, role } = invitation;
  await refuseMoreTeams(tx, user.id);
  await join(tx, teamId, user);
  await sql.markUsed(tx, invitation.tokenSha256);
  const noted = { ...actorOf(by), subject: user.email };
  const isProof = token !== undefined && isMailedLink(invitation, token);
  if (isProof && (await markVerified(tx, user.id))) await addAuditEntry(tx, { ...noted, act: 'email.verified' });
  await addAuditEntry(tx, { ...noted, act: 'team.joined', teamId, details: { role } });
  return teamId;
}

/** The invitation to a team that the caller sees in their list of teams, while nobody else changes who is in the team. */
async function holdInvitationTo(tx: Postgres, teamId: number, user: Joining): Promise<InvitationRow> {
  await lockTeam(tx, teamId);
  const role = await roleInTeam(tx, teamId, user.id);
  if (role === undefined) throw noTeam(teamId);
  if (role !== null) throw new MagpieError('CONFLICT', `You are in team ${teamId} already.`);
  const held = user.isVerified ? await sql.findOpenInvitation(tx, teamId, user.email) : undefined;
  if (held === undefined) {
    throw new MagpieError(
      'FORBIDDEN',
      `There is no invitation to team ${teamId} for your account; use the link of the invitation, or verify your e-mail address first.`,
    );
  }
  refuseClosed(held);
  return held;
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

/** Mails a new link and returns another for the inviter; earlier links of the same address stop working. */
export async function sendInvitation(tx: Postgres, sending: Sending): Promise<string> {
  const { team, member, invitedBy, site } = sending;
  const { email, role } = member;
  await refuseMoreMails(tx, team.id, invitedBy);
  const inviter = await personNamed(tx, invitedBy);
  const [token, linkToken] = [newToken(), newToken()];
  const expiresAt = new Date(Date.now() + daysValid * 86_400_000);
  await sql.voidInvitations(tx, team.id, email);
  await sql.insertInvitation(tx, {
    tokenSha256: digestOf(token),
    linkSha256: digestOf(linkToken),
    teamId: team.id,
    invitedBy,
    email,
    expiresAt,
  });
  const link = `${site}/join/${token}`;
  await postMail(tx, invitationMail({ to: email, inviter, teamName: team.name, role, link, expiresAt }));
  return `${site}/join/${linkToken}`;
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
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
