import type { Scope } from '@magpie/contract';
import type { Logger } from '../../config/log.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { MaybePromise } from '../../rpc/maybePromise.ts';
import type { Caller } from '../../rpc/procedure.ts';
import { createAuthCache } from '../authCache.ts';
import { hashSecret } from '../../rpc/secret.ts';
import { findLiveSession, type LiveSession, recordSessionUse, renewSession } from './sessions.sql.ts';
import { sessionCookie, sessionSeconds, tokenIn } from './sessionCookie.ts';

interface SessionCaller extends Caller {
  /** The Set-Cookie header to send if the session was just renewed. */
  readonly renewal: string | null;
}

interface Renewal {
  readonly expiresAt: Date;
  /** The Set-Cookie header that renews the cookie too. */
  readonly cookie: string;
}

/** Finds the caller of a session cookie. */
export interface SessionAuth {
  /** The token in a Cookie header; undefined without a session cookie, null if its signature is invalid. */
  tokenIn(cookies: string | undefined): string | null | undefined;
  /** Undefined if the session has ended. */
  callerOf(token: string): MaybePromise<SessionCaller | undefined>;
  /** Renews a session at most once a day; null if it was not renewed. */
  renew(id: string, token: string): Promise<Renewal | null>;
  /** Call after ending sessions, so that this node queries the database again. */
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

/** The credential id of a session. */
export function sessionCredential(id: string): string {
  return `session:${id}`;
}

/** The session of the caller; null for a key. */
export function findSessionId({ credential }: Caller): string | null {
  return /^session:(.+)$/.exec(credential.id)?.[1] ?? null;
}
