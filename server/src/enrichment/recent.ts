/**
 * Remembers what was last asked for: at least so many values and at most twice as many. Two generations instead of a
 * list by age, since keeping such a list costs more than it saves.
 */
export class Recent<Value> {
  readonly #most: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The value of a key, found out when it is not remembered. */
  of(key: string, findOut: () => Value): Value {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const value = this.#old.get(key) ?? findOut();
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }
}
