import type { OpenAd } from '@magpie/contract';
import type { AdSource } from '@magpie/sources/source';
import { adSources } from '@magpie/sources/sources';
import type { TextAnalysis } from '../../ads/enrichment.ts';
import type { Segment } from '../reading/document.ts';
import { listDocuments } from '../reading/documents.ts';
import { mapRecord, type RawRecord, readRecords } from './records.ts';

export type PreparedRecord =
  | { readonly ad: OpenAd; readonly analysis?: TextAnalysis }
  | { readonly position: string; readonly reason: string; readonly raw: unknown };

/** Other threads that run `prepareRecords` and analyze the texts of the ads. */
export interface Preparation {
  readonly threads: number;
  /** @param source the name of one of `adSources` */
  prepare(segment: Segment, source: string): Promise<readonly PreparedRecord[]>;
}

/** Parses, maps and checks the records of a segment. `name` is that of one of `adSources`. */
export function prepareRecords(segment: Segment, name: string): PreparedRecord[] {
  const source = adSources.find((each) => each.name === name);
  if (source === undefined) throw new Error(`There is no source '${name}'.`);
  return Array.from(readRecords(listDocuments(segment), source), (record) => prepareRecord(record, source));
}

interface PrepareOptions {
  readonly source: AdSource;
  /** How many records of the input are already stored. */
  readonly done: number;
  readonly preparation: Preparation | undefined;
}

/**
 * The records of every segment, in order; null for those that are already stored. The first segment and those with stored
 * records are prepared in this thread, so that a small input starts no other; tables too, whose source is not in the list.
 */
export async function* prepareSegments(
  segments: AsyncIterator<Segment>,
  { source, done, preparation }: PrepareOptions,
): AsyncGenerator<Iterable<PreparedRecord | null>> {
  const threads = adSources.includes(source) ? preparation : undefined;
  const ahead: Promise<readonly PreparedRecord[]>[] = [];
  let stored = done;
  let isFirst = true;
  function* prepareHere(segment: Segment): Generator<PreparedRecord | null> {
    for (const record of readRecords(listDocuments(segment), source)) {
      yield stored > 0 ? null : prepareRecord(record, source);
      stored -= 1;
    }
  }
  const reader = readToError(segments);
  for await (const segment of reader.segments) {
    if (threads === undefined || isFirst || stored > 0) yield prepareHere(segment);
    else {
      const work = threads.prepare(segment, source.name);
      // Awaited in order; this prevents an unhandled rejection until then.
      work.catch(() => undefined);
      ahead.push(work);
      if (ahead.length > threads.threads) yield (await ahead.shift()) ?? [];
    }
    isFirst = false;
  }
  for (const work of ahead) yield await work;
  reader.throwError();
}

/** An input that ends early is reported after what was read of it. */
function readToError(segments: AsyncIterator<Segment>) {
  const errors: unknown[] = [];
  return {
    segments: (async function* () {
      for (;;) {
        const next = await segments.next().catch((error: unknown) => {
          errors.push(error);
          return null;
        });
        if (next === null || next.done === true) return;
        yield next.value;
      }
    })(),
    throwError: (): void => {
      if (errors.length > 0) throw errors[0];
    },
  };
}

function prepareRecord(record: RawRecord, source: AdSource): PreparedRecord {
  const checked = mapRecord(record, source);
  if ('ad' in checked) return checked;
  return { position: record.position, reason: checked.reason, raw: record.raw };
}
