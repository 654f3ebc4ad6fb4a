import type { Config } from '../../config/config.ts';
import type { Logger } from '../../config/log.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { hash, verify } from '@node-rs/argon2';

export interface AuthDeps {
  readonly config: Pick<
    Config,
    'smtpUrl' | 'googleClient' | 'githubClient' | 'microsoftClient' | 'oidcIssuer' | 'oidcClient'
  >;
  readonly secret: string;
  readonly site: () => string;
  readonly mayJoin: (email: string) => Promise<boolean>;
  readonly deleteAlertsOf: (tx: Postgres, userId: string) => Promise<void>;
  readonly log: Logger;
}

export interface AuthRequest {
  readonly context: AuthContext;
  readonly query?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly cookies: string | undefined;
  readonly userAgent: string;
}

export interface BetterAuthResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly setCookies: readonly string[];
  readonly location: string | null;
}

export interface Auth {
  handle(request: AuthRequest): Promise<BetterAuthResponse>;
}

export interface AuthContext {
  readonly db: Postgres;
  readonly form: string;
  readonly address: string;
  /** Whether the request contains a token that was mailed to the address. */
  readonly provesAddress: boolean;
}

export interface CurrentAuthContext extends AuthContext {
  /** The digest of the password that this request verified. */
  readonly verified: { password: string | null };
}

/** Passes our context to callbacks, which better-auth does not support. */
export class AuthContexts {
  readonly #current = new AsyncLocalStorage<CurrentAuthContext>();

  get current(): CurrentAuthContext {
    const context = this.#current.getStore();
    if (context === undefined) throw new Error('no auth context');
    return context;
  }

  during<T>(context: AuthContext, work: () => Promise<T>): Promise<T> {
    return this.#current.run({ ...context, verified: { password: null } }, work);
  }

  inTransaction<T>(work: (tx: Postgres) => Promise<T>): Promise<T> {
    const context = this.current;
    return context.db.transaction((db) => this.#current.run({ ...context, db }, () => work(db)));
  }
}

/**
 * better-auth rejects e-mail addresses without a dot after the @, such as the owner's placeholder. It therefore gets such
 * addresses with a reserved top-level domain appended.
 */
const suffix = '.invalid';

export function toBetterAuthEmail(email: string): string {
  return email.endsWith('@localhost') ? `${email}${suffix}` : email;
}

/** Whether this is such an internal address, which must not be accepted from outside. */
export function isInternalEmail(email: string): boolean {
  return email.endsWith(`@localhost${suffix}`);
}

export function fromBetterAuthEmail(email: string): string {
  return isInternalEmail(email) ? email.slice(0, -suffix.length) : email;
}

/** The OWASP minimum for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

export function isPassword(password: string, digest: string): Promise<boolean> {
  return verify(digest, password);
}
