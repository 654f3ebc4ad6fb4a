import { type Document, InputUnreadable } from '../reading/document.ts';
import { readDocuments } from '../reading/documents.ts';

/** Enough to tell what a file holds. */
const sampleDocuments = 100;
const sampleBytes = 16 * 1024 * 1024;

const problems: Readonly<Record<string, string>> = {
  EACCES: 'This account may not read it.',
  EPERM: 'This account may not read it.',
  EISDIR: 'It is a folder.',
  ENOENT: 'It is not there any more.',
  EIO: 'Its disk reports an error.',
};

/** The documents of one input, the first of which can be looked at before they are taken. */
export class InputDocuments {
  readonly #documents: AsyncGenerator<Document>;
  readonly #sample: Document[] = [];
  /** Why there is nothing behind the sample, where the input broke off that early. */
  #break: InputUnreadable | null = null;
  #bytes = 0;

  /** @param bytesRead is called with the number of bytes, packed as they are, of which documents were made */
  constructor(input: AsyncIterable<Uint8Array>, bytesRead: (bytes: number) => void) {
    this.#documents = readDocuments(this.#counted(input), undefined, bytesRead);
  }

  /** Throws InputUnreadable when there is not even one that can be read. */
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

  /** All of them, those of the sample too. Throws InputUnreadable behind the last one that could be read. */
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
