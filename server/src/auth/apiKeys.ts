import type { ApiKey, contract, Scope } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, ProcedureHandlers } from '../rpc/procedure.ts';
import { insertKey, keyOwner, listKeys, revokeKey, findLiveKey, recordKeyUse } from './apiKeys.sql.ts';
import { toActor, addAuditEntry } from '../rpc/auditLog.sql.ts';
import { invalidField } from '../rpc/invalidField.ts';
import { withIsoTimes } from '../rpc/isoTimes.ts';
import { hashSecret, newApiKey, toKeyPrefix } from '../rpc/secret.ts';
import type { Logger } from '../config/log.ts';
import { createAuthCache, type AuthCache } from './authCache.ts';

export function apiKeysRouter(apiKeyAuth: ApiKeyAuth): ProcedureHandlers<typeof contract.apiKeys> {
  return {
    list: async ({ caller, db }) => (await listKeys(db, caller.userId)).map(withIsoTimes),

    create: async (call) => {
      const { input, caller, db } = call;
      assertScopesWithin(input.scopes, caller);
      const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
      if (expiresAt !== null && expiresAt.getTime() <= Date.now())
        throw invalidField('expiresAt', 'must be in the future');
      const { userId } = caller;
      const key = await issueKey(db, { userId, name: input.name, scopes: input.scopes, expiresAt });
      const details = { name: key.name, prefix: key.prefix, scopes: key.scopes, expiresAt: key.expiresAt };
      await addAuditEntry(db, { ...toActor(call), act: 'key.created', subject: `key:${key.id}`, details });
      return key;
    },

    revoke: async (call) => {
      const { input, caller, db, afterCommit } = call;
      const owner = await keyOwner(db, input.id);
      if (owner === undefined) throw notFoundError('API key', input.id);
      if (owner !== caller.userId)
        throw new MagpieError('FORBIDDEN', `API key ${input.id} belongs to somebody else.`);
      if (await revokeKey(db, input.id))
        await addAuditEntry(db, { ...toActor(call), act: 'key.revoked', subject: `key:${input.id}` });
      afterCommit(() => apiKeyAuth.clear());
      return { success: true };
    },
  };
}

function assertScopesWithin(wanted: readonly Scope[], caller: Caller): void {
  const missing = wanted.find((scope) => !caller.scopes.has(scope));
  if (missing !== undefined) {
    throw new MagpieError(
      'FORBIDDEN',
      `This key lacks the scope '${missing}' and cannot grant it to another key.`,
    );
  }
}

export interface IssueKeyParams {
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: Date | null;
  readonly apiKey?: string;
}

/** Creates a key. The result is the only place where the secret is available. */
export async function issueKey(db: Postgres, params: IssueKeyParams): Promise<ApiKey & { key: string }> {
  const key = params.apiKey ?? newApiKey();
  const row = await insertKey(db, {
    userId: params.userId,
    name: params.name,
    prefix: toKeyPrefix(key),
    secretSha256: hashSecret(key),
    scopes: params.scopes,
    expiresAt: params.expiresAt ?? null,
  });
  return { ...withIsoTimes(row), key };
}

export type ApiKeyAuth = AuthCache;

export function createApiKeyAuth(db: Postgres, log: Logger): ApiKeyAuth {
  return createAuthCache(async (apiKey) => {
    const key = await findLiveKey(db, hashSecret(apiKey));
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
