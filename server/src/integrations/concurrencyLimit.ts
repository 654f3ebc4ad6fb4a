import type { MagpieError } from '@magpie/contract/errors';

/** Runs the work when a slot is free, or throws the signal's reason if it is aborted first. */
type RunLimited = <Value>(work: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>;

export interface ConcurrencyLimitOptions {
  /** Further work is queued in order. */
  readonly maxConcurrent: number;
  /** Work beyond this queue length fails with `busy()`. Default: no limit. */
  readonly queue?: { readonly maxQueued: number; readonly busy: () => MagpieError };
}

export function createConcurrencyLimit({ maxConcurrent, queue }: ConcurrencyLimitOptions): RunLimited {
  const waiting = new Set<() => void>();
  let running = 0;
  const begin = async (signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    if (running < maxConcurrent) running += 1;
    else if (queue !== undefined && waiting.size >= queue.maxQueued) throw queue.busy();
    else await enqueue(waiting, signal);
  };
  const end = (): void => {
    const [next] = waiting;
    // Hand the slot over directly, so that later work cannot overtake the queue.
    if (next === undefined) running -= 1;
    else next();
  };
  return async (work, signal) => {
    await begin(signal);
    try {
      return await work();
    } finally {
      end();
    }
  };
}

function enqueue(waiting: Set<() => void>, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.delete(enter);
      reject(signal?.reason);
    };
    const enter = (): void => {
      waiting.delete(enter);
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting.add(enter);
  });
}
