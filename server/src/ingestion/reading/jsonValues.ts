import { Readable } from 'node:stream';
import { ByteWindow } from './byteWindow.ts';
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
      const count = yield* listElements(window, number === 1 ? '' : `${position}, `, limits);
      // A file with only an empty list is fine; an empty list among other values must be reported.
      const isAmongOthers = number > 1 || (await skipSeparators(window)) !== -1;
      if (count === 0 && isAmongOthers) yield [unreadable(position, emptyList, '[]')];
    } else yield* jsonValue(window, position, limits);
  }
}

/** The value at the current position: one document, or several of the same shape for a large object. */
async function* jsonValue(window: ByteWindow, position: string, limits: ReadingLimits): Batches {
  const isObject = window.first === byte.openObject;
  const measured = await measure(window, isObject ? limits.whole : limits.element);
  if (measured === null) {
    if (isObject) yield* splitObject(window, position, limits);
    else yield [await skipTooLarge(window, position)];
    return;
  }
  const bytes = window.take(measured.length);
  const documents = [...salvage(bytes, measured.tooDeep, position, 0)];
  const isBroken = isObject && documents.length === 1 && documents.some(isNotJson);
  // At least the complete elements of its lists can be read.
  if (isBroken) yield* splitObject(new ByteWindow(Readable.from([]), bytes), position, limits);
  else yield documents;
}

async function skipTooLarge(window: ByteWindow, position: string): Promise<Document> {
  const problem = unreadable(position, recordTooLarge, window.unused);
  await skipValue(window);
  return problem;
}

/** Returns the number of elements. */
async function* listElements(
  window: ByteWindow,
  prefix: string,
  limits: ReadingLimits,
): AsyncGenerator<Iterable<Document>, number> {
  let count = 0;
  let isAtEnd = false;
  const nextPosition = (): string => `${prefix}element ${(count += 1)}`;

  function* readBuffered(): Generator<Document> {
    for (;;) {
      const indentation = dropSeparators(window);
      if (indentation === -1) return;
      isAtEnd = window.first === byte.closeList;
      if (isAtEnd) window.drop(1);
      const measured = isAtEnd ? null : measureRead(window);
      if (measured === null || measured.length > limits.element) return;
      yield* salvage(window.take(measured.length), measured.tooDeep, nextPosition(), indentation);
    }
  }

  window.drop(1);
  for (;;) {
    yield readBuffered();
    if (isAtEnd) return count;
    const indentation = await skipSeparators(window);
    const position = nextPosition();
    if (indentation === -1) {
      yield [unreadable(position, endsTooEarly, '')];
      return count;
    }
    const measured = await measure(window, limits.element);
    if (measured === null) yield [await skipTooLarge(window, position)];
    else yield salvage(window.take(measured.length), measured.tooDeep, position, indentation);
    if (measured?.complete === false) return count;
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
  if (!isNotJson(document)) return yield document;
  const [broken = '', ...others] = splitValues(bytes.toString(), indentation);
  yield unreadable(position, notJson, broken);
  for (const [index, piece] of others.entries()) {
    const next = Buffer.from(piece);
    yield parseDocument(next, `${position}, piece ${index + 2}`, isTooDeep(next));
  }
  return undefined;
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
  return pieces.map((lines) => lines.join('\n').trim().replace(/,$/, '')).filter((piece) => piece !== '');
}
