import { ClickHouseError } from '@clickhouse/client';

/**
 * Values of the `{name:Type}` placeholders of a statement: text, numbers, bigints, booleans, dates, null,
 * and arrays of them. A Date is bound in UTC; one with milliseconds fits only `DateTime64`.
 * Over HTTP a server accepts up to 128 KiB per value.
 */
export type Parameters = Readonly<Record<string, unknown>>;

type Scalar = string | number | bigint | boolean | null;
type Value = Scalar | readonly Value[];

export type BoundParameters = ReadonlyMap<string, Value>;

/** The parts of a statement to check, without literals and comments; names in upper case without quotes. */
interface Outline {
  readonly placeholders: ReadonlySet<string>;
  readonly words: readonly string[];
  /** Words directly before an opening bracket. */
  readonly calls: ReadonlySet<string>;
  readonly semicolon: boolean;
}

const token =
  /(?<comment>--[^\n]*|\/\*[^]*?\*\/)|'(?:[^'\\]|\\[^])*'|(?<name>`(?:[^`\\]|\\[^])*`|"(?:[^"\\]|\\[^])*"|[A-Za-z_]\w*)|\{\s*(?<placeholder>\w+)\s*:|\S/g;

function outline(statement: string): Outline {
  const placeholders = new Set<string>();
  const words: string[] = [];
  const calls = new Set<string>();
  let semicolon = false;
  let previous = '';
  for (const { 0: text, groups = {} } of statement.matchAll(token)) {
    if (groups['comment'] !== undefined) continue;
    semicolon ||= text === ';';
    if (groups['placeholder'] !== undefined) placeholders.add(groups['placeholder']);
    if (text === '(') calls.add(previous);
    previous = (groups['name'] ?? '').toUpperCase().replace(/^[`"]|[`"]$/g, '');
    if (groups['name'] !== undefined) words.push(previous);
  }
  return { placeholders, words, calls, semicolon };
}

/**
 * The engine rejects writes and table functions on a read-only connection. This rejects what it still allows:
 * writing a file, reading one with the scalar function, other statements (USE, KILL), and a second statement.
 */
export function checkRead(statement: string): void {
  const { words, calls, semicolon } = outline(statement);
  if (semicolon || !/^(SELECT|WITH|EXPLAIN)$/.test(words[0] ?? '')) {
    refuse('A read is one SELECT, WITH or EXPLAIN statement without a semicolon.');
  }
  if (words.includes('OUTFILE') || calls.has('FILE')) {
    refuse('A read cannot access files: INTO OUTFILE and file() are not allowed.');
  }
}

/** A server accepts one statement per request, so the embedded engine does too. */
export function checkWrite(statement: string): void {
  if (outline(statement).semicolon) refuse('A write is one statement without a semicolon.');
}

function refuse(message: string): never {
  throw new ClickHouseError({ message, code: '164', type: 'READONLY' });
}

/**
 * Parameters stay set on an embedded connection, so a missing one would silently have the value of an earlier
 * statement, perhaps of another user. It fails here instead.
 */
export function bindParameters(statement: string, parameters: Parameters): BoundParameters {
  const values = new Map<string, Value>();
  for (const name of outline(statement).placeholders) {
    if (!Object.hasOwn(parameters, name)) {
      const message = `The statement needs the parameter ${name}, which is missing.`;
      throw new ClickHouseError({ message, code: '456', type: 'UNKNOWN_QUERY_PARAMETER' });
    }
    values.set(name, toParameterValue(name, parameters[name]));
  }
  return values;
}

function toParameterValue(name: string, value: unknown): Value {
  if (Array.isArray(value)) return value.map((item) => toParameterValue(name, item));
  if (value instanceof Date) return dateText(name, value);
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'bigint' ||
    typeof value === 'boolean'
  ) {
    return value;
  }
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const got = typeof value === 'number' ? String(value) : typeof value;
  throw new TypeError(
    `The parameter ${name} must be text, a finite number, a bigint, a boolean, a Date, null or an array of these; got ${got}.`,
  );
}

/** Every connection parses times as UTC. Zero milliseconds are left out, because `DateTime` accepts none. */
function dateText(name: string, date: Date): string {
  if (Number.isNaN(date.getTime())) throw new TypeError(`The parameter ${name} is an invalid Date.`);
  return date
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '');
}

/**
 * The statement after a `SET param_…` statement with its values. The library's native call for parameters stores
 * them globally, so it runs one such statement at a time, and a slow read would block every other.
 */
export function setParameters(statement: string, parameters: BoundParameters): string {
  if (parameters.size === 0) return statement;
  const settings = [...parameters].map(([name, value]) => `param_${name} = ${literal(parameterText(value))}`);
  return `SET ${settings.join(', ')};\n${statement}`;
}

/** The text form of a parameter: escaped like a field of a tab-separated file, NULL as `\N`. */
function parameterText(value: Value): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return value.replace(/[\\\t\n\r\0\b\f]/g, escaped);
  return elementText(value);
}

/** Inside an array text is a quoted literal and null a keyword. */
function elementText(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'object') return `[${value.map(elementText).join(',')}]`;
  return String(value);
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
};

const escaped = (character: string): string => escapes[character] ?? character;

/** A string literal. Only `'` and `\` must be escaped; the rest is escaped for C strings and logs. */
export function literal(text: string): string {
  return `'${text.replace(/['\\\t\n\r\0\b\f]/g, escaped)}'`;
}
