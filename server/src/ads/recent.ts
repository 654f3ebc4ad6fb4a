/** Overhead of a cached value, in characters. */
const charactersAround = 50;

/**
 * Caches recently used values, bounded by the total length of the keys (at most twice the limit), since keys vary in
 * length. Uses two generations, because maintaining an LRU list costs more than it saves here.
 */
export class RecentCache<Value> {
  readonly #most: number;
  #characters = 0;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the cached value, or computes and caches it. */
  getOrCompute(key: string, compute: () => Value): Value {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    // No `??`: null is a valid value.
    if (old !== undefined) return this.#remembered(key, old);
    return this.#remembered(key, compute());
  }

  #remembered(key: string, value: Value): Value {
    const characters = key.length + charactersAround;
    if (this.#characters + characters > this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = 0;
    }
    this.#characters += characters;
    this.#young.set(key, value);
    return value;
  }
}
