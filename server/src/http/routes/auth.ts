import { type SignInFormName, signInForms } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyError } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import type { AuthResponse, AuthService, ClientInfo } from '../../auth/sessions/authService.ts';
import { parseJson } from '../../integrations/json.ts';
import type { Caller } from '../../rpc/procedure.ts';
import {
  addressBucket,
  authenticateSession,
  type Authentication,
  setCookies,
  readUserAgent,
} from '../middleware/authenticate.ts';
import { asMagpieError, prepareError } from '../middleware/errors.ts';
import { type PageNotice, sendNotice } from '../notice.ts';
import { limitAddress, type RateLimits } from '../middleware/rateLimit.ts';
import type { findShownInvitation } from '../../teams/invitations.ts';
import { assertSameOrigin } from '../middleware/sameOrigin.ts';
import type { createAuth } from '../../auth/feature.ts';
import { html } from '../../integrations/html.ts';
import { parseAsBytes } from '../middleware/decompress.ts';

export interface SignIn {
  readonly authService: Pick<AuthService, 'submit' | 'session' | 'verifyAddress' | 'handleCallback'>;
  readonly siteAddress: () => string;
}

const needSession: ReadonlySet<string> = new Set<SignInFormName>([
  'sign-out',
  'change-password',
  'set-password',
  'change-email',
  'update-user',
]);

const bodyLimit = 64 * 1024;

