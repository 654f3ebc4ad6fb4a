import type { Config } from '../../config/config.ts';
import type { Logger } from '../../config/log.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { AuthContext } from './authContext.ts';

export interface AuthDeps {
  readonly config: Pick<
    Config,
    'smtpUrl' | 'googleClient' | 'githubClient' | 'microsoftClient' | 'oidcIssuer' | 'oidcClient'
  >;
  readonly secret: string;
  /** The public address of this service, known once it listens. */
  readonly site: () => string;
  /** Whether an address verified by a provider may create an account. */
  readonly mayJoin: (email: string) => Promise<boolean>;
  /** Deletes the rules, notifications and webhooks of a user. */
  readonly deleteAlertsOf: (tx: Postgres, userId: string) => Promise<void>;
  readonly log: Logger;
}

export interface AuthRequest {
  readonly context: AuthContext;
  readonly query?: string;
  /** For a POST. */
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

/**
 * Loaded by the first request: the public address is known only then, and loading it takes a fifth of the start-up time.
 */
export function createAuth(parts: AuthDeps): Auth {
  let opened: Promise<Auth> | undefined;
  return {
    handle: async (request) => {
      opened ??= import('./betterAuth.ts').then(({ openAuth }) => openAuth(parts));
      return (await opened).handle(request);
    },
  };
}
