import type { Config } from '../../config/config.ts';
import type { Logger } from '../../config/log.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { hash, verify } from '@node-rs/argon2';
import { type ErrorCode, MagpieError } from '@magpie/contract/errors';

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

/** better-auth rejects addresses without a dot after the @, so it gets them with a reserved domain. */
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

const wrongAddressOrPassword = ['UNAUTHORIZED', 'The e-mail address or password is incorrect.'] as const;

const invalidLink = [
  'BAD_REQUEST',
  'This link was already used, has expired or is incomplete; request a new one.',
] as const;

const errorsByCode: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  INVALID_EMAIL_OR_PASSWORD: wrongAddressOrPassword,
  EMAIL_NOT_VERIFIED: [
    'FORBIDDEN',
    'This address is not verified yet; open the link in the mail that we just sent to it.',
  ],
  INVALID_TOKEN: invalidLink,
  TOKEN_EXPIRED: invalidLink,
  USER_NOT_FOUND: invalidLink,
  EMAIL_ALREADY_VERIFIED: ['CONFLICT', 'This address is already verified.'],
  EMAIL_MISMATCH: ['BAD_REQUEST', 'This is not the address of your account.'],
  FAILED_TO_CREATE_USER: ['CONFLICT', 'The account could not be created; try again.'],
  PROVIDER_NOT_FOUND: ['BAD_REQUEST', 'Sign-in with this provider is not configured.'],
};

const errorsByStatus: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  401: ['UNAUTHORIZED', 'Sign in first.'],
  403: ['FORBIDDEN', 'This is not allowed.'],
  404: ['NOT_FOUND', 'There is nothing at this address.'],
  503: ['SERVICE_UNAVAILABLE', 'The provider is not responding; try again in a few seconds.'],
};

export function invalidCredentials(): MagpieError {
  return new MagpieError(...wrongAddressOrPassword);
}

export function wrongPassword(): MagpieError {
  return new MagpieError('BAD_REQUEST', 'The current password is incorrect.');
}

export function toResponseError({ status, body }: BetterAuthResponse): MagpieError | null {
  if (status < 400) return null;
  const [code, message] = errorsByCode[String(body?.['code'])] ??
    errorsByStatus[status] ?? ['BAD_REQUEST', 'The request is not valid.'];
  if (status >= 500 && status !== 503) throw new Error(`better-auth responded with status ${status}`);
  return new MagpieError(code, message, status === 503 ? { retryAfter: 10 } : {});
}

const failures: Readonly<Record<string, string>> = {
  signup_disabled: 'You have no account here and need an invitation to create one.',
  email_not_verified: 'The provider has not verified your e-mail address; verify it there and try again.',
  account_not_linked: 'An account with your e-mail address already exists; sign in the way you did before.',
  email_not_found: 'The provider did not share your e-mail address, which is required.',
  access_denied: 'Sign-in was cancelled at the provider.',
};

export function providerErrorMessage(error: string): string {
  return failures[error] ?? 'Sign-in with the provider failed; try again.';
}
