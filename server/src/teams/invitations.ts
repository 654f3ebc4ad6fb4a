import type { contract, ParsedInputOf, Team } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import { queueMail } from '../integrations/mail/outbox.sql.ts';
import { isUniqueViolation, type Postgres } from '../db/postgres/postgres.ts';
import type { Call } from '../rpc/procedure.ts';
import { toActor, addAuditEntry } from '../rpc/auditLog.sql.ts';
import { invitationMail } from './invitationMail.ts';
import * as sql from './invitations.sql.ts';
import { allowsSignUp, findOpenLink, joinByLink } from './inviteLinks.ts';
import { roleInTeam } from '../rpc/scopes.sql.ts';
import { teamNotFound } from '../rpc/scopes.ts';
import { hashSecret, newToken } from '../rpc/secret.ts';
import { assertTeamQuota } from './quotas.ts';
import { joinTeam, lockTeam } from './teams.sql.ts';

const daysValid = 7;
/** Per 24 hours for one team or by one user, to prevent spam. */
const maxMails = 50;

type Invitation = Omit<sql.InvitationRow, 'isUsed'>;

/** What the page of an invitation shows. An invite link is for anyone: its `email` is null. */
export async function findShownInvitation(db: Postgres, token: string) {
  const found = await sql.findInvitation(db, hashSecret(token));
  if (found !== undefined) {
    assertOpen(found);
    return found;
  }
  const link = await findOpenLink(db, token);
  if (link === undefined) throw invitationNotFound();
  return { ...link, email: null, hasAccount: false };
}

/** A mailed token proves control of the address; the link shown to the inviter does not. */
export async function checkInvitation(db: Postgres, email: string, token: string) {
  const found = await sql.findInvitation(db, hashSecret(token));
  if (found === undefined) return { isInvited: await allowsSignUp(db, token), isMailed: false };
  const isInvited = findProblem(found) === null && isSameAddress(found.email, email);
  return { isInvited, isMailed: isInvited && isMailedLink(found, token) };
}

function isMailedLink({ tokenSha256 }: Pick<Invitation, 'tokenSha256'>, token: string): boolean {
  return tokenSha256.equals(hashSecret(token));
}

interface JoiningUser {
  readonly id: string;
  readonly email: string;
  readonly isVerified: boolean;
}

type AcceptInput = ParsedInputOf<typeof contract.teams.acceptInvitation>;

/** Returns the id of the team. Accepting with the mailed link also verifies the address. */
export async function acceptInvitation(
  call: Pick<Call<AcceptInput>, 'input' | 'caller' | 'address' | 'db'>,
  markVerified: (tx: Postgres, userId: string) => Promise<boolean>,
): Promise<number> {
  const { input, caller, db: tx } = call;
  const { token, id = 0 } = input;
  const { userId } = caller;
  const user = { id: userId, ...(await sql.findPersonName(tx, userId)) };
  const link = token === undefined ? undefined : await joinByLink(tx, token, user);
  if (link !== undefined) {
    const joined = { act: 'team.joined', teamId: link.teamId, details: { role: link.role } } as const;
    await addAuditEntry(tx, { ...toActor(call), subject: user.email, ...joined });
    return link.teamId;
  }
  const invitation =
    token === undefined
      ? await lockInvitationToTeam(tx, id, user)
      : await lockInvitation(tx, hashSecret(token), user);
  const { teamId, role } = invitation;
  await assertTeamQuota(tx, user.id);
  await join(tx, teamId, user);
  await sql.markUsed(tx, invitation.tokenSha256);
  const entry = { ...toActor(call), subject: user.email };
  const isProof = token !== undefined && isMailedLink(invitation, token);
  if (isProof && (await markVerified(tx, user.id)))
    await addAuditEntry(tx, { ...entry, act: 'email.verified' });
  await addAuditEntry(tx, { ...entry, act: 'team.joined', teamId, details: { role } });
  return teamId;
}

