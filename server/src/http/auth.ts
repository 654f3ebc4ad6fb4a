import { type SignInForm, signInForms } from '@magpie/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import { parseJson } from '../integrations/json.ts';
import type { Caller } from '../rpc/procedure.ts';
import { addressBucket, authenticateSession, type Authentication } from './authentication.ts';
import { setCookies, userAgentOf } from './cookies.ts';
import { asMagpieError } from './errors.ts';
import { sendNotice } from './notice.ts';
import { refuseOtherOrigins } from './sameOrigin.ts';

interface Visitor {
  readonly address: string;
  readonly network: string;
  readonly userAgent: string;
  readonly cookies: string | undefined;
  readonly caller: Caller | null;
}

interface DeskAnswer {
  readonly body: object;
  readonly setCookies: readonly string[];
}

/** Where people sign up, in and out. */
interface Desk {
  submit(form: SignInForm, input: unknown, visitor: Visitor): Promise<DeskAnswer>;
  session(visitor: Visitor): Promise<DeskAnswer>;
  verifyAddress(token: string, visitor: Visitor): Promise<void>;
  comeBack(
    provider: string,
    query: string,
    visitor: Visitor,
  ): Promise<{ readonly setCookies: readonly string[]; readonly location: string | null }>;
}

export interface SigningIn {
  readonly desk: Desk;
  readonly siteAddress: () => string;
}

/** Forms for somebody who is signed in. Whoever is not can use none of the others for anybody else's account. */
const needSession: ReadonlySet<string> = new Set<SignInForm>([
  'sign-out',
  'change-password',
  'set-password',
  'change-email',
  'update-user',
]);

const bodyLimit = 64 * 1024;

/** `/api/auth/…`: only what is listed here; whatever else better-auth could do is not reached. */
export function mountAuth(app: FastifyInstance, authentication: Authentication, signing: SigningIn): void {
  app.route({
    method: app.supportedMethods,
    url: '/api/auth/*',
    config: { showsSecret: true },
    bodyLimit,
    handler: async (request, reply) => {
      const { '*': wanted } = request.params as { '*': string };
      if (Object.hasOwn(signInForms, wanted)) {
        refuseOtherMethods(request, reply, 'POST');
        return answerForm(authentication, signing, wanted as SignInForm, request, reply);
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
  throw new MagpieError('METHOD_NOT_SUPPORTED', `This address is called by ${right}, not by ${method}.`);
}

async function answerForm(
  authentication: Authentication,
  signing: SigningIn,
  form: SignInForm,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  refuseOtherOrigins(request, authentication.publicUrl);
  const caller = needSession.has(form) ? await callerOf(authentication, request, reply) : null;
  const body = request.body as Buffer | undefined;
  const input = body === undefined || body.length === 0 ? undefined : parseJson(body, 'The body');
  const answer = await signing.desk.submit(form, input, visitorOf(request, caller));
  return send(signing, request, reply, answer);
}

type Page = (
  authentication: Authentication,
  signing: SigningIn,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

function pageOf(wanted: string): Page | null {
  if (wanted === 'get-session') return answerSession;
  if (wanted === 'verify-email') return verifyAddress;
  const provider = /^callback\/(google|github|microsoft|oidc)$/.exec(wanted)?.[1];
  return provider === undefined ? null : comeBackFrom(provider);
}

const answerSession: Page = async (authentication, signing, request, reply) => {
  refuseOtherOrigins(request, authentication.publicUrl);
  return send(signing, request, reply, await signing.desk.session(visitorOf(request, null)));
};

/** A person opened the link of a mail, so a person is answered. */
const verifyAddress: Page = async (_authentication, signing, request, reply) => {
  try {
    // Nothing else that stands in the address has a meaning.
    const { token = '' } = request.query as { readonly token?: unknown };
    await signing.desk.verifyAddress(String(token), visitorOf(request, null));
    const sentence = 'Thank you. You can sign in now.';
    return sendNotice(reply, { status: 200, heading: 'Your address is verified', sentence });
  } catch (thrown) {
    const { httpStatus, message } = asMagpieError(thrown);
    if (httpStatus >= 500) throw thrown;
    if (httpStatus === 409)
      return sendNotice(reply, { status: 409, heading: 'Your address stays as it is', sentence: message });
    const sentence = 'It was used, has expired or is not whole. Sign in to be sent another.';
    return sendNotice(reply, { status: 410, heading: 'This link is no good any more', sentence });
  }
};

function comeBackFrom(provider: string): Page {
  return async (_authentication, signing, request, reply) => {
    const visitor = visitorOf(request, null);
    const { location, ...answer } = await signing.desk.comeBack(provider, queryOf(request), visitor);
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

function visitorOf(request: FastifyRequest, caller: Caller | null): Visitor {
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
  signing: SigningIn,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: DeskAnswer,
): FastifyReply {
  setCookies(request, reply, answer.setCookies, signing.siteAddress());
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
}
