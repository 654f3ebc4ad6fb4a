import { LRUCache } from 'lru-cache';
import type { Caller } from '../rpc/procedure.ts';
import { chain, type MaybePromise } from '../rpc/maybePromise.ts';

export interface AuthCache<C extends Caller = Caller> {
  callerOf(secret: string): MaybePromise<C | undefined>;
  /** The caller, if it is in memory. */
  knownCaller(secret: string): C | undefined;
  /** Call after a revocation, so that this node queries the database again. */
  clear(): void;
}

export interface CachedAuth<C extends Caller> {
  readonly caller: C;
  readonly expiresAt: number;
}

/** Revocations on other nodes take effect within a second. */
const ttlMilliseconds = 900;
const maxEntries = 10_000;

interface CacheEntry<C extends Caller> {
  /** The pending lookup, later its result. */
  found: MaybePromise<CachedAuth<C> | undefined>;
}

export function createAuthCache<C extends Caller>(
  find: (secret: string) => Promise<CachedAuth<C> | undefined>,
): AuthCache<C> {
  const cache = new LRUCache<string, CacheEntry<C>>({
    max: maxEntries,
    ttl: ttlMilliseconds,
    // Looked up at each use, so that tests can set the clock.
    perf: { now: () => performance.now() },
  });

  /** Caches only valid secrets: a new key works at once, and guesses use no memory. */
  const fill = async (entry: CacheEntry<C>, secret: string): Promise<CachedAuth<C> | undefined> => {
    let found: CachedAuth<C> | undefined;
    try {
      found = await find(secret);
      return found;
    } finally {
      entry.found = found;
      if (found === undefined && cache.get(secret) === entry) cache.delete(secret);
    }
  };

  const lookup = (secret: string): CacheEntry<C> => {
    const cached = cache.get(secret);
    if (cached !== undefined) return cached;
    const fresh: CacheEntry<C> = { found: undefined };
    // Cached from the start: concurrent calls share one lookup, and clear() removes it too.
    cache.set(secret, fresh);
    fresh.found = fill(fresh, secret);
    return fresh;
  };

  return {
    callerOf: (secret) => chain(lookup(secret).found, stillValid),
    knownCaller: (secret) => {
      const found = cache.get(secret)?.found;
      return found instanceof Promise ? undefined : stillValid(found);
    },
    clear: () => cache.clear(),
  };
}

function stillValid<C extends Caller>(found: CachedAuth<C> | undefined): C | undefined {
  return found !== undefined && found.expiresAt > Date.now() ? found.caller : undefined;
}