async function lockInvitationToTeam(tx: Postgres, teamId: number, user: JoiningUser) {
  await lockTeam(tx, teamId);
  const role = await roleInTeam(tx, teamId, user.id);
  if (role === undefined) throw teamNotFound(teamId);
  if (role !== null) throw new MagpieError('CONFLICT', `You are already a member of team ${teamId}.`);
  const invitation = user.isVerified ? await sql.findOpenInvitation(tx, teamId, user.email) : undefined;
  if (invitation === undefined) {
    throw new MagpieError(
      'FORBIDDEN',
      `There is no invitation to team ${teamId} for your account; use the invitation link, or verify your e-mail address first.`,
    );
  }
  assertOpen(invitation);
  return invitation;
}

async function lockInvitation(tx: Postgres, tokenSha256: Buffer, user: JoiningUser) {
  const found = await sql.findInvitation(tx, tokenSha256);
  if (found !== undefined) await lockTeam(tx, found.teamId);
  const invitation = await sql.findInvitation(tx, tokenSha256);
  if (invitation === undefined) throw invitationNotFound();
  if (!isSameAddress(invitation.email, user.email)) {
    throw new MagpieError(
      'FORBIDDEN',
      'This invitation was sent to a different address; sign in with the account of that address.',
    );
  }
  assertOpen(invitation);
  return invitation;
}

async function join(tx: Postgres, teamId: number, user: JoiningUser): Promise<void> {
  try {
    await joinTeam(tx, teamId, user);
  } catch (error) {
    if (!isUniqueViolation(error, 'team_members_team_id_user_id_key')) throw error;
    throw new MagpieError('CONFLICT', `You are already a member of team ${teamId} under another address.`);
  }
}

function invitationNotFound(): MagpieError {
  return notFoundError(
    'invitation',
    undefined,
    'There is no such invitation; it may have been revoked or replaced by a newer one.',
  );
}

function findProblem({ isUsed, expiresAt }: sql.InvitationRow): string | null {
  if (isUsed) return 'This invitation was already accepted.';
  if (expiresAt.getTime() > Date.now()) return null;
  return `This invitation expired on ${expiresAt.toISOString().slice(0, 10)}; request a new one.`;
}

function assertOpen(invitation: sql.InvitationRow): void {
  const problem = findProblem(invitation);
  if (problem !== null) throw new MagpieError('CONFLICT', problem);
}

/** Invited addresses are ASCII, so only A to Z is folded: other letters must not map to ASCII ones. */
function isSameAddress(invited: string, other: string): boolean {
  return invited.toLowerCase() === other.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

interface InvitationParams {
  readonly team: { readonly id: number; readonly name: string };
  readonly member: { readonly email: string; readonly role: Team['role'] };
  readonly invitedBy: string;
  readonly site: string;
}

/** Mails a new link and returns a second one for the inviter. Earlier links for the address stop working. */
export async function sendInvitation(tx: Postgres, params: InvitationParams): Promise<string> {
  const { team, member, invitedBy, site } = params;
  const { email, role } = member;
  await assertMailQuota(tx, team.id, invitedBy);
  const inviter = await sql.findPersonName(tx, invitedBy);
  const [token, linkToken] = [newToken(), newToken()];
  const expiresAt = new Date(Date.now() + daysValid * 86_400_000);
  await sql.voidInvitations(tx, team.id, email);
  await sql.insertInvitation(tx, {
    tokenSha256: hashSecret(token),
    linkSha256: hashSecret(linkToken),
    teamId: team.id,
    invitedBy,
    email,
    expiresAt,
  });
  const link = `${site}/join/${token}`;
  await queueMail(tx, invitationMail({ to: email, inviter, teamName: team.name, role, link, expiresAt }));
  return `${site}/join/${linkToken}`;
}

async function assertMailQuota(tx: Postgres, teamId: number, userId: string): Promise<void> {
  const retryAfter = (await sql.recentlySent(tx, teamId, userId)).at(-maxMails);
  if (retryAfter === undefined) return;
  throw new MagpieError(
    'TOO_MANY_REQUESTS',
    `At most ${maxMails} invitations can be sent in 24 hours per team and per user; wait ${retryAfter} seconds.`,
    { retryAfter },
  );
}
