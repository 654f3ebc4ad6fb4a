import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAccessToken } from '../auth/oauth/accessTokens.ts';
import { isMistyped } from '../auth/secret.ts';
import { MagpieError } from '@magpie/contract/errors';
import { limitHeaders, type LimitRule, type RateLimiter } from '../rpc/rateLimit/rateLimit.ts';
import type { Caller } from '../rpc/procedure.ts';
import { andThen, type MaybePromise } from '../rpc/maybePromise.ts';
import { setCookies } from './cookies.ts';
import { refuseOtherOrigins, refuseWithoutOrigin } from './sameOrigin.ts';

export interface Authentication {
  /** The caller whom an API key belongs to, or undefined when it is unknown, expired or revoked. */
  readonly callerOf: (apiKey: string) => MaybePromise<Caller | undefined>;
  readonly sessions: {
    /** The token in a Cookie header; undefined when it holds no session, null when it was not signed by us. */
    readonly tokenIn: (cookies: string | undefined) => string | null | undefined;
    /** The caller of a session, or undefined when it has ended. */
    readonly callerOf: (token: string) => MaybePromise<SessionCaller | undefined>;
  };
  /** Where we are reached, if it is configured. */
  readonly publicUrl: string | null;
  readonly limiter: RateLimiter;
  readonly failureLimit: LimitRule;
}

interface SessionCaller extends Caller {
  /** The cookie anew, when its session was just made to last longer. */
  readonly renewal: string | null;
}

/**
 * Finds out who calls: by a key, and in browsers, which send none, by a session cookie. Failures are counted per
 * address; a valid key passes whatever its address did before.
 */
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
  return andThen(
    apiKey === undefined ? undefined : authentication.callerOf(apiKey),
    (caller) => caller ?? refuseStranger(authentication, whyUnauthorized(apiKey), request, reply),
  );
}

/** @param token null for a cookie that was not signed by us */
export function authenticateSession(
  authentication: Authentication,
  token: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybePromise<Caller> {
  if (token === null)
    return refuseStranger(
      authentication,
      'This session cookie is not valid here; sign in again.',
      request,
      reply,
    );
  refuseOtherOrigins(request, authentication.publicUrl);
  refuseWithoutOrigin(request);
  return andThen(authentication.sessions.callerOf(token), (caller) => {
    if (caller === undefined) return refuseEndedSession(authentication, request, reply);
    if (caller.renewal !== null) setCookies(request, reply, [caller.renewal], authentication.publicUrl ?? '');
    return caller;
  });
}

/** Nobody guesses a cookie that we signed: a tab that was left open is counted apart from those who try keys. */
function refuseEndedSession(
  authentication: Authentication,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<never> {
  const { name, quota, windowSeconds } = authentication.failureLimit;
  const failureLimit = { name: `${name}-ended-sessions`, quota: 10 * quota, windowSeconds };
  const sentence = 'This session has ended; sign in again.';
  return refuseStranger({ ...authentication, failureLimit }, sentence, request, reply);
}

async function refuseStranger(
  { limiter, failureLimit }: Authentication,
  sentence: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<never> {
  const verdict = await limiter.take(failureLimit, addressBucket(request.ip));
  reply.headers(limitHeaders(failureLimit, verdict));
  if (!verdict.allowed) {
    throw new MagpieError(
      'TOO_MANY_REQUESTS',
      `Too many requests without a valid API key or session came from this address; wait ${verdict.resetSeconds} seconds.`,
      {
        retryAfter: verdict.resetSeconds,
      },
    );
  }
  throw new MagpieError('UNAUTHORIZED', sentence);
}

function whyUnauthorized(apiKey: string | undefined): string {
  if (apiKey === undefined) return 'No API key was given; send it as Authorization: Bearer <API_KEY>.';
  if (isAccessToken(apiKey))
    return 'This access token is not valid here: it is expired, revoked or for another address.';
  return isMistyped(apiKey)
    ? 'This API key lost or changed a character on its way here; copy it again.'
    : 'This API key is not valid here: it is unknown, expired or revoked.';
}

function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\w{1,255}) *$/i.exec(header ?? '')?.[1];
}

/** One subscriber has a whole /64 of IPv6, so that is what counts as one address. */
export function addressBucket(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const full = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')];
  return `${full
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`;
}
