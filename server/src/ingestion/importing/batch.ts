import type { OpenAd } from '@magpie/contract';

/**
 * Batch size: large enough to amortise lookups and overlap the write steps, small enough that an interruption repeats only
 * seconds of work.
 */
const maxAds = 5000;
const maxBytes = 16 * 1024 * 1024;
/** Rejected records do not fill a batch, but progress must be saved for them too. */
const maxRecords = 20_000;

/** Ads to write, and the number of records they were read from. */
export class Batch {
  readonly ads: OpenAd[] = [];
  records = 0;
  #bytes = 0;

  add(ad: OpenAd): void {
    this.records += 1;
    this.ads.push(ad);
    this.#bytes += sizeOf(ad);
  }

  /** Counts a rejected record. */
  skip(): void {
    this.records += 1;
  }

  get isFull(): boolean {
    return this.ads.length >= maxAds || this.#bytes >= maxBytes || this.records >= maxRecords;
  }
}

/** Approximate size of an object, a list or a number without its texts. */
const bytesOfValue = 16;

/** Approximate size of a validated ad. Its depth is bounded by the validation. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return bytesOfValue + value.length;
  if (typeof value !== 'object' || value === null) return bytesOfValue;
  let size = bytesOfValue;
  for (const part of Object.values(value)) size += sizeOf(part);
  return size;
}
