import type { ByteWindow } from './byteWindow.ts';
import { type Punctuation, punctuationOf, rowAt, type Row } from './delimitedRow.ts';
import { type Batches, type Document, type ReadingLimits, unreadable } from './document.ts';

/** Tables as text: comma, tab, semicolon or bar between the cells, quoted or not, with a row of names on top. */

const delimiters = [',', '\t', ';', '|'] as const;
/** Spreadsheets write the delimiter into a line of its own: `sep=;`. */
const hint = /^sep=([\t -~])[\r\n]/i;
const sampleLength = 64 * 1024;
const sampleRows = 50;

export interface Layout {
  readonly delimiter: string;
  /** How many cells most rows have. */
  readonly cells: number;
  /** The same without the empty ones at their end. */
  readonly filled: number;
}

/** The delimiter by which most rows of the beginning have the same number of cells, and several. */
export function layoutOf(head: Buffer): Layout {
  const told = hint.exec(head.toString('latin1', 0, 6))?.[1];
  const candidates = told === undefined ? delimiters : [told];
  const [best] = candidates
    .map((delimiter) => agreement(delimiter, firstRows(head, delimiter)))
    .toSorted((a, b) => b.share - a.share || b.cells - a.cells);
  return best ?? { delimiter: ',', cells: 1, filled: 1 };
}

function firstRows(head: Buffer, delimiter: string): Row[] {
  const sample = head.subarray(0, sampleLength);
  const punctuation = punctuationOf(delimiter, sample);
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

interface Agreement extends Layout {
  /** Of the rows with so many cells; one cell is no agreement. */
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

/** Each row as an object by the names of its columns. */
export async function* delimited(window: ByteWindow, layout: Layout, limits: ReadingLimits): Batches {
  const table = new Table(window, layout);
  do yield table.read(false, window.length > limits.whole);
  while (await window.more());
  yield table.read(true, false);
}

class Table {
  readonly #window: ByteWindow;
  readonly #layout: Layout;
  readonly #punctuation: Punctuation;
  #names: readonly string[] | null = null;
  #number = 0;

  constructor(window: ByteWindow, layout: Layout) {
    this.#window = window;
    this.#layout = layout;
    this.#punctuation = punctuationOf(layout.delimiter, window.unused);
  }

  /**
   * The rows that were read completely; with `isAll` the last one ends where the bytes do. A first row that `isTooLong`
   * ends with its first line: it would swallow the file.
   */
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
    else yield unreadable(position, aboveNames, cells.join(delimiter));
  }
}

const unclosedQuote = 'A cell begins with a quotation mark that is never closed.';
const aboveNames = 'It stands above the row with the names of the columns.';

function isHint({ cells: [first = ''] }: Row): boolean {
  return /^sep=.?$/i.test(first);
}

function isBlank({ cells }: Row): boolean {
  return cells.length === 1 && cells[0]?.trim() === '';
}

/**
 * Whether a row has the names of the columns. What stands above them, a title or a date, fills fewer cells; but rows with
 * more cells than names are common too, so that a row with somewhat fewer only has to look like names.
 */
function isHeader(cells: readonly string[], layout: Layout): boolean {
  const filled = cells.filter(isFilled);
  if (filled.length < Math.min(2, layout.filled) || 2 * filled.length <= layout.filled) return false;
  return cells.length >= layout.cells || filled.every(looksLikeName);
}

const longestName = 80;

function looksLikeName(cell: string): boolean {
  return cell.length <= longestName && /\p{L}/u.test(cell) && !cell.includes('://');
}

/** Some programs leave out the empty cells at the end of a row, others end every row with a delimiter. */
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

/** Names as they are, each once: `text`, `text 2`; a column without a name is called by its number. */
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
