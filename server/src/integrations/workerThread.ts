import { Piscina } from 'piscina';
import { createConcurrencyLimit } from './concurrencyLimit.ts';

interface WorkerThreadOptions {
  /** Exports the function that handles a task by default. */
  readonly file: URL;
  /** The thread ends after this time without a task. */
  readonly idleMilliseconds: number;
  readonly maxMegabytes?: number;
  readonly maxYoungMegabytes?: number;
}

type RunTask<Task, Result> = (task: Task, timeoutMilliseconds?: number) => Promise<Result>;

/** Runs tasks one at a time in a thread, which is terminated if one takes too long. */
export function createWorkerThread<Task, Result>(options: WorkerThreadOptions): RunTask<Task, Result> {
  const { file, idleMilliseconds, maxMegabytes, maxYoungMegabytes } = options;
  const pool = new Piscina<Task, Result>({
    filename: file.href,
    minThreads: 0,
    maxThreads: 1,
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
  const inTurn = createConcurrencyLimit({ maxConcurrent: 1 });
  return (task, milliseconds) =>
    inTurn(() =>
      pool.run(task, milliseconds === undefined ? {} : { signal: AbortSignal.timeout(milliseconds) }),
    );
}
