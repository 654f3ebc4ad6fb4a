import ipaddr from 'ipaddr.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKeyAuth } from '../../auth/apiKeys.ts';
import { isAccessToken } from '../../auth/oauth/tokens.ts';
import type { SessionAuth } from '../../auth/sessions/sessionAuth.ts';
import { isMistyped } from '../../rpc/secret.ts';
import { MagpieError } from '@magpie/contract/errors';
import { limitHeaders, type LimitRule, type RateLimiter } from '../../rpc/rateLimit/rateLimit.ts';
import { chain, type MaybePromise } from '../../rpc/maybePromise.ts';
import type { Caller } from '../../rpc/procedure.ts';
import { assertSameOrigin, assertHasOrigin } from './sameOrigin.ts';

/** Label of requests without a route: files and pages of the dashboard, and unknown paths. */
export const noRoute = '(no route)';

export interface Authentication {
  readonly apiKeys: Pick<ApiKeyAuth, 'callerOf'>;
  readonly sessions: Pick<SessionAuth, 'tokenIn' | 'callerOf'>;
  readonly publicUrl: string | null;
  readonly limiter: RateLimiter;
  readonly failureLimit: LimitRule;
}

/** Failures are counted per address; a valid key is accepted whatever the count of its address. */
export function authenticate(
  authentication: Authentication,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<Caller> {
  if (request.headers.authorization === undefined) {
    const token = authentication.sessions.tokenIn(request.headers.cookie);
    if (token !== undefined) return authenticateSession(authentication, token, request, reply);
  }
  const apiKey = bearerToken(request.headers.authorization);
  const found = apiKey === undefined ? undefined : authentication.apiKeys.callerOf(apiKey);
  return chain(
    found,
    (caller) => caller ?? rejectUnauthenticated(authentication, unauthorizedMessage(apiKey), request, reply),
  );
}

/** @param token null for a cookie with an invalid signature */
export async function authenticateSession(
  authentication: Authentication,
  token: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  if (token === null) {
    const sentence = 'This session cookie is not valid here; sign in again.';
    return rejectUnauthenticated(authentication, sentence, request, reply);
  }
  assertSameOrigin(request, authentication.publicUrl);
  assertHasOrigin(request);
  const caller = await authentication.sessions.callerOf(token);
  if (caller === undefined) {
    // Nobody can guess a signed cookie, so requests of a tab left open are counted separately from guessed keys.
    const { name, quota, windowSeconds } = authentication.failureLimit;
    const failureLimit = { name: `${name}-ended-sessions`, quota: 10 * quota, windowSeconds };
    const sentence = 'This session has ended; sign in again.';
    return rejectUnauthenticated({ ...authentication, failureLimit }, sentence, request, reply);
  }
  if (caller.renewal !== null) setCookies(request, reply, [caller.renewal], authentication.publicUrl ?? '');
  return caller;
}

async function rejectUnauthenticated(
  { limiter, failureLimit }: Authentication,
  sentence: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<never> {
  const result = await limiter.consume(failureLimit, addressBucket(request.ip));
  reply.headers(limitHeaders(failureLimit, result));
  if (!result.allowed) {
    throw new MagpieError(
      'TOO_MANY_REQUESTS',
      `Too many requests without a valid API key or session from this address; wait ${result.resetSeconds} seconds.`,
      { retryAfter: result.resetSeconds },
    );
  }
  throw new MagpieError('UNAUTHORIZED', sentence);
}

function unauthorizedMessage(apiKey: string | undefined): string {
  if (apiKey === undefined) return 'No API key was given; send it as Authorization: Bearer <API_KEY>.';
  if (isAccessToken(apiKey))
    return 'This access token is not valid here: it is expired, revoked or for another address.';
  return isMistyped(apiKey)
    ? 'This API key has a typo; copy it again.'
    : 'This API key is not valid here: it is unknown, expired or revoked.';
}

export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\w{1,255}) *$/i.exec(header ?? '')?.[1];
}

/** A subscriber usually has a /64 of IPv6, so that counts as one address. */
export function addressBucket(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

export function setCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: readonly string[],
  siteAddress: string,
): void {
  const isSecure = request.protocol === 'https' || siteAddress.startsWith('https:');
  for (const cookie of cookies) reply.header('Set-Cookie', isSecure ? `${cookie}; Secure` : cookie);
}

const maxUserAgentLength = 500;

export function readUserAgent({ headers }: FastifyRequest): string {
  return (headers['user-agent'] ?? '').slice(0, maxUserAgentLength);
}
