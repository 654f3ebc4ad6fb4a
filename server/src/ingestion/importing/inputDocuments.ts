import { type Document, InputUnreadable } from '../reading/document.ts';
import { readDocuments } from '../reading/documents.ts';

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

/** The documents of one input, with a sample of the first ones. */
export class InputDocuments {
  readonly #documents: AsyncGenerator<Document>;
  readonly #sample: Document[] = [];
  /** The error, if the input failed while the sample was read. */
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
