import type { OpenAd } from '@magpie/contract';
import type { RecordCounts } from '../../ads/catalog.ts';
import type { ImportCursor, Tally } from './importJournal.ts';
import { nothingRecorded, addRecorded } from './adWriter.ts';

/**
 * Batch size: large enough to amortise lookups and overlap the write steps, small enough that an interruption repeats only
 * seconds of work.
 */
const maxAds = 5000;
const maxBytes = 16 * 1024 * 1024;
/** Rejected records do not fill a batch, but progress must be saved for them too. */
const maxRecords = 20_000;

export class Batch {
  readonly ads: OpenAd[] = [];
  records = 0;
  #bytes = 0;

  add(ad: OpenAd): void {
    this.records += 1;
    this.ads.push(ad);
    this.#bytes += sizeOf(ad);
  }

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

export interface RecorderOptions {
  readonly cursor: ImportCursor;
  readonly tally: Tally;
  readonly record: (ads: readonly OpenAd[], source: string) => Promise<RecordCounts>;
  /** Flushes the rejects to disk and returns their size in bytes. */
  readonly saveRejects: () => number;
  readonly save: (cursor: ImportCursor, tally: Tally, rejectsBytes: number) => void;
}

/**
 * Writes ads in batches and saves the progress after each. The next batch is filled while one is being written, so at most
 * two are in memory. A batch may span inputs, so that many small files are as fast as one large one.
 */
export class BatchRecorder {
  readonly #options: RecorderOptions;
  #batch = new Batch();
  #rejected = 0;
  #source = '';
  #inFlight: Promise<void> = Promise.resolve();
  #cursor: ImportCursor;
  #isCursorHeld = false;
  #tally: Tally;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#cursor = options.cursor;
    this.#tally = options.tally;
  }

  get tally(): Tally {
    return this.#tally;
  }

  async beginInput(digest: string, source: string, records: number): Promise<void> {
    if (source !== this.#source) await this.#release();
    this.#source = source;
    this.#cursor = { ...this.#cursor, current: { digest, records } };
  }

  endInput(digest: string): void {
    this.#cursor = { finished: { inputs: this.#cursor.finished.inputs + 1, digest }, current: null };
  }

  /** After an input failed: later inputs are still recorded, but a resumed import starts here. */
  async holdCursor(): Promise<void> {
    await this.finish();
    this.#isCursorHeld = true;
  }

  /** The next record of the input: an ad, or null when it was rejected. */
  async add(ad: OpenAd | null): Promise<void> {
    const { current } = this.#cursor;
    if (current !== null) current.records += 1;
    if (ad !== null) this.#batch.add(ad);
    else {
      this.#batch.skip();
      this.#rejected += 1;
    }
    if (this.#batch.isFull) await this.#release();
  }

  async finish(): Promise<void> {
    await this.#release();
    await this.#inFlight;
  }

  /** Waits for the batch in flight and discards the next one. */
  async abandon(): Promise<void> {
    await this.#inFlight;
  }

  async #release(): Promise<void> {
    const [batch, rejected, source] = [this.#batch, this.#rejected, this.#source];
    const cursor = structuredClone(this.#cursor);
    const rejectsBytes = this.#options.saveRejects();
    this.#batch = new Batch();
    this.#rejected = 0;
    await this.#inFlight;
    this.#inFlight = this.#commit(batch, rejected, source, cursor, rejectsBytes);
    // Awaited later; this prevents an unhandled rejection until then.
    this.#inFlight.catch(() => undefined);
  }

  async #commit(
    batch: Batch,
    rejected: number,
    source: string,
    cursor: ImportCursor,
    rejectsBytes: number,
  ): Promise<void> {
    const { record, save } = this.#options;
    const recorded = batch.ads.length === 0 ? nothingRecorded : await record(batch.ads, source);
    this.#tally = {
      ...addRecorded(this.#tally, recorded),
      read: this.#tally.read + batch.records,
      rejected: this.#tally.rejected + rejected,
    };
    if (!this.#isCursorHeld) save(cursor, this.#tally, rejectsBytes);
  }
}
