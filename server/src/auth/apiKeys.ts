import type { ApiKey, contract, Scope } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, Handlers } from '../rpc/procedure.ts';
import { insertKey, keyOwner, listKeys, revokeKey, type KeyRow } from './apiKeys.sql.ts';
import { toActor, addAuditEntry } from '../rpc/auditLog.sql.ts';
import type { ApiKeyAuth } from './apiKeyAuth.ts';
import { digestOf, newApiKey, prefixOf } from '../rpc/secret.ts';

export function apiKeysRouter(apiKeyAuth: ApiKeyAuth): Handlers<typeof contract.apiKeys> {
  return {
    list: async ({ caller, db }) => (await listKeys(db, caller.userId)).map(presentApiKey),

    create: async (call) => {
      const { input, caller, db } = call;
      assertScopesWithin(input.scopes, caller);
      const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
      if (expiresAt !== null && expiresAt.getTime() <= Date.now()) {
        throw new MagpieError('BAD_REQUEST', 'expiresAt must be in the future.', {
          issues: [{ path: 'expiresAt', message: 'expiresAt must be in the future.' }],
        });
      }
      const { userId } = caller;
      const key = await issueKey(db, { userId, name: input.name, scopes: input.scopes, expiresAt });
      const details = { name: key.name, prefix: key.prefix, scopes: key.scopes, expiresAt: key.expiresAt };
      await addAuditEntry(db, { ...toActor(call), act: 'key.created', subject: `key:${key.id}`, details });
      return key;
    },

    revoke: async (call) => {
      const { input, caller, db, afterCommit } = call;
      const owner = await keyOwner(db, input.id);
      if (owner === undefined) throw new MagpieError('NOT_FOUND', `There is no API key ${input.id}.`);
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
  /** Defaults to a random key. */
  readonly apiKey?: string;
}

/** Creates a key. The result is the only place where the secret is available. */
export async function issueKey(db: Postgres, params: IssueKeyParams): Promise<ApiKey & { key: string }> {
  const key = params.apiKey ?? newApiKey();
  const row = await insertKey(db, {
    userId: params.userId,
    name: params.name,
    prefix: prefixOf(key),
    secretSha256: digestOf(key),
    scopes: params.scopes,
    expiresAt: params.expiresAt ?? null,
  });
  return { ...presentApiKey(row), key };
}

function presentApiKey(row: KeyRow): ApiKey {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
