import { isLeavingPage } from '../../lib/api/pendingChanges.ts';
import { isRetryable, httpStatus, retryDelay } from '../../lib/errors.ts';

export interface BulkProgress {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Remaining seconds of the server's `Retry-After`; 0 while running. */
  readonly waitingSeconds: number;
}

interface BulkResult<Item> {
  readonly done: readonly Item[];
  readonly failed: readonly { readonly item: Item; readonly error: unknown }[];
  /** Not started when the run was cancelled. */
  readonly left: readonly Item[];
}

interface BulkOptions {
  readonly onProgress?: (progress: BulkProgress) => void;
  readonly signal?: AbortSignal;
  /** Waits until the time is over or the signal aborts; tests replace it. */
  readonly pause?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

const concurrency = 4;
const maxAttempts = 4;

/**
 * Processes items, a few at a time. After a 429 response all workers wait for `Retry-After` and then retry the rejected
 * items. Other failures are collected without stopping the rest. Items that are running when the signal aborts are
 * finished.
 */
export async function runBulk<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { onProgress, signal, pause = wait }: BulkOptions = {},
): Promise<BulkResult<Item>> {
  const waiting = [...items];
  const done: Item[] = [];
  const failed: { item: Item; error: unknown }[] = [];
  let pausing: Promise<void> | null = null;
  let waitingUntil: number | null = null;
  const report = (): void =>
    onProgress?.({
      done: done.length,
      failed: failed.length,
      total: items.length,
      waitingSeconds: secondsUntil(waitingUntil),
    });

  const waitForServer = async (milliseconds: number): Promise<void> => {
    waitingUntil = Date.now() + milliseconds;
    report();
    await pause(milliseconds, signal);
    pausing = null;
    waitingUntil = null;
    report();
  };

  const attempt = async (item: Item): Promise<void> => {
    for (let failures = 0; ;) {
      try {
        await act(item);
        done.push(item);
        return report();
      } catch (error) {
        // Rate limiting does not count as a failed attempt.
        if (httpStatus(error) !== 429) failures += 1;
        if (!isRetryable(error) || failures >= maxAttempts) {
          failed.push({ item, error });
          return report();
        }
        // Workers that are rejected at the same time share one wait.
        pausing ??= waitForServer(retryDelay(error, failures));
        await pausing;
        if (signal?.aborted === true) {
          waiting.push(item);
          return;
        }
      }
    }
  };

  const work = async (): Promise<void> => {
    for (;;) {
      await pausing;
      if (signal?.aborted === true) return;
      const item = waiting.shift();
      if (item === undefined) return;
      await attempt(item);
    }
  };

  report();
  // A page that is being closed cannot send the next request after a response.
  await Promise.all(Array.from({ length: isLeavingPage() ? items.length : concurrency }, work));
  return { done, failed, left: waiting };
}

function secondsUntil(time: number | null): number {
  return time === null ? 0 : Math.max(Math.ceil((time - Date.now()) / 1000), 1);
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
