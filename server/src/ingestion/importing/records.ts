import { checkAd, type Checked } from './checkAd.ts';
import type { Document } from '../reading/document.ts';
import { type Source, Unmappable } from '@magpie/sources/source';

/** A raw ad of a file and its position. */
export interface RawRecord {
  readonly position: string;
  readonly raw: unknown;
  /** Set when this part of the file could not be read. */
  readonly problem?: string;
}

/** The raw ads of a file, including unreadable parts, which are counted and reported. */
export async function* recordsOf(
  documents: AsyncIterable<Document>,
  source: Source,
): AsyncGenerator<RawRecord> {
  for await (const document of documents) {
    if ('problem' in document) yield document;
    else yield* unfold(document.position, document.value, source);
  }
}

export function* unfold(position: string, document: unknown, source: Source): Generator<RawRecord> {
  let count = 0;
  try {
    for (const raw of source.unfold(document)) {
      count += 1;
      yield { position: raw === document ? position : `${position}, ad ${count}`, raw };
    }
  } catch (error) {
    yield { position, raw: document, problem: problemOf(error) };
    return;
  }
  // An empty page is fine; any other document without ads must be reported.
  if (count === 0 && !source.recognises(document)) {
    yield { position, raw: document, problem: `No ${source.name} ad found here` };
  }
}

/** Maps and validates a raw record. */
export function mapRecord({ raw, problem }: RawRecord, source: Source): Checked {
  if (problem !== undefined) return { reason: problem };
  try {
    return checkAd(source.toAd(raw));
  } catch (error) {
    return { reason: problemOf(error) };
  }
}

/** An unexpected error in a mapping rejects one record, not the whole import. */
function problemOf(error: unknown): string {
  return error instanceof Unmappable ? error.message : `The record could not be mapped (${String(error)})`;
}
