import type { MagpieError } from '@magpie/contract/errors';

export interface FairQueueOptions {
  readonly maxConcurrent: number;
  /** So that a slow host does not block the others. */
  readonly maxPerHost: number;
  /** So that no user takes all slots. */
  readonly maxPerUser: number;
  /** Per user; further tasks fail with `busy()`. */
  readonly maxQueued: number;
  readonly busy: () => MagpieError;
}

export interface QueuedTask {
  readonly host: string;
  /** The users that currently wait for it; others may join later. It runs in the turn of any of them. */
  readonly users: ReadonlyMap<string, unknown>;
}

export interface FairQueue {
  /** Runs the work when a slot is free, or throws the signal's reason if it is aborted first. */
  run<Value>(task: QueuedTask, work: () => Promise<Value>, signal: AbortSignal): Promise<Value>;
  /** Must be called when a user joins a queued task. */
  startNext(): void;
}

interface WaitingTask extends QueuedTask {
  readonly begin: (userId: string) => void;
}

/** Slots are given to users in turn, regardless of how many tasks each has queued. */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { maxQueued, busy } = options;
  const waiting = new Set<WaitingTask>();
  const slots = createSlots(options);
  const isFull = (userId: string): boolean =>
    [...waiting].filter(({ users }) => users.has(userId)).length >= maxQueued;
  /** The oldest task of the user whose last turn is longest ago. */
  const next = (): { task: WaitingTask; userId: string } | undefined => {
    let best: { task: WaitingTask; userId: string; turn: number } | undefined;
    for (const task of waiting) {
      for (const userId of task.users.keys()) {
        const turn = slots.getLastTurn(userId);
        if (slots.hasFreeSlot(task.host, userId) && (best === undefined || turn < best.turn))
          best = { task, userId, turn };
      }
    }
    return best;
  };
  const startNext = (): void => {
    for (let chosen = next(); chosen !== undefined; chosen = next()) {
      const { task, userId } = chosen;
      waiting.delete(task);
      slots.acquire(task.host, userId);
      task.begin(userId);
    }
  };
  return {
    startNext,
    async run(task, work, signal) {
      signal.throwIfAborted();
      if ([...task.users.keys()].every(isFull)) throw busy();
      const turn = waitForTurn(waiting, task, signal);
      startNext();
      const userId = await turn;
      try {
        return await work();
      } finally {
        slots.release(task.host, userId);
        startNext();
        slots.resetTurns();
      }
    },
  };
}

function waitForTurn(waiting: Set<WaitingTask>, task: QueuedTask, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.delete(entry);
      reject(signal.reason);
    };
    const begin = (userId: string): void => {
      signal.removeEventListener('abort', leave);
      resolve(userId);
    };
    const entry = { ...task, begin };
    signal.addEventListener('abort', leave, { once: true });
    waiting.add(entry);
  });
}

function createSlots({ maxConcurrent, maxPerHost, maxPerUser }: FairQueueOptions) {
  const [hosts, users, turns] = [createCounts(), createCounts(), new Map<string, number>()];
  let [taken, turn] = [0, 0];
  const change = (host: string, userId: string, by: 1 | -1): void => {
    taken += by;
    hosts.add(host, by);
    users.add(userId, by);
  };
  return {
    hasFreeSlot: (host: string, userId: string) =>
      taken < maxConcurrent && hosts.of(host) < maxPerHost && users.of(userId) < maxPerUser,
    /** 0 if there was none since all slots were free. */
    getLastTurn: (userId: string) => turns.get(userId) ?? 0,
    acquire(host: string, userId: string): void {
      change(host, userId, 1);
      turns.set(userId, (turn += 1));
    },
    release: (host: string, userId: string) => change(host, userId, -1),
    resetTurns(): void {
      if (taken === 0) turns.clear();
    },
  };
}

export function createCounts() {
  const counts = new Map<string, number>();
  return {
    /** Only names with a count other than 0. */
    all: counts as ReadonlyMap<string, number>,
    of: (name: string): number => counts.get(name) ?? 0,
    add(name: string, by: number): void {
      const count = (counts.get(name) ?? 0) + by;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
}
