import type { Document } from '../reading/document.ts';
import { readDocuments } from '../reading/documents.ts';

/** Enough to tell what a file holds. */
const sampleDocuments = 100;
const sampleBytes = 16 * 1024 * 1024;

/** A file that can no longer be read, or never could. */
export class InputUnreadable extends Error {
  override readonly name = 'InputUnreadable';
}

const problems: Readonly<Record<string, string>> = {
  EACCES: 'this account may not read it',
  EPERM: 'this account may not read it',
  EISDIR: 'it is a folder',
  ENOENT: 'it is not there any more',
  EIO: 'its disk reports an error',
};

/** The documents of one input, the first of which can be looked at before they are taken. */
export class InputDocuments {
  readonly #documents: AsyncGenerator<Document>;
  readonly #sample: Document[] = [];
  #bytes = 0;

  /** @param bytesRead is told of every piece of the input by its length */
  constructor(input: AsyncIterable<Uint8Array>, bytesRead: (bytes: number) => void) {
    this.#documents = readDocuments(this.#counted(input, bytesRead));
  }

  async sample(): Promise<readonly Document[]> {
    while (this.#sample.length < sampleDocuments && this.#bytes < sampleBytes) {
      const next = await this.#documents.next();
      if (next.done === true) break;
      this.#sample.push(next.value);
    }
    return this.#sample;
  }

  /** All of them, those of the sample too. */
  async *all(): AsyncGenerator<Document> {
    yield* this.#sample;
    yield* this.#documents;
  }

  async close(): Promise<void> {
    await this.#documents.return(undefined);
  }

  async *#counted(
    input: AsyncIterable<Uint8Array>,
    bytesRead: (bytes: number) => void,
  ): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of input) {
        this.#bytes += chunk.length;
        bytesRead(chunk.length);
        yield chunk;
      }
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      throw new InputUnreadable(problems[code] ?? message, { cause: error });
    }
  }
}