interface Exchange extends SignIn {
  readonly authentication: Authentication;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Page = (exchange: Exchange) => Promise<FastifyReply>;

/** `/api/auth/…`: only the listed forms and pages; other endpoints of better-auth are not exposed. */
export function mountAuth(app: FastifyInstance, authentication: Authentication, signIn: SignIn): void {
  app.route({
    method: app.supportedMethods,
    url: '/api/auth/*',
    config: { showsSecret: true },
    bodyLimit,
    handler: async (request, reply) => {
      const { '*': wanted } = request.params as { '*': string };
      const isForm = Object.hasOwn(signInForms, wanted);
      const page = isForm ? submitForm(wanted as SignInFormName) : findPage(wanted);
      if (page === null) throw new MagpieError('NOT_FOUND', 'There is nothing at this address.');
      const right = isForm ? 'POST' : 'GET';
      if (request.method !== right) {
        reply.header('Allow', right);
        throw new MagpieError(
          'METHOD_NOT_SUPPORTED',
          `Use ${right} for this address, not ${request.method}.`,
        );
      }
      return page({ ...signIn, authentication, request, reply });
    },
  });
}

function submitForm(form: SignInFormName): Page {
  return async (exchange) => {
    const { authService, authentication, request } = exchange;
    assertSameOrigin(request, authentication.publicUrl);
    const caller = needSession.has(form) ? await requireSession(exchange) : null;
    const body = request.body as Buffer | undefined;
    const input = body === undefined || body.length === 0 ? undefined : parseJson(body, 'The body');
    return send(exchange, await authService.submit(form, input, describeClient(request, caller)));
  };
}

function findPage(wanted: string): Page | null {
  if (wanted === 'get-session') return sendSession;
  if (wanted === 'verify-email') return verifyAddress;
  const provider = /^callback\/(google|github|microsoft|oidc)$/.exec(wanted)?.[1];
  return provider === undefined ? null : callbackPage(provider);
}

async function sendSession(exchange: Exchange): Promise<FastifyReply> {
  const { authService, authentication, request } = exchange;
  assertSameOrigin(request, authentication.publicUrl);
  return send(exchange, await authService.session(describeClient(request, null)));
}

async function verifyAddress({ authService, request, reply }: Exchange): Promise<FastifyReply> {
  try {
    // Other query parameters are ignored.
    const { token = '' } = request.query as { readonly token?: unknown };
    await authService.verifyAddress(String(token), describeClient(request, null));
    const sentence = 'Thank you. You can sign in now.';
    return sendNotice(reply, {
      status: 200,
      heading: 'Your address is verified',
      sentence,
      details: signInLink,
    });
  } catch (thrown) {
    const { httpStatus, message } = asMagpieError(thrown);
    if (httpStatus >= 500) throw thrown;
    if (httpStatus === 409)
      return sendNotice(reply, { status: 409, heading: 'Your address was not changed', sentence: message });
    const sentence = 'It was used, has expired or is incomplete. Sign in to get another.';
    return sendNotice(reply, {
      status: 410,
      heading: 'This link is no longer valid',
      sentence,
      details: signInLink,
    });
  }
}

function callbackPage(provider: string): Page {
  return async ({ authService, siteAddress, request, reply }) => {
    const client = describeClient(request, null);
    const query = /\?.*$/.exec(request.raw.url ?? '')?.[0] ?? '';
    const { location, setCookies: cookies } = await authService.handleCallback(provider, query, client);
    setCookies(request, reply, cookies, siteAddress());
    return reply.header('Referrer-Policy', 'no-referrer').redirect(location ?? `${siteAddress()}/`, 303);
  };
}

async function requireSession({ authentication, request, reply }: Exchange): Promise<Caller> {
  const token = authentication.sessions.tokenIn(request.headers.cookie);
  if (token === undefined) throw new MagpieError('UNAUTHORIZED', 'Sign in first.');
  return authenticateSession(authentication, token, request, reply);
}

function describeClient(request: FastifyRequest, caller: Caller | null): ClientInfo {
  const { ip, headers } = request;
  return {
    address: ip,
    network: addressBucket(ip),
    userAgent: readUserAgent(request),
    cookies: headers.cookie,
    caller,
  };
}

function send({ siteAddress, request, reply }: Exchange, answer: AuthResponse): FastifyReply {
  setCookies(request, reply, answer.setCookies, siteAddress());
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
}

export type FindInvitation = (token: string) => ReturnType<typeof findShownInvitation>;

export function mountInvitations(app: FastifyInstance, limits: RateLimits, find: FindInvitation): void {
  const preHandler = limitAddress(limits, 'invitations were looked up');
  app.get<{ Params: { token: string } }>('/api/invitations/:token', { preHandler }, async ({ params }) => {
    const { teamName, email, role, expiresAt, hasAccount } = await find(params.token);
    return { teamName, email, role, expiresAt: expiresAt.toISOString(), hasAccount };
  });
}

export type SignInLinks = ReturnType<typeof createAuth>['signInLinks'];

interface Link {
  readonly Params: { readonly token: string };
}

/** `/sign-in/<token>`: sign-in links, and the page for failed sign-ins with a provider. */
export function mountSignInLinks(
  app: FastifyInstance,
  limits: RateLimits,
  { publicUrl }: Pick<Authentication, 'publicUrl'>,
  siteAddress: () => string,
  links: SignInLinks,
): void {
  app.get<{ Querystring: { error?: unknown } }>('/sign-in/failed', ({ query }, reply) =>
    sendNotice(reply, {
      status: 403,
      heading: 'You are not signed in',
      sentence: links.providerErrorMessage(String(query.error)),
    }),
  );
  const limit = limitAddress(limits, 'links were opened');
  app.register((pages, _options, done) => {
    // The button sends an empty form.
    parseAsBytes(pages, 'application/x-www-form-urlencoded');
    pages.setErrorHandler<FastifyError>(sendErrorPage);
    // Mail scanners and previews open links too, so only the button uses the link.
    pages.get<Link>('/sign-in/:token', { preHandler: [redirectEmpty, limit] }, async (request, reply) => {
      return sendNotice(reply, (await links.isOpen(request.params.token)) ? signInButton : expiredLink);
    });
    pages.post<Link>('/sign-in/:token', { bodyLimit: 1024, preHandler: limit }, async (request, reply) => {
      assertSameOrigin(request, publicUrl);
      const { token } = request.params;
      const cookie = await links.open({ token, address: request.ip, userAgent: readUserAgent(request) });
      if (cookie === null) return sendNotice(reply, expiredLink);
      setCookies(request, reply, [cookie], siteAddress());
      return reply.header('Referrer-Policy', 'no-referrer').redirect(`${siteAddress()}/`, 303);
    });
    done();
  });
}

async function redirectEmpty(request: FastifyRequest<Link>, reply: FastifyReply): Promise<void> {
  if (request.params.token === '') await reply.redirect('/sign-in');
}

function sendErrorPage(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { httpStatus: status, message: sentence } = prepareError(thrown, request, reply);
  return sendNotice(reply, { status, heading: 'This did not work', sentence });
}

const signInLink = html`<a class="button" href="/sign-in">Sign in</a>`;

const signInButton: PageNotice = {
  status: 200,
  heading: 'Sign in to Magpie',
  sentence: 'This link signs you in once, on this device.',
  form: html`<form method="post"><button>Sign in</button></form>`,
};

const expiredLink: PageNotice = {
  status: 410,
  heading: 'This sign-in link has expired',
  sentence:
    'A link works once, within an hour. Sign in with your password, or ask your administrator for another.',
  details: html`${signInLink}
    <details>
      <summary>For the operator</summary>
      <p>This command prints another link:</p>
      <pre>npm run magpie -- users link &lt;email&gt;</pre>
    </details>`,
};
