import { ByteWindow } from './byteWindow.ts';
import {
  type Batches,
  type Document,
  emptyList,
  type LinesSegment,
  type ReadingLimits,
  recordTooLarge,
  unreadable,
} from './document.ts';
import { byte, ValueScan, isTooDeep, notJson, parseDocument } from './jsonScan.ts';

/**
 * A value may span lines. A brace at the start of a line starts the next value, which ends a broken one, so the lines
 * between two such braces can be parsed on their own.
 */
export async function* jsonLines(window: ByteWindow, limits: ReadingLimits): Batches {
  const parser = new LineParser(1, limits);
  do {
    const end = window.first === byte.openObject ? lastObjectStart(window) : 0;
    if (end > 0) {
      yield [...parser.end()];
      const lines = window.take(end);
      yield { lines, firstLine: parser.line };
      parser.line += countLines(lines);
    }
    yield [...parser.readLines(window, false)];
    if (window.length > limits.line) {
      yield [...parser.reportTooLong(window.unused)];
      await skipLine(window);
    }
  } while (await window.more());
  yield [...parser.readLines(window, true), ...parser.end()];
}

export function* parseLines({ lines, firstLine }: LinesSegment, limits: ReadingLimits): Generator<Document> {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
  const parser = new LineParser(firstLine, limits);
  yield* parser.readLines(new ByteWindow(noMore(), bytes), true);
  yield* parser.end();
}

async function* noMore(): AsyncGenerator<Uint8Array> {}

const lineWithObject = Buffer.from('\n{');

/** The length up to the last line that starts with a brace. */
function lastObjectStart({ bytes, start }: ByteWindow): number {
  const at = bytes.lastIndexOf(lineWithObject);
  return at < start ? 0 : at + 1 - start;
}

function countLines(lines: Uint8Array): number {
  let count = 0;
  for (let at = lines.indexOf(byte.newline); at !== -1; at = lines.indexOf(byte.newline, at + 1)) count += 1;
  return count;
}

class LineParser {
  line: number;
  readonly #limits: ReadingLimits;
  #open: OpenValue | null = null;

  constructor(firstLine: number, limits: ReadingLimits) {
    this.line = firstLine;
    this.#limits = limits;
  }

  /** Reads complete lines, or with `isAll` also the last one without a line break. */
  *readLines(window: ByteWindow, isAll: boolean): Generator<Document> {
    while (window.length > 0) {
      const end = window.bytes.indexOf(byte.newline, window.start);
      if (end === -1 && !isAll) return;
      yield* this.#readLine(window.take(end === -1 ? window.length : end + 1 - window.start));
      this.line += 1;
    }
  }

  /** Reports a value that is still incomplete. */
  *end(): Generator<Document> {
    const open = this.#open;
    this.#open = null;
    if (open !== null) yield unreadable(open.position, notJson, Buffer.concat(open.lines));
  }

  /** Its line break, when it arrives, counts as the line. */
  *reportTooLong(line: Buffer): Generator<Document> {
    yield* this.end();
    yield unreadable(`line ${this.line}`, recordTooLarge, line);
  }

  *#readLine(line: Buffer): Generator<Document> {
    if (line.length > this.#limits.line) return yield* this.reportTooLong(line);
    if (line[0] === byte.openObject || (this.#open?.length ?? 0) > this.#limits.element) yield* this.end();
    const isBlank = this.#open === null && (line[0] ?? 0) <= 0x20 && line.toString().trim() === '';
    if (isBlank) return undefined;
    this.#open ??= { position: `line ${this.line}`, lines: [], length: 0, scan: null };
    const document = addLine(this.#open, line);
    if (document === null) return undefined;
    this.#open = null;
    return yield* flattenList(document);
  }
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
