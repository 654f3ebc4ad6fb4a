/** A value that is there already when it is in memory, and a promise when another process is asked for it. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Goes on with a value, at once when it is there. `await` would let every request wait for its turn even where
 * there is nothing to wait for: on the way of one request that is a tenth of its cost.
 */
export function andThen<T, Next>(
  value: MaybePromise<T>,
  use: (value: T) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(use) : use(value);
}
