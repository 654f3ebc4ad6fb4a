import type { OpenAd } from '@magpie/contract';
import type { Analyses, RecordCounts } from '../../ads/catalog.ts';
import type { TextAnalysis } from '../../ads/enrichment.ts';
import type { ImportCursor, ImportJournal, Tally } from './importJournal.ts';
import { nothingRecorded, addRecorded } from './adWriter.ts';

/** Large enough to amortise lookups, small enough that an interruption repeats only seconds of work. */
const maxAds = 5000;
const maxBytes = 16 * 1024 * 1024;
/** Rejected records do not fill a batch, but progress must be saved for them too. */
const maxRecords = 20_000;

export class Batch {
  readonly ads: OpenAd[] = [];
  readonly analyses: (TextAnalysis | undefined)[] = [];
  records = 0;
  #bytes = 0;

  add(ad: OpenAd, analysis?: TextAnalysis): void {
    this.records += 1;
    this.ads.push(ad);
    this.analyses.push(analysis);
    this.#bytes += estimateSize(ad);
  }

  skip(): void {
    this.records += 1;
  }

  get isFull(): boolean {
    return this.ads.length >= maxAds || this.#bytes >= maxBytes || this.records >= maxRecords;
  }
}

/** Approximate bytes of an object, a list or a number without its texts. */
const valueBytes = 16;

/** Approximate size of a validated ad. Its depth is bounded by the validation. */
function estimateSize(value: unknown): number {
  if (typeof value === 'string') return valueBytes + value.length;
  let size = valueBytes;
  if (typeof value !== 'object' || value === null) return size;
  for (const part of Object.values(value)) size += estimateSize(part);
  return size;
}

type RecordAds = (ads: readonly OpenAd[], source: string, analyses: Analyses) => Promise<RecordCounts>;

/**
 * Writes ads in batches and saves the progress after each. The next batch is filled while one is being written, so at most
 * two are in memory. A batch may span inputs, so that many small files are as fast as one large one.
 */
export class BatchRecorder {
  readonly #journal: ImportJournal;
  readonly #record: RecordAds;
  #batch = new Batch();
  #source = '';
  #inFlight: Promise<void> = Promise.resolve();
  #cursor: ImportCursor;
  #isCursorHeld = false;
  #tally: Tally;

  constructor(journal: ImportJournal, record: RecordAds) {
    this.#journal = journal;
    this.#record = record;
    this.#cursor = journal.cursor;
    this.#tally = journal.tally;
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
  async add(ad: OpenAd | null, analysis?: TextAnalysis): Promise<void> {
    const { current } = this.#cursor;
    if (current !== null) current.records += 1;
    if (ad === null) this.#batch.skip();
    else this.#batch.add(ad, analysis);
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
    const [batch, source] = [this.#batch, this.#source];
    const cursor = structuredClone(this.#cursor);
    const rejectsBytes = this.#journal.rejects.save();
    this.#batch = new Batch();
    await this.#inFlight;
    this.#inFlight = this.#commit(batch, source, cursor, rejectsBytes);
    // Awaited later; this prevents an unhandled rejection until then.
    this.#inFlight.catch(() => undefined);
  }

  async #commit(batch: Batch, source: string, cursor: ImportCursor, rejectsBytes: number): Promise<void> {
    const { ads, analyses, records } = batch;
    const recorded = ads.length === 0 ? nothingRecorded : await this.#record(ads, source, analyses);
    this.#tally = {
      ...addRecorded(this.#tally, recorded),
      read: this.#tally.read + records,
      rejected: this.#tally.rejected + records - ads.length,
    };
    if (!this.#isCursorHeld) this.#journal.save(cursor, this.#tally, rejectsBytes);
  }
}
