import { checkAd, type Checked } from './checkAd.ts';
import type { Document } from '../reading/document.ts';
import { type Source, Unmappable } from '../source.ts';

/** One raw ad of a file and where it stands. */
export interface RawRecord {
  readonly position: string;
  readonly raw: unknown;
  /** What is wrong with a place of the file that could not be read. */
  readonly problem?: string;
}

/** The raw ads of a file, one by one. What cannot be read is among them: it counts, and is told. */
export async function* recordsOf(
  documents: AsyncIterable<Document>,
  source: Source,
): AsyncGenerator<RawRecord> {
  for await (const document of documents) {
    if ('problem' in document) yield document;
    else yield* unfold(document.position, document.value, source);
  }
}

/** The raw ads of one document. */
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
  // An empty page is in order; anything else without ads would be dropped without a word.
  if (count === 0 && !source.recognises(document)) {
    yield { position, raw: document, problem: `There is no ad of the kind ${source.name} here` };
  }
}

/** The ad that a raw record is, or why it is none. */
export function adOf({ raw, problem }: RawRecord, source: Source): Checked {
  if (problem !== undefined) return { reason: problem };
  try {
    return checkAd(source.toAd(raw));
  } catch (error) {
    return { reason: problemOf(error) };
  }
}

/** A mapping that stumbles over something unforeseen costs one record, not the import. */
function problemOf(error: unknown): string {
  return error instanceof Unmappable
    ? error.message
    : `The record could not be understood (${String(error)})`;
}
