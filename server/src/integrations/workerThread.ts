import { Piscina } from 'piscina';
import { createConcurrencyLimit, type ConcurrencyLimitOptions } from './concurrencyLimit.ts';

interface WorkerThreadOptions extends Pick<ConcurrencyLimitOptions, 'queue'> {
  /** Exports the function that handles a task by default. */
  readonly file: URL;
  /** Default: 1. */
  readonly threads?: number;
  readonly idleMilliseconds: number;
  readonly maxMegabytes?: number;
  readonly maxYoungMegabytes?: number;
}

interface WorkerThread<Task, Result> {
  readonly run: (task: Task, timeoutMilliseconds?: number) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** Runs tasks one at a time in each thread, which is terminated if one takes too long. */
export function createWorkerThread<Task, Result>(options: WorkerThreadOptions): WorkerThread<Task, Result> {
  const { file, threads = 1, idleMilliseconds, maxMegabytes, maxYoungMegabytes, queue } = options;
  const pool = new Piscina<Task, Result>({
    filename: file.href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMilliseconds,
    execArgv: [],
    resourceLimits: {
      ...(maxMegabytes !== undefined && { maxOldGenerationSizeMb: maxMegabytes }),
      ...(maxYoungMegabytes !== undefined && { maxYoungGenerationSizeMb: maxYoungMegabytes }),
    },
  });
  // Without a listener, an error after the end of a task, such as in a thread that is being terminated, would end the process.
  pool.on('error', () => undefined);
  // The pool's own queue is not used: its tasks would wait forever if the thread crashes, and their timeouts would run.
  const inTurn = createConcurrencyLimit({ maxConcurrent: threads, ...(queue !== undefined && { queue }) });
  return {
    run: (task, milliseconds) =>
      inTurn(() =>
        pool.run(task, milliseconds === undefined ? {} : { signal: AbortSignal.timeout(milliseconds) }),
      ),
    close: () => pool.destroy(),
  };
}
