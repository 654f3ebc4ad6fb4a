import type { ByteWindow } from './byteWindow.ts';
import { type Batches, type Document, type ReadingLimits, recordTooLarge, unreadable } from './document.ts';
import {
  byte,
  dropSeparators,
  measure,
  measureRead,
  skipSeparators,
  skipValue,
  notJson,
  parseJsonText,
  tooDeep,
} from './jsonScan.ts';

/**
 * Splits an object that is too large for memory into small ones of the same shape:
 * `{"page": 1, "data": [a, b, c]}` becomes `{"page": 1, "data": [a, b]}` and `{"page": 1, "data": [c]}`.
 */

/** Real responses have at most six nested objects around their list. */
const maxEnvelopeDepth = 32;
/** Total bytes of numbers and short texts around a list. */
const maxScalarBytes = 64 * 1024;

const noList = 'It is a large object without a list of records.';
const brokenEnvelope = 'Expected a key and a value here; this part of the object was skipped.';
const endsTooEarly = 'The file ends in the middle of a large object; the rest is missing.';

/** An object around the current position. */
interface Level {
  /** Scalars before the current position, each as `"key":value`. */
  readonly scalars: string[];
  key: string;
}

export async function* splitObject(window: ByteWindow, position: string, limits: ReadingLimits): Batches {
  const beginning = Buffer.from(window.unused.subarray(0, 8000));
  const splitting = new Splitting(window, limits);
  yield* splitting.object([]);
  if (splitting.elements === 0) yield [unreadable(position, noList, beginning)];
}

class Splitting {
  readonly #window: ByteWindow;
  readonly #limits: ReadingLimits;
  #scalarBytes = 0;
  elements = 0;

  constructor(window: ByteWindow, limits: ReadingLimits) {
    this.#window = window;
    this.#limits = limits;
  }

  async *object(around: readonly Level[]): Batches {
    const window = this.#window;
    const level: Level = { scalars: [], key: '' };
    const levels = [...around, level];
    window.drop(1);
    for (;;) {
      if ((await skipSeparators(window)) === -1) {
        yield [this.#problem(endsTooEarly)];
        return;
      }
      if (window.first === byte.closeObject) {
        window.drop(1);
        return;
      }
      const key = await this.#key();
      if (key === null) {
        yield [this.#problem(brokenEnvelope)];
        await skipValue(window);
        continue;
      }
      level.key = key;
      if (window.first === byte.openList) yield* this.#list(levels);
      else if (window.first === byte.openObject && levels.length < maxEnvelopeDepth)
        yield* this.object(levels);
      else await this.#addScalar(level);
    }
  }

  /** Consumes a key and its colon; `null` if none exists. */
  async #key(): Promise<string | null> {
    const window = this.#window;
    if (window.first !== byte.quote) return null;
    const measured = await measure(window, maxScalarBytes);
    if (measured === null) return null;
    const key = window.take(measured.length).toString();
    await skipSeparators(window);
    const [separator] = window.take(1);
    await skipSeparators(window);
    return parseJsonText(key) !== null && separator === byte.colon ? key : null;
  }

  async #addScalar(level: Level): Promise<void> {
    const measured = await measure(this.#window, maxScalarBytes - this.#scalarBytes);
    if (measured === null || this.#window.first === byte.openObject) return skipValue(this.#window);
    const scalar = this.#window.take(measured.length).toString();
    if (parseJsonText(scalar) === null) return;
    level.scalars.push(`${level.key}:${scalar}`);
    this.#scalarBytes += level.key.length + scalar.length;
  }

  async *#list(levels: readonly Level[]): Batches {
    const window = this.#window;
    const [before, after] = buildEnvelope(levels);
    let piece = new Piece(this.elements + 1, before, after);
    window.drop(1);
    while (await this.#hasElement()) {
      this.elements += 1;
      const measured = measureRead(window) ?? (await measure(window, this.#limits.element));
      if (measured === null || measured.length > this.#limits.element) {
        yield piece.documents();
        yield [unreadable(`element ${this.elements}`, recordTooLarge, window.unused)];
        await skipValue(window);
        piece = new Piece(this.elements + 1, before, after);
      } else piece.add(window.take(measured.length), measured.tooDeep);
      if (piece.length >= this.#limits.piece) {
        yield piece.documents();
        piece = new Piece(this.elements + 1, before, after);
      }
    }
    yield piece.documents();
    window.drop(1);
  }

  async #hasElement(): Promise<boolean> {
    const hasMore = dropSeparators(this.#window) !== -1 || (await skipSeparators(this.#window)) !== -1;
    return hasMore && this.#window.first !== byte.closeList;
  }

  #problem(message: string): Document {
    return unreadable(`element ${this.elements + 1}`, message, this.#window.unused);
  }
}

/** The text before and after the list elements in a small object of the same shape. */
function buildEnvelope(levels: readonly Level[]): [before: string, after: string] {
  const opened = levels.map(({ scalars, key }) => `{${[...scalars, `${key}:`].join(',')}`);
  return [`${opened.join('')}[`, `]${'}'.repeat(levels.length)}`];
}

interface Element {
  readonly bytes: Buffer;
  readonly deep: boolean;
}

class Piece {
  readonly #first: number;
  readonly #before: string;
  readonly #after: string;
  readonly #elements: Element[] = [];
  length = 0;

  constructor(first: number, before: string, after: string) {
    this.#first = first;
    this.#before = before;
    this.#after = after;
  }

  add(element: Buffer, deep: boolean): void {
    this.#elements.push({ bytes: element, deep });
    this.length += element.length;
  }

  /** One document, or one for each element if any of them is broken. */
  *documents(): Generator<Document> {
    const { length } = this.#elements;
    if (length === 0) return;
    const last = this.#first + length - 1;
    const together = length === 1 ? `element ${last}` : `elements ${this.#first} to ${last}`;
    const document = this.#wrap(this.#elements, together);
    if (!('problem' in document) || length === 1) {
      yield document;
      return;
    }
    for (const [index, element] of this.#elements.entries()) {
      yield this.#wrap([element], `element ${this.#first + index}`);
    }
  }

  #wrap(elements: readonly Element[], position: string): Document {
    const raw = elements[0]?.bytes ?? '';
    if (elements.some(({ deep }) => deep)) return unreadable(position, tooDeep, raw);
    const list = elements.map(({ bytes }) => bytes.toString()).join(',');
    const parsed = parseJsonText(`${this.#before}${list}${this.#after}`);
    return parsed === null ? unreadable(position, notJson, raw) : { position, value: parsed.value };
  }
}
