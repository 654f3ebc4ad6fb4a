const firstPauseMilliseconds = 10 * 60_000;
const maxPauseMilliseconds = 24 * 60 * 60_000;

/** Exponential backoff, up to a day, for texts with an invalid model response. */
export class RetrySchedule {
  readonly #now: () => Date;
  readonly #postponed = new Map<string, { readonly until: number; readonly pause: number }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** In milliseconds since 1970; 0 for a text that is not postponed. */
  dueAt(textHash: string): number {
    return this.#postponed.get(textHash)?.until ?? 0;
  }

  isDue(textHash: string): boolean {
    return this.dueAt(textHash) <= this.#now().getTime();
  }

  postpone(textHashes: readonly string[]): void {
    this.#removeOld();
    for (const textHash of textHashes) {
      const before = this.#postponed.get(textHash)?.pause ?? firstPauseMilliseconds / 2;
      const pause = Math.min(before * 2, maxPauseMilliseconds);
      this.#postponed.set(textHash, { until: this.#now().getTime() + pause, pause });
    }
  }

  clear(textHashes: readonly string[]): void {
    for (const textHash of textHashes) this.#postponed.delete(textHash);
  }

  /** Texts that have been due for a day no longer occur in any ad. */
  #removeOld(): void {
    const old = this.#now().getTime() - maxPauseMilliseconds;
    for (const [textHash, { until }] of this.#postponed) if (until < old) this.#postponed.delete(textHash);
  }
}
