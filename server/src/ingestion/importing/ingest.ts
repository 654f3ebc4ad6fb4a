import { randomUUID } from 'node:crypto';
import type { IngestedBatch, IngestLine } from '@magpie/contract';
import type { Sighting } from '../../ads/catalog.ts';
import { MagpieError } from '@magpie/contract/errors';
import { assertPlain } from '../../integrations/json.ts';
import { Batch } from './batch.ts';
import { checkAd, type Checked } from './checkAd.ts';
import { LineSplitter } from './lines.ts';
import { nothingRecorded, tryToEnd, type AdWriter, sumOf } from './adWriter.ts';

export interface Ingestion {
  readonly sink: AdWriter;
  /** Where it is part of an import, whoever began that ends it; else the stream is one. */
  readonly sighting: Sighting;
  /** Ends it with the batch in flight. */
  readonly stopping?: AbortSignal;
  /** In bytes; 8 MB unless told. */
  readonly longestLine?: number;
}

const usualLongestLine = 8 * 1024 * 1024;

/**
 * Records a stream of JSON Lines in the open format and tells of every batch when it is on disk. It reads no faster
 * than it records and than it is listened to; whoever stops listening ends it with the batch in flight.
 */
export async function* ingest(
  body: AsyncIterable<Uint8Array>,
  { sink, sighting, stopping, longestLine = usualLongestLine }: Ingestion,
): AsyncGenerator<IngestLine> {
  let totals = nothingRecorded;
  let acknowledged = 0;
  let rejectedSoFar = 0;
  const told = new ToldImports(sink, sighting.importId);
  try {
    for await (const { ads, records, rejected } of batchesOf(body, longestLine, stopping)) {
      const importId = await told.current();
      const recorded =
        ads.length === 0 ? nothingRecorded : await sink.recordAds(ads, { ...sighting, importId });
      totals = sumOf(totals, recorded);
      acknowledged += records;
      rejectedSoFar += rejected.length;
      yield { acknowledged, ...sumOf(nothingRecorded, recorded), rejected };
    }
  } finally {
    await told.end();
  }
  yield { done: true, acknowledged, ...totals, rejected: rejectedSoFar };
}

/** People hear of what is in a stream also while it goes on for days. */
const longestImportMilliseconds = 5 * 60_000;

/** The import that the ads of a stream are part of: one that is given, or the stream itself, minutes of it at a time. */
class ToldImports {
  readonly #sink: AdWriter;
  readonly #given: string | undefined;
  #own = randomUUID();
  #begunAt = performance.now();

  constructor(sink: AdWriter, given: string | undefined) {
    this.#sink = sink;
    this.#given = given;
  }

  async current(): Promise<string> {
    if (this.#given !== undefined) return this.#given;
    if (performance.now() - this.#begunAt > longestImportMilliseconds) {
      await this.end();
      [this.#own, this.#begunAt] = [randomUUID(), performance.now()];
    }
    return this.#own;
  }

  async end(): Promise<void> {
    if (this.#given === undefined) await tryToEnd(this.#sink, this.#own);
  }
}

/** Lines on their way to the index: the ads of a batch, and why others are none. */
class Gathering extends Batch {
  readonly rejected: IngestedBatch['rejected'] = [];
  readonly #before: number;

  /** @param before how many records of the stream came before this batch */
  constructor(before: number) {
    super();
    this.#before = before;
  }

  take(line: Uint8Array | null): void {
    if (line !== null && isBlank(line)) return;
    const checked = checkLine(line);
    if ('ad' in checked) return this.add(checked.ad);
    this.pass();
    this.rejected.push({ record: this.#before + this.records, reason: checked.reason });
    return undefined;
  }
}

async function* batchesOf(
  body: AsyncIterable<Uint8Array>,
  longestLine: number,
  stopping: AbortSignal | undefined,
): AsyncGenerator<Gathering> {
  const lines = new LineSplitter(longestLine);
  let gathering = new Gathering(0);
  let before = 0;
  const release = (): Gathering => {
    const full = gathering;
    before += full.records;
    gathering = new Gathering(before);
    return full;
  };
  for await (const chunk of withPauses(body)) {
    refuseWhenStopping(stopping);
    for (const line of chunk === pause ? [] : lines.push(chunk)) {
      gathering.take(line);
      if (gathering.isFull) yield release();
    }
    // The sender may be waiting for us.
    if (chunk === pause && gathering.records > 0) yield release();
  }
  for (const line of lines.end()) gathering.take(line);
  if (gathering.records > 0) yield release();
}

function refuseWhenStopping(stopping: AbortSignal | undefined): void {
  if (stopping?.aborted !== true) return;
  throw new MagpieError(
    'SERVICE_UNAVAILABLE',
    'The server is stopping; send what was not acknowledged again when it is back.',
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
    assertPlain(text, 'The line');
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof MagpieError) return { reason: error.message.replace(/\.$/, '') };
    return { reason: 'The line is not valid JSON in UTF-8' };
  }
  return checkAd(value);
}

const pause = Symbol('pause');
const pauseMilliseconds = 1000;
/** A connection on which nothing comes for five minutes is one that was forgotten. */
const mostPauses = 300;

/** The chunks of a stream, and in between a sign for every second in which none came. */
async function* withPauses(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | typeof pause> {
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = chunks.next();
      for (let pauses = 1; !(await comesWithin(pauseMilliseconds, next)); pauses += 1) {
        if (pauses > mostPauses) throw new MagpieError('TIMEOUT', 'Nothing came for five minutes.');
        yield pause;
      }
      const { done, value } = await next;
      if (done === true) return;
      yield value;
    }
  } finally {
    // Not waited for: it would wait for bytes that may never come.
    chunks.return?.().catch(() => undefined);
  }
}

async function comesWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const came = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([came, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
