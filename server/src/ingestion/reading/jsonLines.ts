import type { ByteWindow } from './byteWindow.ts';
import {
  type Batches,
  type Document,
  emptyList,
  type ReadingLimits,
  recordTooLarge,
  unreadable,
} from './document.ts';
import { byte, ValueScan, isTooDeep, notJson, parseDocument } from './jsonScan.ts';

/** A value may span lines. A brace at the start of a line starts the next value, which ends a broken one. */
export async function* jsonLines(window: ByteWindow, limits: ReadingLimits): Batches {
  const lines = new Lines(window, limits);
  do {
    yield lines.read();
    if (window.length > limits.line) {
      yield lines.reportTooLong(window.unused);
      await skipLine(window);
    }
  } while (await window.more());
  yield lines.last();
}

/** Skips to the end of the line, of any length; the line break stays. */
async function skipLine(window: ByteWindow): Promise<void> {
  do {
    const end = window.bytes.indexOf(byte.newline, window.start);
    window.drop(end === -1 ? window.length : end - window.start);
  } while (window.length === 0 && (await window.more()));
}

class Lines {
  readonly #window: ByteWindow;
  readonly #limits: ReadingLimits;
  #open: OpenValue | null = null;
  #number = 1;

  constructor(window: ByteWindow, limits: ReadingLimits) {
    this.#window = window;
    this.#limits = limits;
  }

  *read(): Generator<Document> {
    const window = this.#window;
    for (;;) {
      const end = window.bytes.indexOf(byte.newline, window.start);
      if (end === -1) return;
      yield* this.#next(window.take(end + 1 - window.start));
    }
  }

  *last(): Generator<Document> {
    if (this.#window.length > 0) yield* this.#next(this.#window.take(this.#window.length));
    yield* this.reportIncomplete();
  }

  *reportIncomplete(): Generator<Document> {
    if (this.#open !== null) yield this.#open.broken();
    this.#open = null;
  }

  /** Reports a line that is too long. Its line break, when it arrives, counts as the line. */
  *reportTooLong(line: Buffer): Generator<Document> {
    yield* this.reportIncomplete();
    yield unreadable(`line ${this.#number}`, recordTooLarge, line);
  }

  *#next(line: Buffer): Generator<Document> {
    yield* line.length > this.#limits.line ? this.reportTooLong(line) : this.#documentsOf(line);
    this.#number += 1;
  }

  *#documentsOf(line: Buffer): Generator<Document> {
    if (line[0] === byte.openObject || (this.#open?.length ?? 0) > this.#limits.element)
      yield* this.reportIncomplete();
    const isBlank = this.#open === null && (line[0] ?? 0) <= 0x20 && line.toString().trim() === '';
    if (isBlank) return;
    this.#open ??= new OpenValue(`line ${this.#number}`);
    const document = this.#open.add(line);
    if (document === null) return;
    this.#open = null;
    yield* flattenList(document);
  }
}

/** Lists are replaced by their elements, as in every other layout. */
function* flattenList(document: Document): Generator<Document> {
  if ('problem' in document || !Array.isArray(document.value)) {
    yield document;
    return;
  }
  if (document.value.length === 0) yield unreadable(document.position, emptyList, '[]');
  for (const [index, value] of document.value.entries()) {
    yield { position: `${document.position}, element ${index + 1}`, value };
  }
}

/** A value that may span lines: nearly always one complete line. */
class OpenValue {
  readonly #position: string;
  readonly #lines: Buffer[] = [];
  #scan: ValueScan | null = null;
  length = 0;

  constructor(position: string) {
    this.#position = position;
  }

  /** The document of the lines so far; `null` while more are needed. */
  add(line: Buffer): Document | null {
    this.#lines.push(line);
    this.length += line.length;
    if (this.#lines.length > 1) return this.#isIncomplete(line) ? null : this.#parsed();
    const document = this.#parsed();
    const isBroken = 'problem' in document && document.problem === notJson;
    return isBroken && this.#isIncomplete(line) ? null : document;
  }

  #isIncomplete(line: Buffer): boolean {
    const isFirst = this.#scan === null;
    this.#scan ??= new ValueScan();
    // Leading white space would be taken for a value.
    const from = isFirst ? line.findIndex((value) => value > 0x20) : 0;
    return this.#scan.advance(line, from) === -1;
  }

  #parsed(): Document {
    const bytes = this.#bytes();
    return parseDocument(bytes, this.#position, isTooDeep(bytes));
  }

  #bytes(): Buffer {
    const [first, ...others] = this.#lines;
    return first !== undefined && others.length === 0 ? first : Buffer.concat(this.#lines);
  }

  broken(): Document {
    return unreadable(this.#position, notJson, this.#bytes());
  }
}
