/** Work that is done one after the other, however it comes. */
export function inTurn(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Never runs twice at a time; whoever asks meanwhile has it run once more, and waits for that. */
export function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const runUntilDone = async (): Promise<void> => {
    try {
      while (isWanted) {
        isWanted = false;
        await run();
      }
    } finally {
      running = undefined;
    }
  };
  return () => {
    isWanted = true;
    running ??= runUntilDone();
    return running;
  };
}
