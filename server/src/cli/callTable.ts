import { cut, oneLine, padded, widthOf } from './callText.ts';

export type Entry = Readonly<Record<string, unknown>>;

interface Table {
  readonly lines: readonly string[];
  /** Columns for which there was no room. */
  readonly leftOut: readonly string[];
}

interface Column {
  readonly name: string;
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
/** What is cut can no longer be copied into the next call. */
const isCopied = (name: string): boolean => /^(?:id|hash)$/.test(name);

/** Records as a table no wider than the terminal: the columns that say most, in their own order, long texts cut. */
export function tableOf(records: readonly Entry[], width: number): Table {
  const { head, rows, leftOut } = layOut(records, width);
  return { lines: [head, ...rows(records)], leftOut: leftOut(records) };
}

/** A table whose columns these records decide, and in which others may follow. */
export interface Layout {
  readonly head: string;
  readonly rows: (records: readonly Entry[]) => string[];
  /** What of these records is in no column. */
  readonly leftOut: (records: readonly Entry[]) => string[];
}

export function layOut(records: readonly Entry[], width: number): Layout {
  const kept = fitting(
    filledNames(records).map((name) => columnOf(name, records)),
    width,
  );
  const widths = widen(kept, width);
  const line = (textOf: (column: Column) => string): string =>
    kept
      .map((column, at) => {
        const text = textOf(column);
        const room = widths[at] ?? 0;
        return padded(cut(text, isCopied(column.name) ? width : room), room, column.isNumber);
      })
      .join(' '.repeat(gap))
      .trimEnd();
  return {
    head: line(({ name }) => oneLine(name)),
    rows: (shown) => shown.map((record) => line(({ name }) => cellOf(record[name]))),
    leftOut: (shown) =>
      filledNames(shown)
        .filter((name) => !kept.some((column) => column.name === name))
        .map(oneLine),
  };
}

/** A column without a single value says nothing. */
function filledNames(records: readonly Entry[]): string[] {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names].filter((name) => records.some((record) => cellOf(record[name]) !== ''));
}

function columnOf(name: string, records: readonly Entry[]): Column {
  const values = records.map((record) => record[name]);
  const longest = Math.max(widthOf(oneLine(name)), ...values.map((value) => widthOf(cellOf(value))));
  return {
    name,
    isNumber: values.every((value) => value === null || typeof value === 'number'),
    rank: rankOf(name, values),
    longest,
    least: isCopied(name) ? longest : Math.min(longest, shortest),
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
  'at',
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
