import type { ByteWindow } from './byteWindow.ts';
import {
  type Batches,
  type Document,
  emptyList,
  type ReadingLimits,
  tooLarge,
  unreadable,
} from './document.ts';
import { isTooDeep, notJson, parseDocument } from './jsonParse.ts';
import { byte, ValueScan } from './jsonScan.ts';

/**
 * JSON Lines. A value laid out over several lines is read as well; a brace at the beginning of a line always begins
 * the next value, so that a broken one ends there.
 */
export async function* jsonLines(window: ByteWindow, limits: ReadingLimits): Batches {
  const lines = new Lines(window, limits);
  do {
    yield lines.read();
    if (window.length > limits.line) {
      yield lines.passOver(window.unused);
      await skipLine(window);
    }
  } while (await window.more());
  yield lines.last();
}

/** Goes to the end of the line, however far that is; the line break itself stays. */
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
  /** Of the line that comes next. */
  #number = 1;

  constructor(window: ByteWindow, limits: ReadingLimits) {
    this.#window = window;
    this.#limits = limits;
  }

  /** The documents of all lines that were read completely. */
  *read(): Generator<Document> {
    const window = this.#window;
    for (;;) {
      const end = window.bytes.indexOf(byte.newline, window.start);
      if (end === -1) return;
      yield* this.#next(window.take(end + 1 - window.start));
    }
  }

  /** The documents of what stands behind the last line break. */
  *last(): Generator<Document> {
    if (this.#window.length > 0) yield* this.#next(this.#window.take(this.#window.length));
    yield* this.giveUp();
  }

  /** A value that was begun and not ended. */
  *giveUp(): Generator<Document> {
    if (this.#open !== null) yield this.#open.broken();
    this.#open = null;
  }

  /** The document for a line that is too long. Its line break, when it comes, counts as the line. */
  *passOver(line: Buffer): Generator<Document> {
    yield* this.giveUp();
    yield unreadable(`line ${this.#number}`, tooLarge, line);
  }

  *#next(line: Buffer): Generator<Document> {
    yield* line.length > this.#limits.line ? this.passOver(line) : this.#documentsOf(line);
    this.#number += 1;
  }

  *#documentsOf(line: Buffer): Generator<Document> {
    if (line[0] === byte.openObject || (this.#open?.length ?? 0) > this.#limits.element) yield* this.giveUp();
    const isBlank = this.#open === null && (line[0] ?? 0) <= 0x20 && line.toString().trim() === '';
    if (isBlank) return;
    this.#open ??= new OpenValue(`line ${this.#number}`);
    const document = this.#open.add(line);
    if (document === null) return;
    this.#open = null;
    yield* withoutList(document);
  }
}

/** A list stands for its elements, here as in every other layout. */
function* withoutList(document: Document): Generator<Document> {
  if ('problem' in document || !Array.isArray(document.value)) {
    yield document;
    return;
  }
  if (document.value.length === 0) yield unreadable(document.position, emptyList, '[]');
  for (const [index, value] of document.value.entries()) {
    yield { position: `${document.position}, element ${index + 1}`, value };
  }
}

/** A value of which some lines were read: nearly always one, and complete. */
class OpenValue {
  readonly #position: string;
  readonly #lines: Buffer[] = [];
  #scan: ValueScan | null = null;
  length = 0;

  constructor(position: string) {
    this.#position = position;
  }

  /** The document that the lines so far are; `null` while more are needed. */
  add(line: Buffer): Document | null {
    this.#lines.push(line);
    this.length += line.length;
    if (this.#lines.length > 1) return this.#goesOn(line) ? null : this.#parsed();
    const document = this.#parsed();
    const isBroken = 'problem' in document && document.problem === notJson;
    return isBroken && this.#goesOn(line) ? null : document;
  }

  #goesOn(line: Buffer): boolean {
    const isFirst = this.#scan === null;
    this.#scan ??= new ValueScan();
    // White space in front would be taken for a value of its own.
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
