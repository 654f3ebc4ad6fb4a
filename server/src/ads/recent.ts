import { LRUCache } from 'lru-cache';

/** Overhead of a cached value, in characters. */
const charactersAround = 50;

/** Caches recently used values, bounded by the total length of the keys, since keys vary in length. */
export class RecentCache<Value> {
  /** Wrapped, since the library does not store null. */
  readonly #entries: LRUCache<string, { readonly value: Value }>;

  constructor(maxCharacters: number) {
    this.#entries = new LRUCache({
      maxSize: maxCharacters,
      sizeCalculation: (_, key) => key.length + charactersAround,
    });
  }

  getOrCompute(key: string, compute: () => Value): Value {
    const cached = this.#entries.get(key);
    if (cached !== undefined) return cached.value;
    const value = compute();
    this.#entries.set(key, { value });
    return value;
  }
}
