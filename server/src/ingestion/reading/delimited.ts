import type { ByteWindow } from './byteWindow.ts';
import { type Batches, type Document, type ReadingLimits, unreadable } from './document.ts';

/** Delimited text tables: comma, tab, semicolon or bar between the cells, quoted or not, with a header row. */

const delimiters = [',', '\t', ';', '|'] as const;
/** Spreadsheets write the delimiter into a separate line: `sep=;`. */
const hint = /^sep=([\t -~])[\r\n]/i;
const sampleLength = 64 * 1024;
const sampleRows = 50;

export interface DelimitedLayout {
  readonly delimiter: string;
  /** The most frequent number of cells. */
  readonly cells: number;
  /** The same without trailing empty cells. */
  readonly filled: number;
}

/** The delimiter for which most of the first rows have the same number of cells, at least two. */
export function detectLayout(head: Buffer): DelimitedLayout {
  const hinted = hint.exec(head.toString('latin1', 0, 6))?.[1];
  const candidates = hinted === undefined ? delimiters : [hinted];
  const [best] = candidates
    .map((delimiter) => agreement(delimiter, firstRows(head, delimiter)))
    .toSorted((a, b) => b.share - a.share || b.cells - a.cells);
  return best ?? { delimiter: ',', cells: 1, filled: 1 };
}

function firstRows(head: Buffer, delimiter: string): Row[] {
  const sample = head.subarray(0, sampleLength);
  const punctuation = detectPunctuation(delimiter, sample);
  const rows: Row[] = [];
  for (let at = 0; at < sample.length && rows.length < sampleRows;) {
    const isAll = sample.length === head.length;
    const row = rowAt(sample, at, punctuation, isAll || rows.length === 0);
    if (row === null) break;
    if (!isBlank(row)) rows.push(row);
    at += row.length;
  }
  return rows;
}

interface Agreement extends DelimitedLayout {
  /** Share of rows with this number of cells; 0 for a single cell. */
  readonly share: number;
}

function agreement(delimiter: string, rows: readonly Row[]): Agreement {
  const [cells, frequency] = mostFrequent(rows.map((row) => row.cells.length));
  const [filled] = mostFrequent(rows.map((row) => row.cells.findLastIndex(isFilled) + 1));
  return { delimiter, cells, filled, share: cells < 2 ? 0 : frequency / rows.length };
}

function mostFrequent(counts: readonly number[]): [count: number, frequency: number] {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
}

function isFilled(cell: string): boolean {
  return cell.trim() !== '';
}

export async function* delimited(
  window: ByteWindow,
  layout: DelimitedLayout,
  limits: ReadingLimits,
): Batches {
  const table = new Table(window, layout);
  do yield table.read(false, window.length > limits.whole);
  while (await window.more());
  yield table.read(true, false);
}

class Table {
  readonly #window: ByteWindow;
  readonly #layout: DelimitedLayout;
  readonly #punctuation: Punctuation;
  #names: readonly string[] | null = null;
  #number = 0;

  constructor(window: ByteWindow, layout: DelimitedLayout) {
    this.#window = window;
    this.#layout = layout;
    this.#punctuation = detectPunctuation(layout.delimiter, window.unused);
  }

