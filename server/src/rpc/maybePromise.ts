/** A value that is in memory already, or will be. */
export type MaybePromise<T> = T | Promise<T>;

/** Continues at once with a value in memory: a cached response passes many steps, and awaiting each takes time. */
export function chain<Value, Result>(
  value: MaybePromise<Value>,
  step: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(step) : step(value);
}

export function chainAll<Value>(values: readonly MaybePromise<Value>[]): MaybePromise<readonly Value[]> {
  const isPromise = (value: MaybePromise<Value>): value is Promise<Value> => value instanceof Promise;
  return values.some(isPromise) ? Promise.all(values) : (values as readonly Value[]);
}

/** Passes the result to the callback of a Fastify hook. */
export function finish(run: () => MaybePromise<void>, report: (error?: Error) => void): void {
  let result: MaybePromise<void>;
  try {
    result = run();
  } catch (error) {
    report(error as Error);
    return;
  }
  if (result instanceof Promise) result.then(() => report(), report);
  else report();
}
