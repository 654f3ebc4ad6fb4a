import type { Logger } from '../kernel/log.ts';
import type { Postgres } from '../kernel/postgres/postgres.ts';
import type { Caller } from '../kernel/procedure.ts';
import { whenThere, type Soon } from '../kernel/soon.ts';
import { findLiveKey, noteUse } from './apiKeys.sql.ts';
import { digestOf } from './secret.ts';

/** Finds the caller of an API key, remembering it for a moment. */
export interface Keyring {
  callerOf(apiKey: string): Soon<Caller | undefined>;
  /** After a key was revoked: from now on this node asks the database again. */
  forget(): void;
}

/** A key revoked on another node is refused here within a second. */
const rememberedForMilliseconds = 900;
const mostRemembered = 10_000;

interface Found {
  readonly caller: Caller;
  readonly expiresAt: number;
}

interface Remembered {
  /** The promise of the lookup, and once that is kept what it brought. */
  found: Soon<Found | undefined>;
  readonly until: number;
}

export function createKeyring(db: Postgres, log: Logger): Keyring {
  const remembered = new Map<string, Remembered>();

  const find = async (apiKey: string): Promise<Found | undefined> => {
    const key = await findLiveKey(db, digestOf(apiKey));
    if (key === undefined) return undefined;
    if (key.useIsStale) {
      noteUse(db, key.id).catch((error: unknown) =>
        log.warn({ err: error }, 'the last use of a key was not written'),
      );
    }
    const credential = { id: `key:${key.id}`, secret: apiKey };
    const caller = { userId: key.userId, isOwner: key.isOwner, scopes: new Set(key.scopes), credential };
    return { caller, expiresAt: key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY };
  };

  /** Only good keys stay remembered: a key made a moment ago works, and guesses take no memory. */
  const fill = async (entry: Remembered, apiKey: string): Promise<Found | undefined> => {
    let found: Found | undefined;
    try {
      found = await find(apiKey);
      return found;
    } finally {
      entry.found = found;
      if (found === undefined && remembered.get(apiKey) === entry) remembered.delete(apiKey);
    }
  };

  const look = (apiKey: string): Remembered => {
    const now = performance.now();
    const held = remembered.get(apiKey);
    if (held !== undefined && held.until > now) return held;
    if (remembered.size >= mostRemembered) remembered.clear();
    const fresh: Remembered = { found: undefined, until: now + rememberedForMilliseconds };
    // Remembered from its beginning: calls at the same time share one lookup, and forget() forgets it too.
    remembered.set(apiKey, fresh);
    fresh.found = fill(fresh, apiKey);
    return fresh;
  };

  return {
    callerOf: (apiKey) => whenThere(look(apiKey).found, stillValid),
    forget: () => remembered.clear(),
  };
}

function stillValid(found: Found | undefined): Caller | undefined {
  return found !== undefined && found.expiresAt > Date.now() ? found.caller : undefined;
}
