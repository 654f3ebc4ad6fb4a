/** A plain value if it is in memory, a promise if another process provides it. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Applies `use` to a value, synchronously if it is no promise. `await` always yields to the event loop, which
 * would be a tenth of the cost of a request.
 */
export function andThen<T, Next>(
  value: MaybePromise<T>,
  use: (value: T) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(use) : use(value);
}
