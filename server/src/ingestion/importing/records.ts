import { checkAd, type Checked } from './checkAd.ts';
import { type Document, InputUnreadable } from '../reading/document.ts';
import { readDocuments } from '../reading/documents.ts';
import { type Source, Unmappable } from '@magpie/sources/source';

/** Enough to recognise the format of a file. */
const sampleDocuments = 100;
const sampleBytes = 16 * 1024 * 1024;

const problems: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
  EISDIR: 'It is a folder.',
  ENOENT: 'It no longer exists.',
  EIO: 'The disk reported an error.',
};

export class InputDocuments {
  readonly #documents: AsyncGenerator<Document>;
  readonly #sample: Document[] = [];
  #break: InputUnreadable | null = null;
  #bytes = 0;

  /** @param bytesRead called with the number of (compressed) bytes that were processed */
  constructor(input: AsyncIterable<Uint8Array>, bytesRead: (bytes: number) => void) {
    this.#documents = readDocuments(this.#counted(input), undefined, bytesRead);
  }

  /** Throws InputUnreadable when no document can be read. */
  async sample(): Promise<readonly Document[]> {
    try {
      while (this.#sample.length < sampleDocuments && this.#bytes < sampleBytes) {
        const next = await this.#documents.next();
        if (next.done === true) break;
        this.#sample.push(next.value);
      }
    } catch (error) {
      const isAnyReadable = this.#sample.some((document) => 'value' in document);
      if (!(error instanceof InputUnreadable) || !isAnyReadable) throw error;
      this.#break = error;
    }
    return this.#sample;
  }

  /** All documents, including the sample. Throws InputUnreadable after the last readable one. */
  async *all(): AsyncGenerator<Document> {
    yield* this.#sample;
    if (this.#break !== null) throw this.#break;
    yield* this.#documents;
  }

  async close(): Promise<void> {
    await this.#documents.return(undefined);
  }

  async *#counted(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of input) {
        this.#bytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      throw new InputUnreadable(problems[code] ?? `${message}.`, { cause: error });
    }
  }
}

export interface RawRecord {
  readonly position: string;
  readonly raw: unknown;
  readonly problem?: string;
}

export async function* readRecords(
  documents: AsyncIterable<Document> | Iterable<Document>,
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
    yield { position, raw: document, problem: describeProblem(error) };
    return;
  }
  // An empty page is fine; any other document without ads must be reported.
  if (count === 0 && !source.recognises(document)) {
    yield { position, raw: document, problem: `No ${source.name} ad found here` };
  }
}

export function mapRecord({ raw, problem }: RawRecord, source: Source): Checked {
  if (problem !== undefined) return { reason: problem };
  try {
    return checkAd(source.toAd(raw));
  } catch (error) {
    return { reason: describeProblem(error) };
  }
}

/** An unexpected error in a mapping rejects one record, not the whole import. */
function describeProblem(error: unknown): string {
  return error instanceof Unmappable ? error.message : `The record could not be mapped (${String(error)})`;
}
