import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html, type Html } from '../kernel/html.ts';
import { MagpieError } from '../kernel/errors.ts';
import type { Caller } from '../kernel/procedure.ts';
import { countAddress } from './addressLimit.ts';
import { type SigningIn, visitorOf } from './auth.ts';
import type { Authentication } from './authentication.ts';
import { setCookies } from './cookies.ts';
import { fieldOf, mountFormPages } from './formPages.ts';
import { type Invitation, type Invitations, lookedUp } from './invitations.ts';
import { sendNotice } from './notice.ts';
import { refuseOtherOrigins } from './sameOrigin.ts';

interface Link {
  readonly Params: { readonly token: string };
}

/** `/join/<token>`: what the link of an invitation opens. Who is not signed in does that first, or signs up. */
export function mountJoinPage(
  app: FastifyInstance,
  authentication: Authentication,
  signing: SigningIn,
  invitations: Invitations,
): void {
  const whoIsMeant = async (request: FastifyRequest, invitation: Invitation): Promise<Caller | null> => {
    const token = authentication.sessions.tokenIn(request.headers.cookie) ?? null;
    const caller = token === null ? undefined : await authentication.sessions.callerOf(token);
    return caller !== undefined && (await invitations.isFor(invitation, caller)) ? caller : null;
  };
  mountFormPages(app, (pages) => {
    pages.get<Link>('/join/:token', async (request, reply) => {
      await countAddress(invitations, lookedUp, request, reply);
      const invitation = await invitations.find(request.params.token);
      const isSignedIn = (await whoIsMeant(request, invitation)) !== null;
      return sendInvitation(reply, invitation, isSignedIn);
    });
    pages.post<Link>('/join/:token', async (request, reply) => {
      await countAddress(invitations, lookedUp, request, reply);
      refuseOtherOrigins(request, authentication.publicUrl);
      const { token } = request.params;
      const invitation = await invitations.find(token);
      const caller = await whoIsMeant(request, invitation);
      if (caller === null) return signIn(signing, invitation, request, reply);
      await invitations.accept(token, { caller, address: request.ip });
      return sendNotice(reply, {
        status: 200,
        heading: html`You are in the team ${invitation.teamName}`,
        sentence: 'Its boards are among yours from now on.',
      });
    });
  });
}

/** Signs them in, or up and in; the page that follows has the button to join. */
async function signIn(
  { desk, siteAddress }: SigningIn,
  invitation: Invitation,
  request: FastifyRequest<Link>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { email, hasAccount } = invitation;
  const password = fieldOf(request, 'password');
  const visitor = visitorOf(request, null);
  const { token } = request.params;
  try {
    if (!hasAccount) {
      const name = fieldOf(request, 'name');
      await desk.submit('sign-up/email', { email, password, name, invitationToken: token }, visitor);
    }
    const answer = await desk.submit('sign-in/email', { email, password }, visitor);
    setCookies(request, reply, answer.setCookies, siteAddress());
    return reply.redirect(`${siteAddress()}/join/${encodeURIComponent(token)}`, 303);
  } catch (error) {
    if (!(error instanceof MagpieError) || (error.httpStatus !== 400 && error.httpStatus !== 401))
      throw error;
    return sendNotice(reply, {
      status: error.httpStatus,
      heading: 'This did not work',
      sentence: error.message,
      form: passwordForm(invitation),
    });
  }
}

function sendInvitation(reply: FastifyReply, invitation: Invitation, isSignedIn: boolean): FastifyReply {
  const { teamName, email, role, expiresAt, hasAccount } = invitation;
  const next = isSignedIn
    ? ''
    : hasAccount
      ? ' Sign in with this address to accept it.'
      : ' Choose a password to make an account for this address.';
  return sendNotice(reply, {
    status: 200,
    heading: html`Join the team ${teamName}`,
    sentence: html`${email} is invited to it as ${role}, until ${expiresAt.toISOString().slice(0, 10)}.${next}`,
    form: isSignedIn
      ? html`<form method="post"><button>Join</button></form>`
      : passwordForm({ email, hasAccount }),
  });
}

function passwordForm({ email, hasAccount }: Pick<Invitation, 'email' | 'hasAccount'>): Html {
  const name = html`<label>Name <input name="name" maxlength="120" autocomplete="name" /></label>`;
  return html`<form method="post">
    <label>Address <input type="email" value="${email}" readonly autocomplete="username" /></label>
    ${hasAccount ? null : name}
    <label
      >Password
      <input
        type="password"
        name="password"
        required
        autocomplete="${hasAccount ? 'current-password' : 'new-password'}"
    /></label>
    <button>${hasAccount ? 'Sign in' : 'Sign up'}</button>
  </form>`;
}
