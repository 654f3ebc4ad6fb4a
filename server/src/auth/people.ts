import type { Scope } from '@magpie/contract';
import type { PostgresEngine, Postgres } from '../db/postgres/postgres.ts';
import { issueKey } from './apiKeys.ts';
import { findLiveKey } from './apiKeys.sql.ts';
import { byOperator, addAuditEntry } from './auditLog.sql.ts';
import { addOrFindPerson, lockInstance, markFirstKeyShown } from './people.sql.ts';
import { digestOf, newUserId } from './secret.ts';
import { makeSignInLink } from './signInLinks.ts';

/** Not an address that mail could reach: the owner is made before anybody told us theirs. */
export const ownerEmail = 'owner@localhost';

const allScopes: readonly Scope[] = ['read', 'write', 'admin'];

/** What the owner is shown once. */
export interface Welcome {
  readonly key: string;
  /** The end of a link that signs them in. */
  readonly signInToken: string;
}

/**
 * Until the first key was shown, makes the owner and, where the operator chose it, their first key: done before the
 * server listens, so that whoever has that key is never refused.
 */
export async function ensureOwner(db: PostgresEngine, bootstrapKey: string | null): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await lockInstance(tx)).firstKeyShown) return;
    const ownerId = await addOwner(tx);
    if (bootstrapKey !== null) await issueBootstrapKey(tx, ownerId, bootstrapKey);
  });
}

/**
 * At the first start makes the owner, a key and a sign-in link, and has them shown; at later ones has null shown.
 * Killed before they were shown, the next start makes others: they exist nowhere but in what was printed.
 */
export async function welcomeOwner(
  db: PostgresEngine,
  bootstrapKey: string | null,
  show: (welcome: Welcome | null) => void,
): Promise<void> {
  await db.transaction(async (lock) => {
    if ((await lockInstance(lock)).firstKeyShown) return show(null);
    // Committed apart from the lock, so that the key works before anybody reads it.
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
  if (created) await noteAccount(tx, ownerEmail, allScopes);
  return id;
}

/** Only once, however often the start is repeated before the first key counts as shown. */
async function issueBootstrapKey(tx: Postgres, ownerId: string, apiKey: string): Promise<string> {
  if ((await findLiveKey(tx, digestOf(apiKey))) !== undefined) return apiKey;
  return issueFirstKey(tx, ownerId, apiKey);
}

async function issueFirstKey(tx: Postgres, userId: string, apiKey?: string): Promise<string> {
  const { id, key } = await issueKey(tx, {
    userId,
    name: 'First key',
    scopes: allScopes,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  await noteKey(tx, ownerEmail, allScopes, id);
  return key;
}

/** Adds a person by e-mail address; one who is there already gets one more key, an owner one that can do all. */
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
    if (person.created) await noteAccount(tx, email, scopes);
    await noteKey(tx, email, scopes, id);
    return { created: person.created, key };
  });
}

async function noteAccount(tx: Postgres, email: string, scopes: readonly Scope[]): Promise<void> {
  await addAuditEntry(tx, { ...byOperator, act: 'account.created', subject: email, details: { email, scopes } });
}

async function noteKey(tx: Postgres, email: string, scopes: readonly Scope[], keyId: number): Promise<void> {
  const details = { email, scopes };
  await addAuditEntry(tx, { ...byOperator, act: 'key.created', subject: `key:${keyId}`, details });
}

/** Finds a person by e-mail address, or adds them; the key comes when somebody asks for one. */
export async function addPersonWithoutKey(
  db: Postgres,
  { email, name }: { readonly email: string; readonly name: string | null },
): Promise<{ id: string; created: boolean }> {
  const person = { id: newUserId(), email, name, isOwner: false, isVerified: false };
  const { id, created } = await addOrFindPerson(db, person);
  return { id, created };
}
