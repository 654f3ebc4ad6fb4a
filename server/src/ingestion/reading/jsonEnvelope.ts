import type { ByteWindow } from './byteWindow.ts';
import { type Batches, type Document, type ReadingLimits, tooLarge, unreadable } from './document.ts';
import { notJson, parseText, tooDeep } from './jsonParse.ts';
import { byte, dropSeparators, measure, measureRead, skipSeparators, skipValue } from './jsonScan.ts';

/**
 * Takes an object that is too large for the memory apart into small ones of the same shape. Of
 * `{"page": 1, "data": [a, b, c]}` come `{"page": 1, "data": [a, b]}` and `{"page": 1, "data": [c]}`.
 */

/** Envelopes of real answers are six objects deep at most. */
const deepestEnvelope = 32;
/** Of all numbers and short texts around a list, in bytes. */
const mostKept = 64 * 1024;

const noList = 'It is a large object without a list that it could be read by.';
const brokenEnvelope = 'A key with its value was expected here, so this part of the object was passed over.';
const endsTooEarly = 'The file ends in the middle of a large object, so what came after this is missing.';

/** An object around the place where reading is. */
interface Level {
  /** The numbers, words and texts that came before, each as `"key":value`. */
  readonly kept: string[];
  /** The key whose value is being read, as it is written. */
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
  #kept = 0;
  /** How many elements were found, in lists of any name. */
  elements = 0;

  constructor(window: ByteWindow, limits: ReadingLimits) {
    this.#window = window;
    this.#limits = limits;
  }

  async *object(around: readonly Level[]): Batches {
    const window = this.#window;
    const level: Level = { kept: [], key: '' };
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
      else if (window.first === byte.openObject && levels.length < deepestEnvelope)
        yield* this.object(levels);
      else await this.#keepScalar(level);
    }
  }

  /** The key that stands here, and behind its colon; `null` when there is none. */
  async #key(): Promise<string | null> {
    const window = this.#window;
    if (window.first !== byte.quote) return null;
    const measured = await measure(window, mostKept);
    if (measured === null) return null;
    const key = window.take(measured.length).toString();
    await skipSeparators(window);
    const [separator] = window.take(1);
    await skipSeparators(window);
    return parseText(key) !== null && separator === byte.colon ? key : null;
  }

  async #keepScalar(level: Level): Promise<void> {
    const measured = await measure(this.#window, mostKept - this.#kept);
    if (measured === null || this.#window.first === byte.openObject) return skipValue(this.#window);
    const scalar = this.#window.take(measured.length).toString();
    if (parseText(scalar) === null) return;
    level.kept.push(`${level.key}:${scalar}`);
    this.#kept += level.key.length + scalar.length;
  }

  async *#list(levels: readonly Level[]): Batches {
    const window = this.#window;
    const [before, behind] = envelopeOf(levels);
    let piece = new Piece(this.elements + 1, before, behind);
    window.drop(1);
    while (await this.#hasElement()) {
      this.elements += 1;
      const measured = measureRead(window) ?? (await measure(window, this.#limits.element));
      if (measured === null || measured.length > this.#limits.element) {
        yield piece.documents();
        yield [unreadable(`element ${this.elements}`, tooLarge, window.unused)];
        await skipValue(window);
        piece = new Piece(this.elements + 1, before, behind);
      } else piece.add(window.take(measured.length), measured.tooDeep);
      if (piece.length >= this.#limits.piece) {
        yield piece.documents();
        piece = new Piece(this.elements + 1, before, behind);
      }
    }
    yield piece.documents();
    window.drop(1);
  }

  /** Whether another element of the list follows. */
  async #hasElement(): Promise<boolean> {
    const isThere = dropSeparators(this.#window) !== -1 || (await skipSeparators(this.#window)) !== -1;
    return isThere && this.#window.first !== byte.closeList;
  }

  #problem(sentence: string): Document {
    return unreadable(`element ${this.elements + 1}`, sentence, this.#window.unused);
  }
}

/** What stands before and behind the elements of a list in a small object of the same shape. */
function envelopeOf(levels: readonly Level[]): [before: string, behind: string] {
  const opened = levels.map(({ kept, key }) => `{${[...kept, `${key}:`].join(',')}`);
  return [`${opened.join('')}[`, `]${'}'.repeat(levels.length)}`];
}

interface Element {
  readonly bytes: Buffer;
  /** Nested deeper than may be. */
  readonly deep: boolean;
}

/** Elements that go into one small object. */
class Piece {
  readonly #first: number;
  readonly #before: string;
  readonly #behind: string;
  readonly #elements: Element[] = [];
  length = 0;

  constructor(first: number, before: string, behind: string) {
    this.#first = first;
    this.#before = before;
    this.#behind = behind;
  }

  add(element: Buffer, deep: boolean): void {
    this.#elements.push({ bytes: element, deep });
    this.length += element.length;
  }

  /** One document; or, when an element among them is broken, one for each. */
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
    const parsed = parseText(`${this.#before}${list}${this.#behind}`);
    return parsed === null ? unreadable(position, notJson, raw) : { position, value: parsed.value };
  }
}
