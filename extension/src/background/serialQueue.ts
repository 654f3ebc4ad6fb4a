/** Runs tasks one after another. */
export function createSerialQueue(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Never runs concurrently. A call during a run triggers one more run and waits for it. */
export function coalesceRuns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isRequested = false;
  const runUntilDone = async (): Promise<void> => {
    try {
      while (isRequested) {
        isRequested = false;
        await run();
      }
    } finally {
      running = undefined;
    }
  };
  return () => {
    isRequested = true;
    running ??= runUntilDone();
    return running;
  };
}
