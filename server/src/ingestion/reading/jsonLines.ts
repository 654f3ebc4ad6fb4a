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
  let open: OpenValue | null = null;
  let number = 1;

  function* reportIncomplete(): Generator<Document> {
    if (open !== null) yield unreadable(open.position, notJson, Buffer.concat(open.lines));
    open = null;
  }

  /** Its line break, when it arrives, counts as the line. */
  function* reportTooLong(line: Buffer): Generator<Document> {
    yield* reportIncomplete();
    yield unreadable(`line ${number}`, recordTooLarge, line);
  }

  function* readLine(line: Buffer): Generator<Document> {
    if (line.length > limits.line) return yield* reportTooLong(line);
    if (line[0] === byte.openObject || (open?.length ?? 0) > limits.element) yield* reportIncomplete();
    const isBlank = open === null && (line[0] ?? 0) <= 0x20 && line.toString().trim() === '';
    if (isBlank) return undefined;
    open ??= { position: `line ${number}`, lines: [], length: 0, scan: null };
    const document = addLine(open, line);
    if (document === null) return undefined;
    open = null;
    return yield* flattenList(document);
  }

  function* readBuffered(isAll: boolean): Generator<Document> {
    while (window.length > 0) {
      const end = window.bytes.indexOf(byte.newline, window.start);
      if (end === -1 && !isAll) return;
      yield* readLine(window.take(end === -1 ? window.length : end + 1 - window.start));
      number += 1;
    }
    if (isAll) yield* reportIncomplete();
  }

  do {
    yield readBuffered(false);
    if (window.length > limits.line) {
      yield reportTooLong(window.unused);
      await skipLine(window);
    }
  } while (await window.more());
  yield readBuffered(true);
}

/** Skips to the end of the line, of any length; the line break stays. */
async function skipLine(window: ByteWindow): Promise<void> {
  do {
    const end = window.bytes.indexOf(byte.newline, window.start);
    window.drop(end === -1 ? window.length : end - window.start);
  } while (window.length === 0 && (await window.more()));
}

/** Lists are replaced by their elements, as in every other layout. */
function* flattenList(document: Document): Generator<Document> {
  if ('problem' in document || !Array.isArray(document.value)) return yield document;
  if (document.value.length === 0) yield unreadable(document.position, emptyList, '[]');
  for (const [index, value] of document.value.entries()) {
    yield { position: `${document.position}, element ${index + 1}`, value };
  }
  return undefined;
}

/** A value that may span lines: nearly always one complete line. */
interface OpenValue {
  readonly position: string;
  readonly lines: Buffer[];
  length: number;
  scan: ValueScan | null;
}

/** The document of the lines so far; `null` while more are needed. */
function addLine(open: OpenValue, line: Buffer): Document | null {
  open.lines.push(line);
  open.length += line.length;
  const isFirst = open.lines.length === 1;
  if (!isFirst && isIncomplete(open, line)) return null;
  const bytes = isFirst ? line : Buffer.concat(open.lines);
  const document = parseDocument(bytes, open.position, isTooDeep(bytes));
  const isBroken = 'problem' in document && document.problem === notJson;
  return isFirst && isBroken && isIncomplete(open, line) ? null : document;
}

function isIncomplete(open: OpenValue, line: Buffer): boolean {
  // Leading white space would be taken for a value.
  const from = open.scan === null ? line.findIndex((value) => value > 0x20) : 0;
  open.scan ??= new ValueScan();
  return open.scan.advance(line, from) === -1;
}
