const firstPauseMilliseconds = 10 * 60_000;
const longestPauseMilliseconds = 24 * 60 * 60_000;

/** With texts of which a model made nonsense: each is left alone for a while, twice as long every time, up to a day. */
export class Patience {
  readonly #now: () => Date;
  readonly #lost = new Map<string, { readonly until: number; readonly pause: number }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** In milliseconds since 1970; 0 for a text that nothing speaks against. */
  until(textHash: string): number {
    return this.#lost.get(textHash)?.until ?? 0;
  }

  allows(textHash: string): boolean {
    return this.until(textHash) <= this.#now().getTime();
  }

  lose(textHashes: readonly string[]): void {
    this.#forgetOld();
    for (const textHash of textHashes) {
      const before = this.#lost.get(textHash)?.pause ?? firstPauseMilliseconds / 2;
      const pause = Math.min(before * 2, longestPauseMilliseconds);
      this.#lost.set(textHash, { until: this.#now().getTime() + pause, pause });
    }
  }

  /** Of texts that the model made something of. */
  forget(textHashes: readonly string[]): void {
    for (const textHash of textHashes) this.#lost.delete(textHash);
  }

  /** Texts that could have been asked about for long are said by no ad any more. */
  #forgetOld(): void {
    const old = this.#now().getTime() - longestPauseMilliseconds;
    for (const [textHash, { until }] of this.#lost) if (until < old) this.#lost.delete(textHash);
  }
}