  /** With `isAll` the last row ends with the bytes. A first row that `isTooLong` ends with its first line. */
  *read(isAll: boolean, isTooLong: boolean): Generator<Document> {
    const window = this.#window;
    const before = this.#number;
    while (window.length > 0) {
      const endsHere = isAll || (isTooLong && this.#number === before && this.#rowHere(false) === null);
      const row = this.#rowHere(endsHere);
      if (row === null) return;
      window.drop(row.length);
      this.#number += 1;
      if (!isBlank(row) && !(this.#number === 1 && isHint(row)))
        yield* this.#documentOf(row, `row ${this.#number}`);
    }
  }

  #rowHere(isAll: boolean): Row | null {
    return rowAt(this.#window.bytes, this.#window.start, this.#punctuation, isAll);
  }

  *#documentOf({ cells, unclosed }: Row, position: string): Generator<Document> {
    const { delimiter } = this.#layout;
    if (unclosed) yield unreadable(position, unclosedQuote, cells.join(delimiter));
    else if (this.#names !== null) yield record(this.#names, cells, position, delimiter);
    else if (isHeader(cells, this.#layout)) this.#names = distinctNames(cells);
    else yield unreadable(position, aboveHeader, cells.join(delimiter));
  }
}

const unclosedQuote = 'A cell starts with a quotation mark that is never closed.';
const aboveHeader = 'It is above the header row.';

function isHint({ cells: [first = ''] }: Row): boolean {
  return /^sep=.?$/i.test(first);
}

function isBlank({ cells }: Row): boolean {
  return cells.length === 1 && cells[0]?.trim() === '';
}

/** Titles above it fill fewer cells. A slightly shorter row is accepted if it looks like names. */
function isHeader(cells: readonly string[], layout: DelimitedLayout): boolean {
  const filled = cells.filter(isFilled);
  if (filled.length < Math.min(2, layout.filled) || 2 * filled.length <= layout.filled) return false;
  return cells.length >= layout.cells || filled.every(looksLikeName);
}

const maxNameLength = 80;

function looksLikeName(cell: string): boolean {
  return cell.length <= maxNameLength && /\p{L}/u.test(cell) && !cell.includes('://');
}

/** Some programs omit trailing empty cells, others end every row with a delimiter. */
function record(
  names: readonly string[],
  cells: readonly string[],
  position: string,
  delimiter: string,
): Document {
  const isFragment = cells.length === 1 && names.length > 1;
  if (isFragment || cells.slice(names.length).some(isFilled)) {
    const count = isFragment ? '1 cell' : `${cells.length} cells`;
    const problem = `It has ${count}, but there are ${names.length} columns.`;
    return unreadable(position, problem, cells.join(delimiter));
  }
  return { position, value: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])) };
}

/** Makes names unique: `text`, `text 2`; unnamed columns get their number. */
function distinctNames(cells: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [at, cell] of cells.entries()) {
    const wanted = cell.trim() || `column ${at + 1}`;
    let name = wanted;
    for (let count = 2; names.has(name); count += 1) name = `${wanted} ${count}`;
    names.add(name);
  }
  return [...names];
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const quote = 0x22;

interface Punctuation {
  readonly delimiter: number;
  /** The line feed, or the carriage return in files without line feeds. */
  readonly rowEnd: number;
}

interface Row {
  readonly cells: readonly string[];
  /** In bytes, the line break included. */
  readonly length: number;
  readonly unclosed: boolean;
}

/** `null` if the row continues after these bytes. With `isAll` it ends here, and an open quote is a character. */
function rowAt(bytes: Buffer, start: number, punctuation: Punctuation, isAll: boolean): Row | null {
  const cells: string[] = [];
  let unclosed = false;
  for (let at = start; ;) {
    let cell =
      bytes[at] === quote ? quotedCell(bytes, at, punctuation, isAll) : plainCell(bytes, at, punctuation);
    if (cell === 'unclosed') {
      if (!isAll) return null;
      unclosed = true;
      cell = plainCell(bytes, at, punctuation);
    }
    if (cell.end === bytes.length && !isAll) return null;
    cells.push(cell.text);
    at = cell.end + 1;
    if (bytes[cell.end] !== punctuation.delimiter) {
      return { cells, length: Math.min(at, bytes.length) - start, unclosed };
    }
  }
}

interface Cell {
  readonly text: string;
  readonly end: number;
}

function plainCell(bytes: Buffer, start: number, { delimiter, rowEnd }: Punctuation): Cell {
  let end = start;
  while (end < bytes.length && bytes[end] !== delimiter && bytes[end] !== rowEnd) end += 1;
  const isCrLf = rowEnd === newline && bytes[end] !== delimiter && bytes[end - 1] === carriageReturn;
  return { text: bytes.toString('utf8', start, isCrLf && end > start ? end - 1 : end), end };
}

function quotedCell(
  bytes: Buffer,
  start: number,
  punctuation: Punctuation,
  isAll: boolean,
): Cell | 'unclosed' {
  let at = bytes.indexOf(quote, start + 1);
  while (at !== -1 && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2);
  if (at === -1) return 'unclosed';
  const end = endAfter(bytes, at + 1, punctuation);
  // The next byte might be a second quotation mark.
  if (end === bytes.length && !isAll) return 'unclosed';
  // `5" screen, "new"`: these quotation marks belong to the text.
  if (end === null) return plainCell(bytes, start, punctuation);
  return { text: bytes.toString('utf8', start + 1, at).replaceAll('""', '"'), end };
}

/** The end of a closed cell, after optional spaces; `null` if anything else follows. */
function endAfter(bytes: Buffer, from: number, { delimiter, rowEnd }: Punctuation): number | null {
  let end = from;
  while (bytes[end] === space || (bytes[end] === carriageReturn && end < bytes.length)) {
    if (bytes[end] === rowEnd) return end;
    end += 1;
  }
  return end >= bytes.length || bytes[end] === delimiter || bytes[end] === rowEnd ? end : null;
}

function detectPunctuation(delimiter: string, head: Buffer): Punctuation {
  return {
    delimiter: delimiter.charCodeAt(0),
    rowEnd: head.includes(newline) || !head.includes(carriageReturn) ? newline : carriageReturn,
  };
}
