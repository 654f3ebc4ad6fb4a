import type { Logger } from '../../config/log.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { createAuthCache, type AuthCache } from '../authCache.ts';
import { hashSecret } from '../../rpc/secret.ts';
import { findLiveToken, recordAppUse } from './oauth.sql.ts';
import { toResource } from './sites.ts';

export interface AccessTokenDeps {
  readonly db: Postgres;
  readonly log: Logger;
  readonly sites: () => readonly string[];
}

/** Whether a bearer token is one that was issued to an app. */
export function isAccessToken(token: string): boolean {
  return token.startsWith('mga_');
}

/** Finds the caller of an access token that was issued for this server. */
export function createAccessTokens({ db, log, sites }: AccessTokenDeps): AuthCache {
  return createAuthCache(async (token) => {
    const live = await findLiveToken(db, hashSecret(token));
    if (live === undefined || !sites().map(toResource).includes(live.resource)) return undefined;
    const { appId, userId, isOwner, scopes, expiresAt } = live;
    if (live.useIsStale) {
      recordAppUse(db, appId).catch((error: unknown) =>
        log.warn({ err: error }, 'last use of app not stored'),
      );
    }
    const credential = { id: `app:${appId}`, secret: token };
    return {
      caller: { userId, isOwner, scopes: new Set(scopes), credential },
      expiresAt: expiresAt.getTime(),
    };
  });
}
