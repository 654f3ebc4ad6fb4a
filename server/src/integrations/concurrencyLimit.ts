import type { MagpieError } from '@magpie/contract/errors';

/** Does work when its turn has come, or throws the signal's reason when that comes first. */
type TakeTurn = <Value>(work: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>;

export interface ConcurrencyLimitOptions {
  /** So much is done at the same time; the rest waits, in order. */
  readonly atOnce: number;
  /** Whoever comes when so many wait is sent away; absent: everybody may wait. */
  readonly queue?: { readonly mostWaiting: number; readonly busy: () => MagpieError };
}

export function createConcurrencyLimit({ atOnce, queue }: ConcurrencyLimitOptions): TakeTurn {
  const waiting = new Set<() => void>();
  let underWay = 0;
  const begin = async (signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    if (underWay < atOnce) underWay += 1;
    else if (queue !== undefined && waiting.size >= queue.mostWaiting) throw queue.busy();
    else await waitIn(waiting, signal);
  };
  const end = (): void => {
    const [next] = waiting;
    // Whoever ends hands the place over, so that nobody who comes later takes it.
    if (next === undefined) underWay -= 1;
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

function waitIn(waiting: Set<() => void>, signal?: AbortSignal): Promise<void> {
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
