import type { SignInOptions } from '@magpie/contract';
import type { Config } from '../config/config.ts';
import type { Logger } from '../config/log.ts';
import type { Postgres, PostgresEngine } from '../db/postgres/postgres.ts';
import type { SafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import type { RateLimiter } from '../rpc/rateLimit/rateLimit.ts';
import { accountRouter, type AccountData } from './account.ts';
import { apiKeysRouter, createApiKeyAuth } from './apiKeys.ts';
import { auditRouter } from './auditLog.ts';
import { createAccessTokens, createTokenEndpoint } from './oauth/tokens.ts';
import { appsRouter } from './oauth/apps.ts';
import { createClients } from './oauth/clients.ts';
import { listSites } from './oauth/sites.ts';
import { isInvited } from './people.sql.ts';
import { type Auth, type AuthDeps, providerErrorMessage } from './sessions/auth.ts';
import { AuthService, type CheckInvitation } from './sessions/authService.ts';
import { createLoginThrottle } from './sessions/loginThrottle.ts';
import { createSessionAuth } from './sessions/sessionAuth.ts';
import { sessionsRouter } from './sessions/sessions.ts';
import { isSignInLink, openSignInLink } from './signInLinks.ts';

interface AuthFeatureDeps {
  readonly db: PostgresEngine;
  readonly config: Config;
  readonly secret: string;
  readonly limiter: RateLimiter;
  readonly siteAddress: () => string;
  readonly fetch: SafeFetch;
  readonly now: () => Date;
  readonly log: Logger;
  readonly accountData: AccountData;
  readonly deleteAlertsOf: (tx: Postgres, userId: string) => Promise<void>;
  readonly checkInvitation: CheckInvitation;
}

export function createAuth(deps: AuthFeatureDeps) {
  const { db, config, secret, log, siteAddress: site } = deps;
  const apiKeyAuth = createApiKeyAuth(db, log);
  const sessionAuth = createSessionAuth(db, secret, log);
  const sites = (): readonly string[] => listSites(site(), config.publicUrl);
  const accessTokens = createAccessTokens(db, log, sites);
  const clients = createClients(deps);
  const clearAccessTokens = (): void => accessTokens.clear();
  const clearAuthCaches = (): void => {
    for (const cache of [apiKeyAuth, sessionAuth, accessTokens]) cache.clear();
  };
  const mayJoin = async (email: string): Promise<boolean> =>
    config.signUp === 'open' || (config.signUp === 'invited' && (await isInvited(db, email)));
  return {
    procedures: {
      account: {
        ...accountRouter({ siteUrl: site, secret, data: deps.accountData, clearAuthCaches }),
        ...sessionsRouter(sessionAuth),
        ...appsRouter({ clients, sites, clear: clearAccessTokens }),
      },
      apiKeys: apiKeysRouter(apiKeyAuth),
      audit: auditRouter,
    },
    apiKeyAuth,
    sessionAuth,
    authService: new AuthService({
      db,
      auth: lazyBetterAuth({ ...deps, site, mayJoin }),
      sessionAuth,
      loginThrottle: createLoginThrottle(deps.limiter, config.signInLimit),
      waysIn: waysIn(config),
      site,
      checkInvitation: deps.checkInvitation,
    }),
    signInLinks: {
      isOpen: (token: string) => isSignInLink(db, token),
      open: (opened: Parameters<typeof openSignInLink>[2]) => openSignInLink(db, secret, opened),
      providerErrorMessage,
    },
    oauth: {
      clients,
      sites,
      callerOf: (token: string) => accessTokens.callerOf(token),
      tokens: createTokenEndpoint(db, clearAccessTokens),
    },
  };
}

/** Loaded by the first request: the public URL is known only then, and loading takes long. */
function lazyBetterAuth(deps: AuthDeps): Auth {
  let opened: Promise<Auth> | undefined;
  return {
    handle: async (request) => {
      opened ??= import('./sessions/betterAuth.ts').then(({ openAuth }) => openAuth(deps));
      return (await opened).handle(request);
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
