import { LRUCache } from 'lru-cache';

interface MomentCacheParts<Value> {
  readonly maxBytes: number;
  readonly bytesOf: (value: Value) => number;
  readonly read: (at: string) => Promise<Value>;
}

export type ReadMoment<Value> = (at: string, newest: number) => Promise<Value>;

/**
 * What was known at recently requested moments, until a newer recording. One moment is read at a time, which bounds the
 * memory of reading.
 */
export function createMomentCache<Value>(parts: MomentCacheParts<Value>): ReadMoment<Value> {
  const { maxBytes, bytesOf, read } = parts;
  const entries =
    maxBytes === 0
      ? undefined
      : new LRUCache<string, { readonly value: Value; readonly recording: number }>({
          maxSize: maxBytes,
          sizeCalculation: ({ value }) => Math.max(1, bytesOf(value)),
        });
  const reading = new Map<string, Promise<Value>>();
  let last: Promise<unknown> = Promise.resolve();

  const start = (at: string, newest: number, key: string): Promise<Value> => {
    const value = last.then(() => read(at));
    last = value.catch(() => undefined);
    reading.set(key, value);
    return value
      .then((found) => {
        entries?.set(at, { value: found, recording: newest });
        return found;
      })
      .finally(() => reading.delete(key));
  };

  return async (at, newest) => {
    const known = entries?.get(at);
    if (known !== undefined && known.recording >= newest) return known.value;
    const key = `${at} ${newest}`;
    return reading.get(key) ?? start(at, newest, key);
  };
}
