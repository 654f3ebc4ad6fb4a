import type { MagpieError } from '@magpie/contract/errors';

export interface PlacesBounds {
  /** So much is done at the same time, */
  readonly atOnce: number;
  /** so much of it with one host, so that a slow one does not hold up the others, */
  readonly ofHost: number;
  /** and so much for one person, so that nobody takes all places. */
  readonly ofPerson: number;
  /** Of one person; what comes then is sent away. */
  readonly mostWaiting: number;
  readonly busy: () => MagpieError;
}

/** Something to be done. */
export interface Wish {
  readonly host: string;
  /** Who waits for it, as long as they do; others may come to it. It is done in the turn of any of them. */
  readonly people: ReadonlyMap<string, unknown>;
}

export interface FairQueue {
  /** Does the work when there is a place for it, or throws the signal's reason if that comes first. */
  take<Value>(wish: Wish, work: () => Promise<Value>, signal: AbortSignal): Promise<Value>;
  /** To be called when somebody came to a wish. */
  serve(): void;
}

interface Waiting extends Wish {
  readonly begin: (userId: string) => void;
}

/** Places that are given to people in turn, however many wishes one of them has. */
export function createFairQueue(bounds: PlacesBounds): FairQueue {
  const { mostWaiting, busy } = bounds;
  const waiting = new Set<Waiting>();
  const ledger = createLedger(bounds);
  const isFull = (userId: string): boolean =>
    [...waiting].filter(({ people }) => people.has(userId)).length >= mostWaiting;
  /** The oldest wish of who had no turn for longest. */
  const next = (): { wish: Waiting; userId: string } | undefined => {
    let best: { wish: Waiting; userId: string; turn: number } | undefined;
    for (const wish of waiting) {
      for (const userId of wish.people.keys()) {
        const turn = ledger.lastTurnOf(userId);
        if (ledger.hasPlace(wish.host, userId) && (best === undefined || turn < best.turn))
          best = { wish, userId, turn };
      }
    }
    return best;
  };
  const serve = (): void => {
    for (let chosen = next(); chosen !== undefined; chosen = next()) {
      const { wish, userId } = chosen;
      waiting.delete(wish);
      ledger.give(wish.host, userId);
      wish.begin(userId);
    }
  };
  return {
    serve,
    async take(wish, work, signal) {
      signal.throwIfAborted();
      if ([...wish.people.keys()].every(isFull)) throw busy();
      const turn = turnIn(waiting, wish, signal);
      serve();
      const userId = await turn;
      try {
        return await work();
      } finally {
        ledger.takeBack(wish.host, userId);
        serve();
        ledger.forgetTurns();
      }
    },
  };
}

/** Waits for a place, and tells whose it is. */
function turnIn(waiting: Set<Waiting>, wish: Wish, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.delete(entry);
      reject(signal.reason);
    };
    const begin = (userId: string): void => {
      signal.removeEventListener('abort', leave);
      resolve(userId);
    };
    const entry = { ...wish, begin };
    signal.addEventListener('abort', leave, { once: true });
    waiting.add(entry);
  });
}

interface Ledger {
  hasPlace(host: string, userId: string): boolean;
  /** The number of the turn that somebody had last; 0 for none since all places were free. */
  lastTurnOf(userId: string): number;
  give(host: string, userId: string): void;
  takeBack(host: string, userId: string): void;
  /** Once nobody has a place, it matters no more who had one before. */
  forgetTurns(): void;
}

/** Who has how many places. */
function createLedger({ atOnce, ofHost, ofPerson }: PlacesBounds): Ledger {
  const [hosts, people, turns] = [createCounts(), createCounts(), new Map<string, number>()];
  let [taken, turn] = [0, 0];
  const change = (host: string, userId: string, by: 1 | -1): void => {
    taken += by;
    hosts.add(host, by);
    people.add(userId, by);
  };
  return {
    hasPlace: (host, userId) => taken < atOnce && hosts.of(host) < ofHost && people.of(userId) < ofPerson,
    lastTurnOf: (userId) => turns.get(userId) ?? 0,
    give(host, userId) {
      change(host, userId, 1);
      turns.set(userId, (turn += 1));
    },
    takeBack: (host, userId) => change(host, userId, -1),
    forgetTurns() {
      if (taken === 0) turns.clear();
    },
  };
}

function createCounts(): { of(name: string): number; add(name: string, by: number): void } {
  const counts = new Map<string, number>();
  return {
    of: (name) => counts.get(name) ?? 0,
    add(name, by) {
      const count = (counts.get(name) ?? 0) + by;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
}
