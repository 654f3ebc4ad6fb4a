import type { OpenAd } from '@magpie/contract';
import type { Recorded } from '../../ads/catalog.ts';
import { Batch } from './batch.ts';
import type { SavedImport, Tally } from './checkpoint.ts';
import { nothingRecorded, sumOf } from './adWriter.ts';

/** Where in its inputs an import stands. */
export type Place = Pick<SavedImport, 'finished' | 'current'>;

export interface RecorderOptions {
  readonly place: Place;
  readonly tally: Tally;
  readonly record: (ads: readonly OpenAd[], source: string) => Promise<Recorded>;
  /** Puts the rejects so far on disk and tells how many bytes they are. */
  readonly saveRejects: () => number;
  /** Notes how far the import has come. */
  readonly save: (place: Place, tally: Tally, rejectsBytes: number) => void;
}

/**
 * Brings ads to the index batch by batch, and notes after each how far the import has come. While a batch is being
 * recorded the next one is gathered, and no more than that is held. A batch may span inputs: many small files go in
 * as fast as one large.
 */
export class BatchRecorder {
  readonly #options: RecorderOptions;
  #batch = new Batch();
  #rejected = 0;
  #source = '';
  #inFlight: Promise<void> = Promise.resolve();
  #place: Place;
  #isPlaceHeld = false;
  #tally: Tally;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#place = options.place;
    this.#tally = options.tally;
  }

  /** What is in the index by now. */
  get tally(): Tally {
    return this.#tally;
  }

  async beginInput(digest: string, source: string, records: number): Promise<void> {
    if (source !== this.#source) await this.#release();
    this.#source = source;
    this.#place = { ...this.#place, current: { digest, records } };
  }

  endInput(digest: string): void {
    this.#place = { finished: { inputs: this.#place.finished.inputs + 1, digest }, current: null };
  }

  /** The input broke off: what comes after it is recorded too, but whoever resumes begins here. */
  async holdPlace(): Promise<void> {
    await this.finish();
    this.#isPlaceHeld = true;
  }

  /** The next record of the input: an ad, or null when it was rejected. */
  async add(ad: OpenAd | null): Promise<void> {
    const { current } = this.#place;
    if (current !== null) current.records += 1;
    if (ad !== null) this.#batch.add(ad);
    else {
      this.#batch.pass();
      this.#rejected += 1;
    }
    if (this.#batch.isFull) await this.#release();
  }

  /** Waits until everything added is in the index. */
  async finish(): Promise<void> {
    await this.#release();
    await this.#inFlight;
  }

  /** Waits for the batch in flight and forgets the one after it. */
  async abandon(): Promise<void> {
    await this.#inFlight;
  }

  /** Sends the batch on its way when the one before it has arrived. */
  async #release(): Promise<void> {
    const [batch, rejected, source] = [this.#batch, this.#rejected, this.#source];
    const place = structuredClone(this.#place);
    const rejectsBytes = this.#options.saveRejects();
    this.#batch = new Batch();
    this.#rejected = 0;
    await this.#inFlight;
    this.#inFlight = this.#commit(batch, rejected, source, place, rejectsBytes);
    // It is waited for later; until then its failure is not one that nobody listens to.
    this.#inFlight.catch(() => undefined);
  }

  async #commit(
    batch: Batch,
    rejected: number,
    source: string,
    place: Place,
    rejectsBytes: number,
  ): Promise<void> {
    const { record, save } = this.#options;
    const recorded = batch.ads.length === 0 ? nothingRecorded : await record(batch.ads, source);
    this.#tally = {
      ...sumOf(this.#tally, recorded),
      read: this.#tally.read + batch.records,
      rejected: this.#tally.rejected + rejected,
    };
    if (!this.#isPlaceHeld) save(place, this.#tally, rejectsBytes);
  }
}
