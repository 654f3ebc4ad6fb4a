import type { Scope } from '@magpie/contract';
import type { Logger } from '../../config/log.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { MaybePromise } from '../../rpc/maybePromise.ts';
import type { Caller } from '../../rpc/procedure.ts';
import { createAuthCache } from '../authCache.ts';
import { digestOf } from '../secret.ts';
import { findLiveSession, type LiveSession, noteSessionUse, renewSession } from './sessions.sql.ts';
import { sessionCookie, sessionSeconds, tokenIn } from './sessionCookie.ts';

/** Who calls by a session. */
interface SessionCaller extends Caller {
  /** When the session was just made to last longer: the Set-Cookie header by which the browser keeps it as long. */
  readonly renewal: string | null;
}

interface Renewal {
  readonly expiresAt: Date;
  /** The Set-Cookie header by which the browser keeps it as long. */
  readonly cookie: string;
}

/** Finds the caller of a session cookie. */
export interface SessionAuth {
  /** The token in a Cookie header; undefined when it holds no session, null when it was not signed by us. */
  tokenIn(cookies: string | undefined): string | null | undefined;
  /** Undefined when the session has ended. */
  callerOf(token: string): MaybePromise<SessionCaller | undefined>;
  /** Makes a session last longer, once a day and unless it is not to be remembered; null when nothing was to be done. */
  renew(id: string, token: string): Promise<Renewal | null>;
  /** After sessions were ended: from now on this node asks the database again. */
  forget(): void;
}

const everybody: ReadonlySet<Scope> = new Set(['read', 'write']);
const owners: ReadonlySet<Scope> = new Set(['read', 'write', 'admin']);

export function createSessionAuth(db: Postgres, secret: string, log: Logger): SessionAuth {
  const callers = createAuthCache<SessionCaller>(async (token) => {
    const session = await findLiveSession(db, digestOf(token));
    if (session === undefined) return undefined;
    const renewedUntil = await noteUse(db, session, log);
    const { id, userId, isOwner, expiresAt } = session;
    const credential = { id: sessionCredential(id), secret: token };
    const renewal = renewedUntil === undefined ? null : sessionCookie(token, secret);
    const caller = { userId, isOwner, scopes: isOwner ? owners : everybody, credential, renewal };
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

/** Until when the session lasts, if that has changed. What cannot be written down refuses nobody. */
async function noteUse(db: Postgres, session: LiveSession, log: Logger): Promise<Date | undefined> {
  const tell = (error: unknown): undefined => {
    log.warn({ err: error }, 'the last use of a session was not written');
  };
  if (session.isDayOld) return renewSession(db, session.id, sessionSeconds).catch(tell);
  if (session.useIsStale) noteSessionUse(db, session.id).catch(tell);
  return undefined;
}

/** How a session is called where keys and sessions stand side by side. */
export function sessionCredential(id: string): string {
  return `session:${id}`;
}

/** The session by which somebody calls; null for a key. */
export function sessionOf({ credential }: Caller): string | null {
  return /^session:(.+)$/.exec(credential.id)?.[1] ?? null;
}
