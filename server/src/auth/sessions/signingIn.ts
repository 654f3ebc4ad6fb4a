import type { SignInOptions } from '@magpie/contract';
import type { Config } from '../../config/config.ts';
import type { RateLimiter } from '../../rpc/rateLimit/rateLimit.ts';
import type { Logger } from '../../config/log.ts';
import type { Postgres, PostgresEngine } from '../../db/postgres/postgres.ts';
import { isInvited } from '../people.sql.ts';
import { isSignInLink, openSignInLink } from '../signInLinks.ts';
import { createAuth } from './auth.ts';
import { AuthService, type CheckInvitation } from './authService.ts';
import { createLoginThrottle } from './loginThrottle.ts';
import { providerErrorMessage } from './refusals.ts';
import { createSessionAuth, type SessionAuth } from './sessionAuth.ts';

export interface SigningInDeps {
  readonly db: PostgresEngine;
  readonly config: Config;
  readonly secret: string;
  readonly limiter: RateLimiter;
  readonly site: () => string;
  readonly log: Logger;
  /** Deletes the rules, notifications and webhooks of a user; implemented by another domain. */
  readonly deleteAlertsOf: (tx: Postgres, userId: string) => Promise<void>;
  readonly checkInvitation: CheckInvitation;
}

/** Sign-in of users, as opposed to programs. */
export interface SigningIn {
  readonly sessionAuth: SessionAuth;
  readonly authService: AuthService;
  readonly links: {
    readonly isOpen: (token: string) => Promise<boolean>;
    readonly open: (opened: { token: string; address: string; userAgent: string }) => Promise<string | null>;
    readonly providerErrorMessage: (error: string) => string;
    readonly siteAddress: () => string;
  };
}

export function createSigningIn(parts: SigningInDeps): SigningIn {
  const { db, config, secret, limiter, site, log, deleteAlertsOf, checkInvitation } = parts;
  const { signUp } = config;
  const sessionAuth = createSessionAuth(db, secret, log);
  const mayJoin = async (email: string): Promise<boolean> =>
    signUp === 'open' || (signUp === 'invited' && (await isInvited(db, email)));
  const auth = createAuth({ config, secret, site, mayJoin, deleteAlertsOf, log });
  const loginThrottle = createLoginThrottle(limiter, config.signInLimit);
  return {
    sessionAuth,
    authService: new AuthService({
      db,
      auth,
      sessionAuth,
      loginThrottle,
      waysIn: waysIn(config),
      site,
      checkInvitation,
    }),
    links: {
      isOpen: (token) => isSignInLink(db, token),
      open: (opened) => openSignInLink(db, secret, opened),
      providerErrorMessage,
      siteAddress: site,
    },
  };
}

function waysIn(config: Config): SignInOptions {
  const { signUp, smtpUrl, googleClient, githubClient, microsoftClient, oidcClient } = config;
  const all = [
    ['google', googleClient],
    ['github', githubClient],
    ['microsoft', microsoftClient],
    ['oidc', oidcClient],
  ] as const;
  const providers = all.flatMap(([provider, client]) => (client === null ? [] : [provider]));
  return { providers, signUp, sendsMail: smtpUrl !== null };
}
