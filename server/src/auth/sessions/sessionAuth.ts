import type { Scope } from '@magpie/contract';
import type { Logger } from '../../config/log.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { MaybePromise } from '../../rpc/maybePromise.ts';
import type { Caller } from '../../rpc/procedure.ts';
import { createAuthCache } from '../authCache.ts';
import { hashSecret } from '../../rpc/secret.ts';
import { findLiveSession, type LiveSession, recordSessionUse, renewSession } from './sessions.sql.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

interface SessionCaller extends Caller {
  readonly renewal: string | null;
}

interface Renewal {
  readonly expiresAt: Date;
  readonly cookie: string;
}

export interface SessionAuth {
  tokenIn(cookies: string | undefined): string | null | undefined;
  callerOf(token: string): MaybePromise<SessionCaller | undefined>;
  /** Renews a session at most once a day; null if it was not renewed. */
  renew(id: string, token: string): Promise<Renewal | null>;
  clear(): void;
}

const userScopes: ReadonlySet<Scope> = new Set(['read', 'write']);
const ownerScopes: ReadonlySet<Scope> = new Set(['read', 'write', 'admin']);

export function createSessionAuth(db: Postgres, secret: string, log: Logger): SessionAuth {
  const callers = createAuthCache<SessionCaller>(async (token) => {
    const session = await findLiveSession(db, hashSecret(token));
    if (session === undefined) return undefined;
    const renewedUntil = await recordUse(db, session, log);
    const { id, userId, isOwner, expiresAt } = session;
    const credential = { id: sessionCredential(id), secret: token };
    const renewal = renewedUntil === undefined ? null : sessionCookie(token, secret);
    const caller = { userId, isOwner, scopes: isOwner ? ownerScopes : userScopes, credential, renewal };
    return { caller, expiresAt: (renewedUntil ?? expiresAt).getTime() };
  });
  return {
    ...callers,
    tokenIn: (cookies) => tokenIn(cookies, secret),
    renew: async (id, token) => {
      const expiresAt = await renewSession(db, id, sessionSeconds);
      return expiresAt === undefined ? null : { expiresAt, cookie: sessionCookie(token, secret) };
    },
  };
}

/** Returns the new expiry if the session was renewed. A failed write does not reject the request. */
async function recordUse(db: Postgres, session: LiveSession, log: Logger): Promise<Date | undefined> {
  const logFailure = (error: unknown): undefined => {
    log.warn({ err: error }, 'last use of session not stored');
  };
  if (session.isDayOld) return renewSession(db, session.id, sessionSeconds).catch(logFailure);
  if (session.useIsStale) recordSessionUse(db, session.id).catch(logFailure);
  return undefined;
}

export function sessionCredential(id: string): string {
  return `session:${id}`;
}

export function findSessionId({ credential }: Caller): string | null {
  return /^session:(.+)$/.exec(credential.id)?.[1] ?? null;
}

/** Shared with better-auth: a token and its signature. */
const sessionCookieName = 'magpie.session_token';

export const sessionSeconds = 30 * 24 * 60 * 60;

/** The token in a Cookie header; undefined without a session cookie, null if its signature is invalid. */
export function tokenIn(cookies: string | undefined, secret: string): string | null | undefined {
  const value = cookieValue(cookies);
  if (value === undefined) return undefined;
  const [, token = '', signature = ''] =
    /^([\w-]{1,255})\.([A-Za-z0-9+/]{43}=)$/.exec(decodeCookie(value)) ?? [];
  const given = Buffer.from(signature, 'base64');
  const expected = computeSignature(token, secret);
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

export function sessionCookie(token: string, secret: string): string {
  const value = encodeURIComponent(`${token}.${computeSignature(token, secret).toString('base64')}`);
  return `${sessionCookieName}=${value}; Max-Age=${sessionSeconds}; Path=/; HttpOnly; SameSite=Lax`;
}

/** Browsers send the cookie with the most specific path first. */
function cookieValue(cookies = ''): string | undefined {
  const prefix = `${sessionCookieName}=`;
  return cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(prefix))
    ?.slice(prefix.length);
}

function decodeCookie(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

function computeSignature(token: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(token).digest();
}
