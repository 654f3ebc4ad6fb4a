import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../config/log.ts';

export interface InProgress<Item> {
  readonly item: Item;
  readonly startedAt: number;
}

/** A queue in a table. Its statements claim with `FOR UPDATE SKIP LOCKED` for a limited time, so that a killed process loses no item. */
export interface ClaimLoop<Item> {
  readonly maxConcurrent: number;
  /** Claims an item; undefined if none is due that may be processed besides those in progress. */
  readonly claim: (inProgress: readonly InProgress<Item>[]) => Promise<Item | undefined>;
  /** Processes an item and records the outcome. After a rejection nothing more is claimed. */
  readonly process: (item: Item, startedAt: number) => Promise<void>;
  readonly mayContinue?: () => boolean | Promise<boolean>;
  /** Whether to wait for more items when nothing is in progress. Default: never. */
  readonly expectsMore?: () => boolean | Promise<boolean>;
  /** How often to check for due items while others are in progress. Default: 250. */
  readonly pollMilliseconds?: number;
  /** After this time nothing more is claimed. Default: no limit. */
  readonly maxMilliseconds?: number;
}

/** Until none is due, `stopping` is aborted or one fails. Rejects with the first failure. */
export async function runClaimLoop<Item>(loop: ClaimLoop<Item>, stopping: AbortSignal): Promise<void> {
  const { maxConcurrent, claim, process, pollMilliseconds = 250, maxMilliseconds = Infinity } = loop;
  const end = performance.now() + maxMilliseconds;
  const running = new Map<Promise<void>, InProgress<Item>>();
  const failures: unknown[] = [];
  const start = (item: Item): void => {
    const startedAt = performance.now();
    const work = process(item, startedAt)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(work));
    running.set(work, { item, startedAt });
  };
  const mayContinue = async (): Promise<boolean> =>
    !stopping.aborted &&
    failures.length === 0 &&
    performance.now() < end &&
    (await (loop.mayContinue?.() ?? true));
  // Every item in progress may listen to the signal, and Node warns of a leak above ten listeners.
  setMaxListeners(0, stopping);
  try {
    while (await mayContinue()) {
      const before = [...running.values()];
      const item = before.length < maxConcurrent ? await claim(before) : undefined;
      if (item !== undefined) start(item);
      else if (before.length === 0 && !(await (loop.expectsMore?.() ?? false))) break;
      // If an item ended during the claim, a slot is free: claim again without waiting.
      else if (running.size === before.length) await nextEvent(running.keys(), pollMilliseconds);
    }
  } finally {
    await Promise.all(running.keys());
  }
  if (failures.length > 0) throw failures[0];
}

async function nextEvent(works: Iterable<Promise<void>>, milliseconds: number): Promise<void> {
  const over = new AbortController();
  const timeout = pause(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([...works, timeout]);
  over.abort();
}

export interface Lease {
  /** Much shorter than the claim lasts, so that a failed renewal does not lose it. */
  readonly everyMilliseconds: number;
  /** Returns false if the claim was lost: the item was deleted, cancelled or claimed by another process. */
  readonly renew: () => Promise<boolean>;
  readonly item: string;
  readonly log: Logger;
}

/** Runs `work` with a signal that aborts if the claim is lost or `stopping` is aborted. */
export async function withLease<Result>(
  { everyMilliseconds, renew, item, log }: Lease,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const stop = (): void => ending.abort(stopping.reason);
  const timer = setInterval(() => {
    renew().then(
      (isHeld) => isHeld || ending.abort(new Error(`The claim of ${item} was lost.`)),
      (error: unknown) => log.warn({ item, err: error }, 'claim renewal failed'),
    );
  }, everyMilliseconds);
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  try {
    return await work(ending.signal);
  } finally {
    clearInterval(timer);
    stopping.removeEventListener('abort', stop);
  }
}
