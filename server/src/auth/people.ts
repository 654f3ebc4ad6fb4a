import type { Scope } from '@magpie/contract';
import type { PostgresEngine, Postgres } from '../db/postgres/postgres.ts';
import { issueKey } from './apiKeys.ts';
import { findLiveKey } from './apiKeys.sql.ts';
import { byOperator, addAuditEntry } from '../rpc/auditLog.sql.ts';
import { addOrFindPerson, lockInstance, markFirstKeyShown, storeSecretOnce } from './people.sql.ts';
import { hashSecret, newToken, newUserId } from '../rpc/secret.ts';
import { makeSignInLink } from './signInLinks.ts';

/** A placeholder that cannot receive mail: the owner is created before their address is known. */
export const ownerEmail = 'owner@localhost';

const allScopes: readonly Scope[] = ['read', 'write', 'admin'];

export interface Welcome {
  readonly key: string;
  readonly signInToken: string;
}

/** Runs before the server listens, so that the bootstrap key works from the first request. */
export async function ensureOwner(db: PostgresEngine, bootstrapKey: string | null): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await lockInstance(tx)).firstKeyShown) return;
    const ownerId = await addOwner(tx);
    if (bootstrapKey !== null) await issueBootstrapKey(tx, ownerId, bootstrapKey);
  });
}

/**
 * At the first start creates the owner, a key and a sign-in link and shows them; later shows null. If the process is
 * killed before that, the next start creates new ones, because secrets are not stored.
 */
export async function welcomeOwner(
  db: PostgresEngine,
  bootstrapKey: string | null,
  show: (welcome: Welcome | null) => void,
): Promise<void> {
  await db.transaction(async (lock) => {
    if ((await lockInstance(lock)).firstKeyShown) return show(null);
    // Committed separately from the lock, so that the key works before it is shown.
    show(await db.transaction((tx) => makeWelcome(tx, bootstrapKey)));
    await markFirstKeyShown(lock);
  });
}

async function makeWelcome(tx: Postgres, bootstrapKey: string | null): Promise<Welcome> {
  const ownerId = await addOwner(tx);
  const signInToken = await makeSignInLink(tx, ownerId);
  const key =
    bootstrapKey === null
      ? await issueFirstKey(tx, ownerId)
      : await issueBootstrapKey(tx, ownerId, bootstrapKey);
  return { key, signInToken };
}

async function addOwner(tx: Postgres): Promise<string> {
  const { id, created } = await addOrFindPerson(tx, {
    id: newUserId(),
    email: ownerEmail,
    name: 'Owner',
    isOwner: true,
    isVerified: true,
  });
  if (created) await auditAccount(tx, ownerEmail, allScopes);
  return id;
}

/** Idempotent: a repeated start does not issue the key again. */
async function issueBootstrapKey(tx: Postgres, ownerId: string, apiKey: string): Promise<string> {
  if ((await findLiveKey(tx, hashSecret(apiKey))) !== undefined) return apiKey;
  return issueFirstKey(tx, ownerId, apiKey);
}

async function issueFirstKey(tx: Postgres, userId: string, apiKey?: string): Promise<string> {
  const { id, key } = await issueKey(tx, {
    userId,
    name: 'First key',
    scopes: allScopes,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  await auditKey(tx, ownerEmail, allScopes, id);
  return key;
}

export async function addPerson(db: Postgres, email: string): Promise<{ created: boolean; key: string }> {
  return db.transaction(async (tx) => {
    const person = await addOrFindPerson(tx, {
      id: newUserId(),
      email,
      name: null,
      isOwner: false,
      isVerified: true,
    });
    const scopes = person.isOwner ? allScopes : (['read', 'write'] as const);
    const { id, key } = await issueKey(tx, { userId: person.id, name: 'Command line', scopes });
    if (person.created) await auditAccount(tx, email, scopes);
    await auditKey(tx, email, scopes, id);
    return { created: person.created, key };
  });
}

async function auditAccount(tx: Postgres, email: string, scopes: readonly Scope[]): Promise<void> {
  const details = { email, scopes };
  await addAuditEntry(tx, { ...byOperator, act: 'account.created', subject: email, details });
}

async function auditKey(tx: Postgres, email: string, scopes: readonly Scope[], keyId: number): Promise<void> {
  const details = { email, scopes };
  await addAuditEntry(tx, { ...byOperator, act: 'key.created', subject: `key:${keyId}`, details });
}

export async function addPersonWithoutKey(
  db: Postgres,
  { email, name }: { readonly email: string; readonly name: string | null },
): Promise<{ id: string; created: boolean }> {
  const person = { id: newUserId(), email, name, isOwner: false, isVerified: false };
  const { id, created } = await addOrFindPerson(db, person);
  return { id, created };
}

/** The secret that signs cookies and links: from the configuration, or generated once and stored in the database. */
export async function instanceSecret(db: Postgres, configured: string | null): Promise<string> {
  return configured ?? storeSecretOnce(db, newToken());
}
