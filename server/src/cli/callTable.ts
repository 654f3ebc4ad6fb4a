import { invisibleCharacters } from '@magpie/contract/errors';
import { knownSum, notKnown } from '@magpie/contract/values/notKnown';
import { isObject } from '@magpie/sources/mapping/fields';

const joiners = /[\u200c\u200d]/g;

/**
 * Results contain text from outside. Characters that move the cursor, set colours or change the text direction must not reach
 * a terminal: JSON escapes them, tables drop them. Raw line breaks come only from the indentation.
 */
export function safeJson(value: unknown, indentation?: number): string {
  return JSON.stringify(value, null, indentation)
    .replaceAll(invisibleCharacters, (found) => (found === '\n' ? found : escaped(found)))
    .replaceAll(joiners, escaped);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return String.raw`\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

export function collapseLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(invisibleCharacters, '').trim();
}

const segments = new Intl.Segmenter();
/** Characters that most terminals draw two columns wide: East Asian scripts and emoji. */
const wide =
  /^(?:[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)/u;

export function getWidth(text: string): number {
  // Fast path: most text is ASCII.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segments.segment(text)) width += widthOfSegment(segment);
  return width;
}

function widthOfSegment(segment: string): number {
  if (wide.test(segment)) return 2;
  return /^\p{Mark}+$/u.test(segment) ? 0 : 1;
}

function cut(text: string, width: number): string {
  if (getWidth(text) <= width) return text;
  let result = '';
  let used = 0;
  for (const { segment } of segments.segment(text)) {
    used += widthOfSegment(segment);
    if (used > width - 1) break;
    result += segment;
  }
  return `${result}…`;
}

function padded(text: string, width: number, toTheRight = false): string {
  const room = ' '.repeat(Math.max(width - getWidth(text), 0));
  return toTheRight ? `${room}${text}` : `${text}${room}`;
}

type Entry = Readonly<Record<string, unknown>>;

interface Column {
  readonly name: string;
  readonly isNumber: boolean;
  /** Lower ranks are shown first; below 1 the column identifies the record. */
  readonly rank: number;
  readonly longest: number;
  readonly least: number;
}

const gap = 2;
/** Minimum width at which truncated text is still useful. */
const shortest = 24;
/** Ids must not be truncated: users copy them into the next call. */
const isCopied = (name: string): boolean => /^(?:id|hash)$/.test(name);

/** Records as a table that fits the terminal: the most important columns, in their original order, long text truncated. */
export function buildTable(records: readonly Entry[], width: number) {
  const { head, rows, leftOut } = createLayout(records, width);
  return { lines: [head, ...rows(records)], leftOut: leftOut(records) };
}

/** A table layout computed from the first records and reused for later ones. */
export interface ColumnLayout {
  readonly head: string;
  readonly rows: (records: readonly Entry[]) => string[];
  /** Fields of these records without a column. */
  readonly leftOut: (records: readonly Entry[]) => string[];
}

export function createLayout(records: readonly Entry[], width: number): ColumnLayout {
  const columns = fitting(
    filledNames(records).map((name) => buildColumn(name, records)),
    width,
  );
  const widths = widen(columns, width);
  const line = (textOf: (column: Column) => string): string =>
    columns
      .map((column, at) => {
        const text = textOf(column);
        const room = widths[at] ?? 0;
        return padded(cut(text, isCopied(column.name) ? width : room), room, column.isNumber);
      })
      .join(' '.repeat(gap))
      .trimEnd();
  return {
    head: line(({ name }) => collapseLines(name)),
    rows: (shown) => shown.map((record) => line(({ name }) => formatField(name, record[name]))),
    leftOut: (shown) =>
      filledNames(shown)
        .filter((name) => !columns.some((column) => column.name === name))
        .map(collapseLines),
  };
}

function filledNames(records: readonly Entry[]): string[] {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names].filter((name) => records.some((record) => formatField(name, record[name]) !== ''));
}

function buildColumn(name: string, records: readonly Entry[]): Column {
  const values = records.map((record) => record[name]);
  const longest = Math.max(
    getWidth(collapseLines(name)),
    ...values.map((value) => getWidth(formatField(name, value))),
  );
  return {
    name,
    isNumber: values.every((value) => value === null || typeof value === 'number'),
    rank: rankColumn(name, values),
    longest,
    least: isCopied(name) ? longest : Math.min(longest, shortest),
  };
}

/** Fields that identify a record, most important first. */
const identifyingFields = (
  'id hash name companyName company advertiser email act at ' +
  'title headline shortText body url domain date type status'
).split(' ');

function rankColumn(name: string, values: readonly unknown[]): number {
  const place = identifyingFields.indexOf(name);
  if (place !== -1) return place / identifyingFields.length;
  const first = values.find((value) => value !== null);
  if (typeof first === 'object') return 2;
  if (typeof first !== 'string') return 1;
  if (/^(?:https?:\/\/|\/)/.test(first) || isTime(first)) return 3;
  return values.some((value) => typeof value === 'string' && value.length > shortest) ? 2 : 1;
}

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

/** An unknown reach is said to be unknown: an empty cell or 0 would look like a measurement. */
function formatField(name: string, value: unknown): string {
  if (name.endsWith('totalReach') && typeof value === 'number') return formatCell(knownSum(value));
  return isMeasurement(value) ? formatMeasurement(value) : formatCell(value);
}

interface Measurement {
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly kind: string | null;
  readonly currency?: string | null;
}

/** Reach, impressions or spend. */
function isMeasurement(value: unknown): value is Measurement {
  return isObject(value) && ['value', 'lower', 'upper', 'kind'].every((key) => key in value);
}

/** `1200`, `≈ 1200`, `100–499 EUR`, `≥ 100`. */
function formatMeasurement({ value, lower, upper, kind, currency = null }: Measurement): string {
  if (value === null) return notKnown;
  const amount =
    kind === 'range' && (lower !== null || upper !== null)
      ? formatBounds(lower, upper)
      : `${kind === 'estimated' ? '≈ ' : ''}${formatCell(value)}`;
  return currency === null ? amount : `${amount} ${formatCell(currency)}`;
}

function formatBounds(lower: number | null, upper: number | null): string {
  if (upper === null) return `≥ ${formatCell(lower)}`;
  return lower === null ? `≤ ${formatCell(upper)}` : `${formatCell(lower)}–${formatCell(upper)}`;
}

/** A value as short text; an object is represented by its name, value or total. */
function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string')
    return isTime(value) ? value.slice(0, 16).replace('T', ' ') : collapseLines(value);
  if (typeof value === 'number') return String(Number(value.toFixed(3)));
  if (typeof value !== 'object') return collapseLines(JSON.stringify(value));
  if (Array.isArray(value)) return listCell(value);
  const entry = value as Entry;
  const summaryField = ['name', 'value', 'total', 'hash', 'id'].find((key) => isPlain(entry[key]));
  if (summaryField !== undefined) return formatCell(entry[summaryField]);
  return Object.entries(entry)
    .filter(([, inner]) => isPlain(inner))
    .map(([key, inner]) => `${collapseLines(key)} ${formatCell(inner)}`)
    .join(', ');
}

function listCell(values: readonly unknown[]): string {
  const names = values.map(formatCell);
  return names.every((name) => name !== '') ? names.join(', ') : String(values.length);
}

function isPlain(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== 'object';
}

/** A result as text: lists as tables, every other field on its own line. */
export function formatLines(result: unknown, width: number): string[] {
  if (Array.isArray(result)) return listLines(result, width);
  return isObject(result) ? recordLines(result, width) : [formatCell(result)];
}

function listLines(values: readonly unknown[], width: number): string[] {
  if (values.length === 0) return ['none'];
  if (!values.every(isObject)) return values.map(formatCell);
  const { lines, leftOut } = buildTable(values, width);
  return leftOut.length === 0 ? [...lines] : [...lines, `(not shown: ${leftOut.join(', ')})`];
}

function recordLines(record: Entry, width: number): string[] {
  const fields = flatten(record, '');
  const plain = fields.filter(([, value]) => !isTable(value));
  const widest = Math.max(0, ...plain.map(([name]) => getWidth(name)));
  const lines = plain.map(([name, value]) =>
    `${padded(name, widest)}  ${formatField(name, value)}`.trimEnd(),
  );
  for (const [name, value] of fields.filter(([, one]) => isTable(one))) {
    lines.push('', name, ...formatLines(value, width));
  }
  return lines;
}

/** Objects inside of objects become `stats.totalAds`. */
function flatten(record: Entry, above: string): [string, unknown][] {
  return Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
    const name = `${above}${collapseLines(key)}`;
    const isNested = isObject(value) && Object.keys(value).length > 0 && !isMeasurement(value);
    return isNested ? flatten(value, `${name}.`) : [[name, value]];
  });
}

function isTable(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
