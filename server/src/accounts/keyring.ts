import type { Logger } from '../kernel/log.ts';
import type { Postgres } from '../kernel/postgres/postgres.ts';
import type { Caller } from '../kernel/procedure.ts';
import { findLiveKey, noteUse } from './apiKeys.sql.ts';
import { digestOf } from './secret.ts';

/** Finds the caller of an API key, remembering it for a moment. */
export interface Keyring {
  callerOf(apiKey: string): Promise<Caller | undefined>;
  /** After a key was revoked: from now on this node asks the database again. */
  forget(): void;
}

/** A key revoked on another node is refused here within a second. */
const rememberedForMilliseconds = 900;
const mostRemembered = 10_000;

interface Remembered {
  readonly found: Promise<{ caller: Caller; expiresAt: number } | undefined>;
  readonly until: number;
}

export function createKeyring(db: Postgres, log: Logger): Keyring {
  const remembered = new Map<string, Remembered>();

  const find = async (apiKey: string): Promise<{ caller: Caller; expiresAt: number } | undefined> => {
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

  const look = (apiKey: string): Remembered => {
    const now = performance.now();
    const held = remembered.get(apiKey);
    if (held !== undefined && held.until > now) return held;
    if (remembered.size >= mostRemembered) remembered.clear();
    // The promise is kept, not its value: a lookup that began before forget() is forgotten with the rest.
    const fresh = { found: find(apiKey), until: now + rememberedForMilliseconds };
    remembered.set(apiKey, fresh);
    return fresh;
  };

  return {
    async callerOf(apiKey) {
      const entry = look(apiKey);
      const drop = (): void => {
        if (remembered.get(apiKey) === entry) remembered.delete(apiKey);
      };
      // Only good keys are remembered: a key made a moment ago works, and guesses take no memory.
      const found = await entry.found.catch((error: unknown) => {
        drop();
        throw error;
      });
      if (found === undefined) drop();
      return found !== undefined && found.expiresAt > Date.now() ? found.caller : undefined;
    },
    forget: () => remembered.clear(),
  };
}
