import type { OpenAd } from '@magpie/contract';

/**
 * How much is recorded at once: so much that looking up what is known of its ads is worth it and the steps of recording
 * overlap, and so little that an interruption repeats no more than seconds of work.
 */
const mostAds = 5000;
const mostBytes = 16 * 1024 * 1024;
/** Records that are no ads fill no batch, but that they were read is worth noting too. */
const mostRecords = 20_000;

/** Ads on their way to the index, and how many records they were read from. */
export class Batch {
  readonly ads: OpenAd[] = [];
  records = 0;
  #bytes = 0;

  add(ad: OpenAd): void {
    this.records += 1;
    this.ads.push(ad);
    this.#bytes += sizeOf(ad);
  }

  /** A record that is no ad. */
  pass(): void {
    this.records += 1;
  }

  get isFull(): boolean {
    return this.ads.length >= mostAds || this.#bytes >= mostBytes || this.records >= mostRecords;
  }
}

/** An object, a list or a number takes about this much besides the texts in it. */
const bytesOfValue = 16;

/** What a checked ad takes, near enough to bound a batch wherever its bulk is. How deep it goes is bounded by the check. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return bytesOfValue + value.length;
  if (typeof value !== 'object' || value === null) return bytesOfValue;
  let size = bytesOfValue;
  for (const part of Object.values(value)) size += sizeOf(part);
  return size;
}
