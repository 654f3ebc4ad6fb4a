import type { OpenAd } from '@magpie/contract';

/**
 * How much is recorded at once: so much that looking up what is known of its ads is worth it and the steps of recording
 * overlap, and so little that an interruption repeats no more than seconds of work.
 */
const mostAds = 6000;
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
    this.#bytes += roughSize(ad);
  }

  /** A record that is no ad. */
  pass(): void {
    this.records += 1;
  }

  get isFull(): boolean {
    return this.ads.length >= mostAds || this.#bytes >= mostBytes || this.records >= mostRecords;
  }
}

/** What an ad takes, near enough to bound a batch: most are texts, some are long lists of snapshots. */
function roughSize({ headlines, bodies, media, cards, snapshots, events }: OpenAd): number {
  const texts = [...headlines, ...bodies].reduce((sum, { length }) => sum + length, 0);
  return 500 + texts + 300 * media.length + 1000 * cards.length + 150 * (snapshots.length + events.length);
}
