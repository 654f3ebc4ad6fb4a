import type { Scope } from '@magpie/contract';
import type { PostgresEngine, Postgres } from '../kernel/postgres/postgres.ts';
import { issueKey } from './apiKeys.ts';
import { findLiveKey } from './apiKeys.sql.ts';
import { byOperator, noteAct } from './audit.sql.ts';
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
    show(await db.transaction((tx) => makeOwner(tx, bootstrapKey)));
    await markFirstKeyShown(lock);
  });
}

async function makeOwner(tx: Postgres, bootstrapKey: string | null): Promise<Welcome> {
  const owner = await addOrFindPerson(tx, {
    id: newUserId(),
    email: ownerEmail,
    name: 'Owner',
    isOwner: true,
    isVerified: true,
  });
  const signInToken = await makeSignInLink(tx, owner.id);
  // A start that was killed after this one's transaction, and before it noted that the key was shown.
  if (bootstrapKey !== null && (await findLiveKey(tx, digestOf(bootstrapKey))) !== undefined)
    return { key: bootstrapKey, signInToken };
  const { id, key } = await issueKey(tx, {
    userId: owner.id,
    name: 'First key',
    scopes: allScopes,
    ...(bootstrapKey === null ? {} : { apiKey: bootstrapKey }),
  });
  await noteAdded(tx, { email: ownerEmail, created: owner.created, scopes: allScopes, keyId: id });
  return { key, signInToken };
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
    await noteAdded(tx, { email, created: person.created, scopes, keyId: id });
    return { created: person.created, key };
  });
}

interface Added {
  readonly email: string;
  /** Whether the person was not here before. */
  readonly created: boolean;
  readonly scopes: readonly Scope[];
  readonly keyId: number;
}

async function noteAdded(tx: Postgres, { email, created, scopes, keyId }: Added): Promise<void> {
  const details = { email, scopes };
  if (created) await noteAct(tx, { ...byOperator, act: 'account.created', subject: email, details });
  await noteAct(tx, { ...byOperator, act: 'key.created', subject: `key:${keyId}`, details });
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
