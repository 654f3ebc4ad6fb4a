import type { WaysIn } from '@magpie/contract';
import type { Config } from '../../config/config.ts';
import type { RateLimiter } from '../../rpc/rateLimit/rateLimit.ts';
import type { Logger } from '../../config/log.ts';
import type { Postgres, PostgresEngine } from '../../db/postgres/postgres.ts';
import { isInvited } from '../invitations.sql.ts';
import { isSignInLink, openSignInLink } from '../signInLinks.ts';
import { createAuth } from './auth.ts';
import { AuthService } from './authService.ts';
import { createLoginThrottle } from './loginThrottle.ts';
import { whyProviderFailed } from './refusals.ts';
import { createSessionAuth, type SessionAuth } from './sessionAuth.ts';

export interface SigningInParts {
  readonly db: PostgresEngine;
  readonly config: Config;
  readonly secret: string;
  readonly limiter: RateLimiter;
  readonly site: () => string;
  readonly log: Logger;
  /** Deletes what somebody is told of and where; that is another domain's. */
  readonly deleteAlertsOf: (tx: Postgres, userId: string) => Promise<void>;
}

/** Everything by which people, other than programs, come in. */
export interface SigningIn {
  readonly door: SessionAuth;
  readonly desk: AuthService;
  readonly links: {
    readonly isOpen: (token: string) => Promise<boolean>;
    readonly open: (opened: { token: string; address: string; userAgent: string }) => Promise<string | null>;
    readonly whyProviderFailed: (error: string) => string;
    readonly siteAddress: () => string;
  };
}

export function createSigningIn(parts: SigningInParts): SigningIn {
  const { db, config, secret, limiter, site, log, deleteAlertsOf } = parts;
  const { signUp } = config;
  const door = createSessionAuth(db, secret, log);
  const mayJoin = async (email: string): Promise<boolean> =>
    signUp === 'open' || (signUp === 'invited' && (await isInvited(db, email)));
  const auth = createAuth({ config, secret, site, mayJoin, deleteAlertsOf, log });
  const guessing = createLoginThrottle(limiter, config.signInLimit);
  return {
    door,
    desk: new AuthService({ db, auth, door, guessing, waysIn: waysIn(config), site }),
    links: {
      isOpen: (token) => isSignInLink(db, token),
      open: (opened) => openSignInLink(db, secret, opened),
      whyProviderFailed,
      siteAddress: site,
    },
  };
}

function waysIn(config: Config): WaysIn {
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
