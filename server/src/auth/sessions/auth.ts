import type { Config } from '../../config/config.ts';
import type { Logger } from '../../config/log.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { AuthContext } from './authContext.ts';

export interface AuthParts {
  readonly config: Pick<
    Config,
    'smtpUrl' | 'googleClient' | 'githubClient' | 'microsoftClient' | 'oidcIssuer' | 'oidcClient'
  >;
  readonly secret: string;
  /** The address under which people reach this service, once it listens. */
  readonly site: () => string;
  /** Whether an address that a provider vouches for may make an account. */
  readonly mayJoin: (email: string) => Promise<boolean>;
  /** Deletes what somebody is told of and where. */
  readonly deleteAlertsOf: (tx: Postgres, userId: string) => Promise<void>;
  readonly log: Logger;
}

export interface AuthOrder {
  readonly visit: AuthContext;
  readonly query?: string;
  /** For a POST. */
  readonly input?: Readonly<Record<string, unknown>>;
  readonly cookies: string | undefined;
  readonly userAgent: string;
}

export interface AuthAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly setCookies: readonly string[];
  readonly location: string | null;
}

/** Whoever signs people in. */
export interface Auth {
  handle(order: AuthOrder): Promise<AuthAnswer>;
}

/**
 * Opened by the first request: only then is it known under which address we are reached, and loading it is a fifth of what a
 * start loads.
 */
export function createAuth(parts: AuthParts): Auth {
  let opened: Promise<Auth> | undefined;
  return {
    handle: async (order) => {
      opened ??= import('./betterAuth.ts').then(({ openAuth }) => openAuth(parts));
      return (await opened).handle(order);
    },
  };
}
