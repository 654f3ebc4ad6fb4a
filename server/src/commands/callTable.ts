import { cut, oneLine, padded, widthOf } from './callText.ts';

export type Entry = Readonly<Record<string, unknown>>;

export interface Table {
  readonly lines: readonly string[];
  /** Columns for which there was no room. */
  readonly leftOut: readonly string[];
}

interface Column {
  readonly name: string;
  readonly cells: readonly string[];
  readonly isNumber: boolean;
  /** Below 1 it says which record it is; the higher, the sooner it is left out. */
  readonly rank: number;
  /** Columns of the terminal for its longest cell. */
  readonly longest: number;
  /** The least that it is shown with. */
  readonly least: number;
}

const gap = 2;
/** A text that is cut still tells something. */
const shortest = 24;

/** Records as a table no wider than the terminal: the columns that say most, in their own order, long texts cut. */
export function tableOf(records: readonly Entry[], width: number): Table {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  // A column without a single value says nothing.
  const columns = names
    .map((name) => columnOf(name, records))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const kept = fitting(columns, width);
  const widths = widen(kept, width);
  const line = (textOf: (column: Column) => string): string =>
    kept
      .map((column, at) => padded(cut(textOf(column), widths[at] ?? 0), widths[at] ?? 0, column.isNumber))
      .join(' '.repeat(gap))
      .trimEnd();
  return {
    lines: [line(({ name }) => name), ...records.map((_, row) => line(({ cells }) => cells[row] ?? ''))],
    leftOut: columns.filter((column) => !kept.includes(column)).map(({ name }) => name),
  };
}

function columnOf(name: string, records: readonly Entry[]): Column {
  const values = records.map((record) => record[name]);
  const cells = values.map(cellOf);
  const longest = Math.max(widthOf(oneLine(name)), ...cells.map(widthOf));
  const rank = rankOf(name, values);
  return {
    name: oneLine(name),
    cells,
    isNumber: values.every((value) => value === null || typeof value === 'number'),
    rank,
    longest,
    // What is cut can no longer be copied into the next call.
    least: /^(?:id|hash)$/.test(name) ? longest : Math.min(longest, shortest),
  };
}

/** What a record is called, under any of the names that records have for it, the most telling first. */
const naming = [
  'id',
  'hash',
  'name',
  'companyName',
  'company',
  'advertiser',
  'email',
  'act',
  'title',
  'headline',
  'shortText',
  'body',
  'url',
  'domain',
  'date',
  'type',
  'status',
];

function rankOf(name: string, values: readonly unknown[]): number {
  const place = naming.indexOf(name);
  if (place !== -1) return place / naming.length;
  const first = values.find((value) => value !== null);
  if (typeof first === 'object') return 2;
  if (typeof first !== 'string') return 1;
  if (/^(?:https?:\/\/|\/)/.test(first) || isTime(first)) return 3;
  return values.some((value) => typeof value === 'string' && value.length > shortest) ? 2 : 1;
}

/** The most telling ones for which there is room; one at least. */
function fitting(columns: readonly Column[], width: number): Column[] {
  const chosen = new Set<Column>();
  let used = -gap;
  for (const column of columns.toSorted((a, b) => a.rank - b.rank)) {
    if (chosen.size > 0 && used + gap + column.least > width) continue;
    used += gap + column.least;
    chosen.add(column);
  }
  return columns.filter((column) => chosen.has(column));
}

/** What room is left goes to texts that would be cut. */
function widen(columns: readonly Column[], width: number): number[] {
  let room = width - columns.reduce((sum, { least }) => sum + least + gap, -gap);
  return columns.map(({ least, longest }) => {
    const more = Math.max(Math.min(room, longest - least), 0);
    room -= more;
    return Math.min(least + more, Math.max(width, 1));
  });
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
}

/** A value in few words: of an object what it is called or comes to. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return isTime(value) ? value.slice(0, 16).replace('T', ' ') : oneLine(value);
  if (typeof value === 'number') return String(Number(value.toFixed(3)));
  if (typeof value !== 'object') return oneLine(JSON.stringify(value));
  if (Array.isArray(value)) return listCell(value);
  const entry = value as Entry;
  const telling = ['name', 'value', 'total', 'hash', 'id'].find((key) => isPlain(entry[key]));
  if (telling !== undefined) return cellOf(entry[telling]);
  return Object.entries(entry)
    .filter(([, inner]) => isPlain(inner))
    .map(([key, inner]) => `${oneLine(key)} ${cellOf(inner)}`)
    .join(', ');
}

function listCell(values: readonly unknown[]): string {
  const names = values.map(cellOf);
  return names.every((name) => name !== '') ? names.join(', ') : String(values.length);
}

function isPlain(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== 'object';
}
