import type { Scope } from '@magpie/contract';
import type { Logger } from '../../kernel/log.ts';
import type { Postgres } from '../../kernel/postgres/postgres.ts';
import type { Soon } from '../../kernel/soon.ts';
import type { Caller } from '../../kernel/procedure.ts';
import { rememberCallers } from '../remembered.ts';
import { digestOf } from '../secret.ts';
import { findLiveSession, noteSessionUse } from './sessions.sql.ts';
import { tokenIn } from './sessionCookie.ts';

/** Finds the caller of a session cookie. */
export interface SessionDoor {
  /** The token in a Cookie header; undefined when it holds no session, null when it was not signed by us. */
  tokenIn(cookies: string | undefined): string | null | undefined;
  /** Undefined when the session has ended. */
  callerOf(token: string): Soon<Caller | undefined>;
  /** After sessions were ended: from now on this node asks the database again. */
  forget(): void;
}

const everybody: ReadonlySet<Scope> = new Set(['read', 'write']);
const owners: ReadonlySet<Scope> = new Set(['read', 'write', 'admin']);

export function createSessionDoor(db: Postgres, secret: string, log: Logger): SessionDoor {
  const callers = rememberCallers(async (token) => {
    const session = await findLiveSession(db, digestOf(token));
    if (session === undefined) return undefined;
    if (session.useIsStale) {
      noteSessionUse(db, session.id).catch((error: unknown) =>
        log.warn({ err: error }, 'the last use of a session was not written'),
      );
    }
    const { id, userId, isOwner, expiresAt } = session;
    const credential = { id: sessionCredential(id), secret: token };
    const caller = { userId, isOwner, scopes: isOwner ? owners : everybody, credential };
    return { caller, expiresAt: expiresAt.getTime() };
  });
  return { ...callers, tokenIn: (cookies) => tokenIn(cookies, secret) };
}

/** How a session is called where keys and sessions stand side by side. */
export function sessionCredential(id: string): string {
  return `session:${id}`;
}

/** The session by which somebody calls; null for a key. */
export function sessionOf({ credential }: Caller): string | null {
  return /^session:(.+)$/.exec(credential.id)?.[1] ?? null;
}
