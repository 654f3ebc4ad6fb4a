/** What it takes to keep a value besides the characters of its key, in characters. */
const charactersAround = 50;

/**
 * Remembers what was last asked for, by keys of so many characters in all, and at most twice as many: texts are short or
 * long, and what counts is the memory that they take. Two generations instead of a list by age, since keeping such a list
 * costs more than it saves.
 */
export class Recent<Value> {
  readonly #most: number;
  #characters = 0;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The value of a key, found out when it is not remembered. */
  of(key: string, findOut: () => Value): Value {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    // No `??`: null may be what was found out.
    if (old !== undefined) return this.#remembered(key, old);
    return this.#remembered(key, findOut());
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
