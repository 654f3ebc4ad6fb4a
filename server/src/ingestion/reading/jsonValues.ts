import { type ByteWindow, windowOn } from './byteWindow.ts';
import {
  type Batches,
  type Document,
  emptyList,
  type ReadingLimits,
  recordTooLarge,
  unreadable,
} from './document.ts';
import { splitObject } from './jsonEnvelope.ts';
import {
  byte,
  dropSeparators,
  type Measured,
  measure,
  measureRead,
  skipSeparators,
  skipValue,
  isTooDeep,
  notJson,
  parseDocument,
} from './jsonScan.ts';

const endsTooEarly = 'The file ends in the middle of a list; the rest is missing.';

/** The values of a JSON text in any layout. Lists are replaced by their elements. */
export async function* jsonValues(window: ByteWindow, limits: ReadingLimits): Batches {
  for (let number = 1; (await skipSeparators(window)) !== -1; number += 1) {
    const position = `value ${number}`;
    if (window.first === byte.openList) {
      const list = new ListElements(window, number === 1 ? '' : `${position}, `, limits);
      yield* listElements(window, list, limits);
      // A file with only an empty list is fine; an empty list among other values must be reported.
      const isAmongOthers = number > 1 || (await skipSeparators(window)) !== -1;
      if (list.count === 0 && isAmongOthers) yield [unreadable(position, emptyList, '[]')];
    } else yield* jsonValue(window, position, limits);
  }
}

/** The value at the current position: one document, or several of the same shape for a large object. */
async function* jsonValue(window: ByteWindow, position: string, limits: ReadingLimits): Batches {
  const isObject = window.first === byte.openObject;
  const measured = await measure(window, isObject ? limits.whole : limits.element);
  if (measured !== null) yield* wholeValue(window, measured, position, limits);
  else if (isObject) yield* splitObject(window, position, limits);
  else yield [await skipTooLarge(window, position)];
}

/** One document; for a broken object, at least the complete elements of its lists. */
async function* wholeValue(
  window: ByteWindow,
  measured: Measured,
  position: string,
  limits: ReadingLimits,
): Batches {
  const bytes = window.take(measured.length);
  const documents = [...salvage(bytes, measured.tooDeep, position, 0)];
  const isBroken = documents.length === 1 && documents.some(isNotJson);
  if (isBroken && bytes[0] === byte.openObject) yield* splitObject(windowOn(bytes), position, limits);
  else yield documents;
}

async function skipTooLarge(window: ByteWindow, position: string): Promise<Document> {
  const problem = unreadable(position, recordTooLarge, window.unused);
  await skipValue(window);
  return problem;
}

async function* listElements(window: ByteWindow, list: ListElements, limits: ReadingLimits): Batches {
  window.drop(1);
  for (;;) {
    yield list.read();
    if (list.isAtEnd) return;
    const indentation = await skipSeparators(window);
    const position = list.nextPosition();
    if (indentation === -1) {
      yield [unreadable(position, endsTooEarly, '')];
      return;
    }
    const measured = await measure(window, limits.element);
    if (measured === null) yield [await skipTooLarge(window, position)];
    else yield salvage(window.take(measured.length), measured.tooDeep, position, indentation);
    if (measured?.complete === false) return;
  }
}

class ListElements {
  readonly #window: ByteWindow;
  readonly #prefix: string;
  readonly #limits: ReadingLimits;
  count = 0;
  isAtEnd = false;

  constructor(window: ByteWindow, prefix: string, limits: ReadingLimits) {
    this.#window = window;
    this.#limits = limits;
    this.#prefix = prefix;
  }

  nextPosition(): string {
    this.count += 1;
    return `${this.#prefix}element ${this.count}`;
  }

  *read(): Generator<Document> {
    const window = this.#window;
    for (;;) {
      const indentation = dropSeparators(window);
      if (indentation === -1) return;
      this.isAtEnd = window.first === byte.closeList;
      const measured = measureRead(window);
      if (measured === null || measured.length > this.#limits.element) return;
      if (this.isAtEnd) {
        window.drop(1);
        return;
      }
      const { length, tooDeep } = measured;
      yield* salvage(window.take(length), tooDeep, this.nextPosition(), indentation);
    }
  }
}

/** Broken JSON may have consumed values: a brace at the indentation of the value starts the next one. */
function* salvage(
  bytes: Buffer,
  tooDeep: boolean,
  position: string,
  indentation: number,
): Generator<Document> {
  const document = parseDocument(bytes, position, tooDeep);
  if (!isNotJson(document)) {
    yield document;
    return;
  }
  const [broken = '', ...others] = splitValues(bytes.toString(), indentation);
  yield unreadable(position, notJson, broken);
  for (const [index, piece] of others.entries()) {
    const next = Buffer.from(piece);
    yield parseDocument(next, `${position}, piece ${index + 2}`, isTooDeep(next));
  }
}

function isNotJson(document: Document): boolean {
  return 'problem' in document && document.problem === notJson;
}

function splitValues(text: string, indentation: number): string[] {
  const pieces: string[][] = [[]];
  for (const line of text.split('\n')) {
    const begins = line.charAt(indentation) === '{' && line.slice(0, indentation).trim() === '';
    if (begins) pieces.push([]);
    pieces.at(-1)?.push(line);
  }
  return pieces.map((lines) => withoutComma(lines.join('\n'))).filter((piece) => piece !== '');
}

function withoutComma(piece: string): string {
  const trimmed = piece.trim();
  return trimmed.endsWith(',') ? trimmed.slice(0, -1) : trimmed;
}
