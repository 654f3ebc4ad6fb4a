import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { findLiveKey, recordKeyUse } from './apiKeys.sql.ts';
import { createAuthCache, type AuthCache } from './authCache.ts';
import { digestOf } from '../rpc/secret.ts';

/** Finds the caller of an API key. */
export type ApiKeyAuth = AuthCache;

export function createApiKeyAuth(db: Postgres, log: Logger): ApiKeyAuth {
  return createAuthCache(async (apiKey) => {
    const key = await findLiveKey(db, digestOf(apiKey));
    if (key === undefined) return undefined;
    if (key.useIsStale) {
      recordKeyUse(db, key.id).catch((error: unknown) =>
        log.warn({ err: error }, 'last use of API key not stored'),
      );
    }
    const credential = { id: `key:${key.id}`, secret: apiKey };
    const caller = { userId: key.userId, isOwner: key.isOwner, scopes: new Set(key.scopes), credential };
    return { caller, expiresAt: key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY };
  });
}
