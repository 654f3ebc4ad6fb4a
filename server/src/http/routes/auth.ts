import { type SignInFormName, signInForms } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { parseJson } from '../../integrations/json.ts';
import type { Caller } from '../../rpc/procedure.ts';
import { addressBucket, authenticateSession, type Authentication } from '../middleware/authenticate.ts';
import { setCookies, userAgentOf } from '../cookies.ts';
import { asMagpieError } from '../middleware/errors.ts';
import { sendNotice } from '../notice.ts';
import { assertSameOrigin } from '../middleware/sameOrigin.ts';

interface ClientInfo {
  readonly address: string;
  readonly network: string;
  readonly userAgent: string;
  readonly cookies: string | undefined;
  readonly caller: Caller | null;
}

interface AuthResponse {
  readonly body: object;
  readonly setCookies: readonly string[];
}

/** Sign-up, sign-in and sign-out. */
interface AuthService {
  submit(form: SignInFormName, input: unknown, visitor: ClientInfo): Promise<AuthResponse>;
  session(visitor: ClientInfo): Promise<AuthResponse>;
  verifyAddress(token: string, visitor: ClientInfo): Promise<void>;
  handleCallback(
    provider: string,
    query: string,
    visitor: ClientInfo,
  ): Promise<{ readonly setCookies: readonly string[]; readonly location: string | null }>;
}

export interface AuthRoutes {
  readonly authService: AuthService;
  readonly siteAddress: () => string;
}

/** Forms that need a session. */
const needSession: ReadonlySet<string> = new Set<SignInFormName>([
  'sign-out',
  'change-password',
  'set-password',
  'change-email',
  'update-user',
]);

const bodyLimit = 64 * 1024;

/** `/api/auth/…`: only the listed forms and pages; other endpoints of better-auth are not exposed. */
export function mountAuth(app: FastifyInstance, authentication: Authentication, signing: AuthRoutes): void {
  app.route({
    method: app.supportedMethods,
    url: '/api/auth/*',
    config: { showsSecret: true },
    bodyLimit,
    handler: async (request, reply) => {
      const { '*': wanted } = request.params as { '*': string };
      if (Object.hasOwn(signInForms, wanted)) {
        refuseOtherMethods(request, reply, 'POST');
        return submitForm(authentication, signing, wanted as SignInFormName, request, reply);
      }
      const page = pageOf(wanted);
      if (page === null) throw new MagpieError('NOT_FOUND', 'There is nothing at this address.');
      refuseOtherMethods(request, reply, 'GET');
      return page(authentication, signing, request, reply);
    },
  });
}

function refuseOtherMethods({ method }: FastifyRequest, reply: FastifyReply, right: 'GET' | 'POST'): void {
  if (method === right) return;
  reply.header('Allow', right);
  throw new MagpieError('METHOD_NOT_SUPPORTED', `Use ${right} for this address, not ${method}.`);
}

async function submitForm(
  authentication: Authentication,
  signing: AuthRoutes,
  form: SignInFormName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  assertSameOrigin(request, authentication.publicUrl);
  const caller = needSession.has(form) ? await callerOf(authentication, request, reply) : null;
  const body = request.body as Buffer | undefined;
  const input = body === undefined || body.length === 0 ? undefined : parseJson(body, 'The body');
  const answer = await signing.authService.submit(form, input, clientInfoOf(request, caller));
  return send(signing, request, reply, answer);
}

type Page = (
  authentication: Authentication,
  signing: AuthRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

function pageOf(wanted: string): Page | null {
  if (wanted === 'get-session') return sendSession;
  if (wanted === 'verify-email') return verifyAddress;
  const provider = /^callback\/(google|github|microsoft|oidc)$/.exec(wanted)?.[1];
  return provider === undefined ? null : callbackPage(provider);
}

const sendSession: Page = async (authentication, signing, request, reply) => {
  assertSameOrigin(request, authentication.publicUrl);
  return send(signing, request, reply, await signing.authService.session(clientInfoOf(request, null)));
};

/** A person opened the link of a mail, so the response is a page. */
const verifyAddress: Page = async (_authentication, signing, request, reply) => {
  try {
    // Other query parameters are ignored.
    const { token = '' } = request.query as { readonly token?: unknown };
    await signing.authService.verifyAddress(String(token), clientInfoOf(request, null));
    const sentence = 'Thank you. You can sign in now.';
    return sendNotice(reply, { status: 200, heading: 'Your address is verified', sentence });
  } catch (thrown) {
    const { httpStatus, message } = asMagpieError(thrown);
    if (httpStatus >= 500) throw thrown;
    if (httpStatus === 409)
      return sendNotice(reply, { status: 409, heading: 'Your address was not changed', sentence: message });
    const sentence = 'It was used, has expired or is incomplete. Sign in to get another.';
    return sendNotice(reply, { status: 410, heading: 'This link is no longer valid', sentence });
  }
};

function callbackPage(provider: string): Page {
  return async (_authentication, signing, request, reply) => {
    const visitor = clientInfoOf(request, null);
    const { location, ...answer } = await signing.authService.handleCallback(
      provider,
      queryOf(request),
      visitor,
    );
    setCookies(request, reply, answer.setCookies, signing.siteAddress());
    return reply
      .header('Referrer-Policy', 'no-referrer')
      .redirect(location ?? `${signing.siteAddress()}/`, 303);
  };
}

async function callerOf(
  authentication: Authentication,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const token = authentication.sessions.tokenIn(request.headers.cookie);
  if (token === undefined) throw new MagpieError('UNAUTHORIZED', 'Sign in first.');
  return authenticateSession(authentication, token, request, reply);
}

function clientInfoOf(request: FastifyRequest, caller: Caller | null): ClientInfo {
  const { ip, headers } = request;
  return {
    address: ip,
    network: addressBucket(ip),
    userAgent: userAgentOf(request),
    cookies: headers.cookie,
    caller,
  };
}

function queryOf({ raw }: FastifyRequest): string {
  return /\?.*$/.exec(raw.url ?? '')?.[0] ?? '';
}

function send(
  signing: AuthRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: AuthResponse,
): FastifyReply {
  setCookies(request, reply, answer.setCookies, signing.siteAddress());
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
}
