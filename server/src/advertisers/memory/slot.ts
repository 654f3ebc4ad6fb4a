import type { MaybePromise } from '../../rpc/maybePromise.ts';

/** A value that is read again after it was marked; concurrent readers share one read. */
export class Slot<Value> {
  readonly #load: (before: Value | undefined, readAt: number) => Promise<Value>;
  readonly #onRead: () => void;
  #value: Value | undefined;
  #hasValue = false;
  #isStale = true;
  #readAt = 0;
  #reading: Promise<void> | undefined;

  constructor(load: (before: Value | undefined, readAt: number) => Promise<Value>, onRead: () => void) {
    this.#load = load;
    this.#onRead = onRead;
  }

  get current(): Value | undefined {
    return this.#value;
  }

  markStale(): void {
    this.#isStale = true;
  }

  read(): MaybePromise<Value> {
    return this.#isStale || this.#reading !== undefined ? this.#readNew() : (this.#value as Value);
  }

  async #readNew(): Promise<Value> {
    while (this.#isStale || this.#reading !== undefined) {
      this.#reading ??= this.#refresh().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    return this.#value as Value;
  }

  async #refresh(): Promise<void> {
    const startedAt = Date.now();
    // A mark during the read makes it stale again.
    this.#isStale = false;
    try {
      this.#value = await this.#load(this.#hasValue ? this.#value : undefined, this.#readAt);
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
    this.#hasValue = true;
    this.#readAt = startedAt;
    this.#onRead();
  }
}
