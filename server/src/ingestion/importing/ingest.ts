import { randomUUID } from 'node:crypto';
import type { IngestedBatch, IngestLine } from '@magpie/contract';
import type { Sighting } from '../../ads/catalog.ts';
import { MagpieError } from '@magpie/contract/errors';
import { assertJsonLimits } from '../../integrations/json.ts';
import { Batch } from './batchRecorder.ts';
import { checkAd, type Checked } from './records.ts';
import { LineSplitter } from './lines.ts';
import { nothingRecorded, endImportSafely, type AdWriter, addRecorded } from './adWriter.ts';

export interface Ingestion {
  readonly writer: AdWriter;
  /** With an importId, the caller ends that import; without one, the stream is its own import. */
  readonly sighting: Sighting;
  readonly stopping?: AbortSignal;
  /** Default: 8 MB. */
  readonly maxLineBytes?: number;
}

const defaultMaxLineBytes = 8 * 1024 * 1024;

/** Stores JSON Lines in the open format and yields an acknowledgement for each batch on disk. */
export async function* ingest(
  body: AsyncIterable<Uint8Array>,
  { writer, sighting, stopping, maxLineBytes = defaultMaxLineBytes }: Ingestion,
): AsyncGenerator<IngestLine> {
  let totals = nothingRecorded;
  let acknowledged = 0;
  let rejectedSoFar = 0;
  const imports = new StreamImports(writer, sighting.importId);
  try {
    for await (const { ads, records, rejected } of readBatches(body, maxLineBytes, stopping)) {
      const importId = await imports.current();
      const recorded =
        ads.length === 0 ? nothingRecorded : await writer.recordAds(ads, { ...sighting, importId });
      totals = addRecorded(totals, recorded);
      acknowledged += records;
      rejectedSoFar += rejected.length;
      yield { acknowledged, ...addRecorded(nothingRecorded, recorded), rejected };
    }
  } finally {
    await imports.end();
  }
  yield { done: true, acknowledged, ...totals, rejected: rejectedSoFar };
}

/** Splits long streams into imports, so that alerts are sent while a stream runs for days. */
const maxImportMilliseconds = 5 * 60_000;

class StreamImports {
  readonly #writer: AdWriter;
  readonly #given: string | undefined;
  #own = randomUUID();
  #startedAt = performance.now();

  constructor(writer: AdWriter, given: string | undefined) {
    this.#writer = writer;
    this.#given = given;
  }

  async current(): Promise<string> {
    if (this.#given !== undefined) return this.#given;
    if (performance.now() - this.#startedAt > maxImportMilliseconds) {
      await this.end();
      [this.#own, this.#startedAt] = [randomUUID(), performance.now()];
    }
    return this.#own;
  }

  async end(): Promise<void> {
    if (this.#given === undefined) await endImportSafely(this.#writer, this.#own);
  }
}

class LineBatch extends Batch {
  readonly rejected: IngestedBatch['rejected'] = [];
  readonly #before: number;

  /** @param before number of records in the stream before this batch */
  constructor(before: number) {
    super();
    this.#before = before;
  }

  addLine(line: Uint8Array | null): void {
    if (line !== null && isBlank(line)) return;
    const checked = checkLine(line);
    if ('ad' in checked) return this.add(checked.ad);
    this.skip();
    this.rejected.push({ record: this.#before + this.records, reason: checked.reason });
    return undefined;
  }
}

async function* readBatches(
  body: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
  stopping: AbortSignal | undefined,
): AsyncGenerator<LineBatch> {
  const lines = new LineSplitter(maxLineBytes);
  let batch = new LineBatch(0);
  let before = 0;
  const release = (): LineBatch => {
    const full = batch;
    before += full.records;
    batch = new LineBatch(before);
    return full;
  };
  for await (const chunk of withIdleMarkers(body)) {
    assertNotStopping(stopping);
    for (const line of chunk === idle ? [] : lines.push(chunk)) {
      batch.addLine(line);
      if (batch.isFull) yield release();
    }
    // The sender may be waiting for an acknowledgement.
    if (chunk === idle && batch.records > 0) yield release();
  }
  for (const line of lines.end()) batch.addLine(line);
  if (batch.records > 0) yield release();
}

function assertNotStopping(stopping: AbortSignal | undefined): void {
  if (stopping?.aborted !== true) return;
  throw new MagpieError(
    'SERVICE_UNAVAILABLE',
    'The server is stopping; resend unacknowledged lines when it is back.',
    { retryAfter: 10 },
  );
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function checkLine(line: Uint8Array | null): Checked {
  if (line === null) return { reason: 'The line is longer than 8 MB' };
  let value: unknown;
  try {
    const text = utf8.decode(line);
    assertJsonLimits(text, 'The line');
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof MagpieError) return { reason: error.message.replace(/\.$/, '') };
    return { reason: 'The line is not valid JSON in UTF-8' };
  }
  return checkAd(value);
}

const idle = Symbol('idle');
const idleMilliseconds = 1000;
/** A connection without data for five minutes is abandoned. */
const maxIdleMarkers = 300;

async function* withIdleMarkers(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | typeof idle> {
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = chunks.next();
      for (let markers = 1; !(await settlesWithin(idleMilliseconds, next)); markers += 1) {
        if (markers > maxIdleMarkers) throw new MagpieError('TIMEOUT', 'No data received for five minutes.');
        yield idle;
      }
      const { done, value } = await next;
      if (done === true) return;
      yield value;
    }
  } finally {
    // Not awaited: it would wait for bytes that may never arrive.
    chunks.return?.().catch(() => undefined);
  }
}

async function settlesWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const settled = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
