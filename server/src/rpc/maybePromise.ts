/** A plain value if it is in memory, a promise if another process provides it. */
export type MaybePromise<T> = T | Promise<T>;
