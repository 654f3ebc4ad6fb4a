let last: Promise<unknown> = Promise.resolve();

/** One at a time in this process, since each may take as much memory as a picture of the largest size. */
export function decodeNext<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}
