import { LRUCache } from 'lru-cache';

interface MomentCacheParts<Value> {
  readonly maxBytes: number;
  readonly bytesOf: (value: Value) => number;
  /**
   * @param newest the recording of which sightings are needed
   * @param previous of the moment that was read last, if it is still in memory
   */
  readonly read: (at: string, newest: number, previous: Value | undefined) => Promise<Value>;
  /** After so long without a request, a moment that is larger than the limit is dropped. Default: 30 minutes. */
  readonly idleMilliseconds?: number;
}

export type ReadMoment<Value> = (at: string, newest: number) => Promise<Value>;

interface Entry<Value> {
  readonly at: string;
  readonly value: Value;
  readonly recording: number;
}

const defaultIdleMilliseconds = 30 * 60_000;

/**
 * What was known at recently requested moments, until a newer recording. The moment that was read last stays also if it is
 * larger than the limit: otherwise each page of its answer would read it again. One moment is read at a time, which bounds
 * the memory of reading. Without a limit, nothing stays.
 */
export function createMomentCache<Value>(parts: MomentCacheParts<Value>): ReadMoment<Value> {
  const { maxBytes, bytesOf, read } = parts;
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ value }) => Math.max(1, bytesOf(value)),
  });
  const latest = createLatest<Value>(parts.idleMilliseconds ?? defaultIdleMilliseconds);
  const reading = new Map<string, Promise<Value>>();
  let last: Promise<unknown> = Promise.resolve();

  const keep = (entry: Entry<Value>): void => {
    if (maxBytes === 0) return;
    latest.set(entry);
    entries.set(entry.at, entry);
  };

  const start = (at: string, newest: number, key: string): Promise<Value> => {
    const value = last.then(() => read(at, newest, latest.get()?.value));
    last = value.catch(() => undefined);
    reading.set(key, value);
    return value
      .then((found) => {
        keep({ at, value: found, recording: newest });
        return found;
      })
      .finally(() => reading.delete(key));
  };

  return async (at, newest) => {
    const recent = latest.get();
    const known = entries.get(at) ?? (recent?.at === at ? recent : undefined);
    if (known !== undefined && known.recording >= newest) return known.value;
    const key = `${at} ${newest}`;
    return reading.get(key) ?? start(at, newest, key);
  };
}

/** One entry, which is dropped when it was not read for a while. */
function createLatest<Value>(idleMilliseconds: number) {
  let entry: Entry<Value> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const restart = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      entry = undefined;
    }, idleMilliseconds).unref();
  };
  return {
    get: (): Entry<Value> | undefined => {
      if (entry !== undefined) restart();
      return entry;
    },
    set: (next: Entry<Value>): void => {
      entry = next;
      restart();
    },
  };
}
