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
  /** How many cells a row has. */
  readonly columns: number;
}

/** The delimiter by which most rows of the beginning have the same number of cells, and several. */
export function layoutOf(head: Buffer): Layout {
  const told = hint.exec(head.toString('latin1', 0, 6))?.[1];
  const candidates = told === undefined ? delimiters : [told];
  const [best] = candidates
    .map((delimiter) => agreement(delimiter, cellCounts(head, delimiter)))
    .toSorted((a, b) => b.share - a.share || b.columns - a.columns);
  return best ?? { delimiter: ',', columns: 1 };
}

function cellCounts(head: Buffer, delimiter: string): number[] {
  const sample = head.subarray(0, sampleLength);
  const punctuation = punctuationOf(delimiter, sample);
  const counts: number[] = [];
  for (let at = 0; at < sample.length && counts.length < sampleRows;) {
    const isAll = sample.length === head.length;
    const row = rowAt(sample, at, punctuation, isAll || counts.length === 0);
    if (row === null) break;
    if (!isBlank(row)) counts.push(row.cells.length);
    at += row.length;
  }
  return counts;
}

/** The number of cells that most rows have, and the share of rows that have it; one column is no agreement. */
function agreement(delimiter: string, counts: readonly number[]): Layout & { readonly share: number } {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  const [[columns, frequency] = [1, 0]] = [...times].toSorted((a, b) => b[1] - a[1]);
  return { delimiter, columns, share: columns < 2 ? 0 : frequency / counts.length };
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
    const { delimiter, columns } = this.#layout;
    if (unclosed) yield unreadable(position, unclosedQuote, cells.join(delimiter));
    else if (this.#names !== null) yield record(this.#names, cells, position, delimiter);
    // What stands above the names, a title or a date, has fewer cells.
    else if (cells.length >= columns) this.#names = distinctNames(cells);
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

function record(
  names: readonly string[],
  cells: readonly string[],
  position: string,
  delimiter: string,
): Document {
  const surplus = cells.slice(names.length);
  // Some programs end every row with a delimiter.
  if (cells.length < names.length || surplus.some((cell) => cell.trim() !== '')) {
    const problem = `It has ${cells.length} cells, but there are ${names.length} columns.`;
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
