import type { Caller } from '../kernel/procedure.ts';
import { whenThere, type Soon } from '../kernel/soon.ts';

/** Finds the caller behind a secret, remembering it for a moment. */
export interface RememberedCallers {
  callerOf(secret: string): Soon<Caller | undefined>;
  /** After something was revoked or ended: from now on this node asks the database again. */
  forget(): void;
}

export interface Found {
  readonly caller: Caller;
  readonly expiresAt: number;
}

/** What was revoked on another node is refused here within a second. */
const rememberedForMilliseconds = 900;
const mostRemembered = 10_000;

interface Remembered {
  /** The promise of the lookup, and once that is kept what it brought. */
  found: Soon<Found | undefined>;
  readonly until: number;
}

export function rememberCallers(find: (secret: string) => Promise<Found | undefined>): RememberedCallers {
  const remembered = new Map<string, Remembered>();

  /** Only good secrets stay remembered: one made a moment ago works, and guesses take no memory. */
  const fill = async (entry: Remembered, secret: string): Promise<Found | undefined> => {
    let found: Found | undefined;
    try {
      found = await find(secret);
      return found;
    } finally {
      entry.found = found;
      if (found === undefined && remembered.get(secret) === entry) remembered.delete(secret);
    }
  };

  const look = (secret: string): Remembered => {
    const now = performance.now();
    const held = remembered.get(secret);
    if (held !== undefined && held.until > now) return held;
    if (remembered.size >= mostRemembered) remembered.clear();
    const fresh: Remembered = { found: undefined, until: now + rememberedForMilliseconds };
    // Remembered from its beginning: calls at the same time share one lookup, and forget() forgets it too.
    remembered.set(secret, fresh);
    fresh.found = fill(fresh, secret);
    return fresh;
  };

  return {
    callerOf: (secret) => whenThere(look(secret).found, stillValid),
    forget: () => remembered.clear(),
  };
}

function stillValid(found: Found | undefined): Caller | undefined {
  return found !== undefined && found.expiresAt > Date.now() ? found.caller : undefined;
}
