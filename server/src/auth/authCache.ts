import type { Caller } from '../rpc/procedure.ts';
import { andThen, type MaybePromise } from '../rpc/maybePromise.ts';

/** Finds the caller behind a secret, remembering it for a moment. */
export interface AuthCache<C extends Caller = Caller> {
  callerOf(secret: string): MaybePromise<C | undefined>;
  /** After something was revoked or ended: from now on this node asks the database again. */
  forget(): void;
}

export interface Found<C extends Caller> {
  readonly caller: C;
  readonly expiresAt: number;
}

/** What was revoked on another node is refused here within a second. */
const rememberedForMilliseconds = 900;
const mostRemembered = 10_000;

interface Remembered<C extends Caller> {
  /** The promise of the lookup, and once that is kept what it brought. */
  found: MaybePromise<Found<C> | undefined>;
  readonly until: number;
}

export function createAuthCache<C extends Caller>(
  find: (secret: string) => Promise<Found<C> | undefined>,
): AuthCache<C> {
  const remembered = new Map<string, Remembered<C>>();

  /** Only good secrets stay remembered: one made a moment ago works, and guesses take no memory. */
  const fill = async (entry: Remembered<C>, secret: string): Promise<Found<C> | undefined> => {
    let found: Found<C> | undefined;
    try {
      found = await find(secret);
      return found;
    } finally {
      entry.found = found;
      if (found === undefined && remembered.get(secret) === entry) remembered.delete(secret);
    }
  };

  const look = (secret: string): Remembered<C> => {
    const now = performance.now();
    const held = remembered.get(secret);
    if (held !== undefined && held.until > now) return held;
    if (remembered.size >= mostRemembered) remembered.clear();
    const fresh: Remembered<C> = { found: undefined, until: now + rememberedForMilliseconds };
    // Remembered from its beginning: calls at the same time share one lookup, and forget() forgets it too.
    remembered.set(secret, fresh);
    fresh.found = fill(fresh, secret);
    return fresh;
  };

  return {
    callerOf: (secret) => andThen(look(secret).found, stillValid),
    forget: () => remembered.clear(),
  };
}

function stillValid<C extends Caller>(found: Found<C> | undefined): C | undefined {
  return found !== undefined && found.expiresAt > Date.now() ? found.caller : undefined;
}
