import { mayBeTriedAgain, statusOf, waitBefore } from '../api/errors.ts';

export interface BulkProgress {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Seconds that the server asks to wait before it goes on; 0 while it goes on. */
  readonly waitingSeconds: number;
}

export interface BulkResult<Item> {
  readonly done: readonly Item[];
  readonly failed: readonly { readonly item: Item; readonly error: unknown }[];
  /** What was not begun when it was cancelled. */
  readonly left: readonly Item[];
}

interface BulkOptions {
  readonly onProgress?: (progress: BulkProgress) => void;
  readonly signal?: AbortSignal;
  /** Waits for so many milliseconds, or until cancelled; real time unless told. */
  readonly pause?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

const together = 4;
const mostTries = 4;

/**
 * Does something to many, a few at a time. When the server answers that it is too much, all wait as long as it asks and
 * then go on with what was refused; what fails otherwise is collected, and the rest is done all the same. What is under
 * way when it is cancelled is finished.
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

  const rest = async (milliseconds: number): Promise<void> => {
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
        // Being asked to wait is no failure, however often it happens.
        if (statusOf(error) !== 429) failures += 1;
        if (!mayBeTriedAgain(error) || failures >= mostTries) {
          failed.push({ item, error });
          return report();
        }
        // Several are refused at once: they wait together.
        pausing ??= rest(waitBefore(error, failures));
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
  await Promise.all(Array.from({ length: together }, work));
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
