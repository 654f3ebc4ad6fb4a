/** Parses one row of a delimited table from bytes. */

const newline = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const quote = 0x22;

/** The separators of cells and rows, as bytes. */
export interface Punctuation {
  readonly delimiter: number;
  /** The line feed, or the carriage return in files without line feeds. */
  readonly rowEnd: number;
}

export interface Row {
  readonly cells: readonly string[];
  /** In bytes, the line break included. */
  readonly length: number;
  /** Whether a cell starts with a quotation mark that is never closed. */
  readonly unclosed: boolean;
}

/**
 * The row at `start`; `null` if it continues after these bytes. With `isAll` these are the last bytes: the row ends here,
 * and an open quotation mark is an ordinary character.
 */
export function rowAt(bytes: Buffer, start: number, punctuation: Punctuation, isAll: boolean): Row | null {
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
  /** The index of the delimiter or line break after it. */
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

export function punctuationOf(delimiter: string, head: Buffer): Punctuation {
  return {
    delimiter: delimiter.charCodeAt(0),
    rowEnd: head.includes(newline) || !head.includes(carriageReturn) ? newline : carriageReturn,
  };
}
