import type { OpenAd, OpenAdInput } from '@magpie/contract';
import { textLimits } from '@magpie/contract/limits';
import { countryCodes } from '@magpie/contract/values/vocabulary';
import { platformTable } from '@magpie/contract/platforms';
import { unwrapRedirect, withoutCredentials } from './redirects.ts';

/**
 * Converts raw values to values of the open format. An invalid value leaves its field unknown instead of rejecting the
 * whole ad. Pure and without Node APIs, because the browser extension uses it too.
 */

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path, by own properties only: `__proto__` and `constructor` are not followed. */
export function getPath(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}

export function getList(value: unknown, ...path: readonly (string | number)[]): unknown[] {
  const found = getPath(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function hasAny(record: unknown, names: readonly string[]): boolean {
  return names.some((name) => getPath(record, name) !== undefined);
}

const maxTextLength = textLimits.adBody;
/** The last character of a body that was cut. */
const cutMark = '…';
/** JavaScript's `\s` lacks U+0085, which the contract trims, and the space without width, which some libraries use for no text. */
const space = /[\s\u0085\u200b]/;
/** The contract rejects longer runs of combining marks. The lookbehind makes each run match once. */
const markRun = /(?<!\p{Mark})(\p{Mark}{64})\p{Mark}+/gu;
/** Fast path: printable ASCII needs no cleaning or normalization. */
const plainText = /^[\t\n\r -~]*$/;

/** A loop, because the obvious regex is quadratic on a long run of spaces inside the text. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text.charAt(start))) start += 1;
  while (end > start && space.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Truncates to UTF-16 units without splitting a surrogate pair. A body shows that it was cut. */
function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const mark = maxLength === maxTextLength ? cutMark : '';
  return text.slice(0, maxLength - mark.length).replace(/[\uD800-\uDBFF]$/, '') + mark;
}

export function isCut(body: string): boolean {
  return body.length >= maxTextLength - 1 && body.endsWith(cutMark);
}

/** A text or number as storable text in NFC; `null` if it is empty. */
export function readString(value: unknown, maxLength: number = maxTextLength): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  // Bounds the work on a huge text; the factor leaves room for removed characters.
  const text = trim(value.slice(0, 4 * maxLength));
  return trim(truncate(plainText.test(text) ? text : storable(text), maxLength)) || null;
}

function storable(text: string): string {
  const whole = text.replaceAll(/[\0\p{Surrogate}]/gu, '');
  return trim(whole).replaceAll(markRun, '$1').normalize('NFC');
}

/** The distinct texts of a list, in order; a single text is a list of one. */
export function readTexts(values: unknown, maxLength: number = maxTextLength): string[] {
  const texts = (Array.isArray(values) ? values : [values]).map((value) => readString(value, maxLength));
  return [...new Set(texts)].filter((text) => text !== null);
}

/** The first value that can be read. */
export function readFirst<Raw, Value>(
  values: Iterable<Raw>,
  read: (value: Raw) => Value | null,
): Value | null {
  for (const value of values) {
    const found = read(value);
    if (found !== null) return found;
  }
  return null;
}

export function firstText(values: readonly unknown[], maxLength: number): string | null {
  return readFirst(values, (value) => readString(value, maxLength));
}

/** Redirect wrappers are rarely nested more than twice; bounded because the address is untrusted. */
const maxRedirects = 4;

/** A valid http address without credentials; `null` otherwise. */
export function readUrl(value: unknown, maxLength: 2048 | 8192 = 8192): string | null {
  let address = parseWrittenUrl(value);
  for (let count = 0; address !== null && count < maxRedirects; count += 1) {
    const target = unwrapRedirect(address.url);
    if (target === null) break;
    address = parseWrittenUrl(target);
  }
  if (address === null) return null;
  const clean = withoutCredentials(address.written);
  return clean.length <= maxLength ? clean : null;
}

/** With the original text: the parser would add a slash to `https://example.com`. */
function parseWrittenUrl(value: unknown) {
  const text = readString(value);
  // The text was truncated, and half of an address leads elsewhere.
  if (text === null || isCut(text)) return null;
  const written = encodeUrl(text.startsWith('//') ? `https:${text}` : text);
  if (!/^https?:\/\/[^/]/i.test(written) || !URL.canParse(written)) return null;
  const url = new URL(written);
  if (url.username === '' && url.password === '') return { written, url };
  url.username = '';
  url.password = '';
  return { written: url.href, url };
}

/** Line breaks come from wrapping and are removed; other white space and control characters are encoded. */
function encodeUrl(text: string): string {
  if (/^[!-[\]-~]*$/.test(text)) return text;
  return text.replaceAll(/[\t\r\n]/g, '').replaceAll(/[\p{White_Space}\p{Cc}\\]/gu, encodeURIComponent);
}

const firstSecond = 100_000_000;
const endOfTime = Date.UTC(2101, 0, 1);
const written =
  /^(\d{4})[-/]?(\d\d)[-/]?(\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,9})? ?(?:(Z|UTC)|([+-]\d\d):?(\d\d))?)?$/;

/**
 * An instant in UTC from unix seconds or milliseconds (number or digits), a date or an ISO time; without an offset it is
 * read as UTC. `null` for anything else, and before 1970 or after 2100.
 */
export function readInstant(value: unknown): string | null {
  const text = readString(value, 40);
  if (text === null) return null;
  // Eight digits are a date; as seconds they would be in the early 1970s.
  const time = /^\d{9,13}$/.test(text) ? unixTime(Number(text)) : writtenTime(text);
  return Number.isFinite(time) && time >= 0 && time < endOfTime ? new Date(time).toISOString() : null;
}

/** Milliseconds since 1970. Seconds have up to ten digits, milliseconds at least twelve. */
function unixTime(number: number): number {
  if (number < firstSecond) return Number.NaN;
  return number < firstSecond * 1000 ? number * 1000 : number;
}

function writtenTime(text: string): number {
  const [, year, month, day, minutes, seconds = '', fraction = '', , hours, offset] =
    written.exec(text) ?? [];
  if (year === undefined) return Number.NaN;
  const date = `${year}-${month}-${day}`;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Date.parse turns February 30 into March 1.
  const exists = Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(date);
  if (!exists || minutes === undefined) return exists ? midnight : Number.NaN;
  return Date.parse(
    `${date}T${minutes}${seconds || ':00'}${fraction}${hours === undefined ? 'Z' : `${hours}:${offset}`}`,
  );
}

/** The UTC day of the same values. */
export function readDay(value: unknown): string | null {
  return readInstant(value)?.slice(0, 10) ?? null;
}

const scales: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

/** A whole number from 0: 12, "12", "1,234", "1.234.567", "11K", "2.5M". */
export function readCount(value: unknown): number | null {
  const count = typeof value === 'number' ? Math.round(value) : writtenCount(readString(value, 40) ?? '');
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}

export function readPixels(value: unknown): number | null {
  const count = readCount(value);
  return count !== null && count >= 1 && count <= 100_000 ? count : null;
}

function writtenCount(text: string): number {
  const [, digits = '', scale = ''] = /^([\d., '’\u00A0\u202F]+?) ?([kmb]?)$/i.exec(text) ?? [];
  const factor = scale === '' ? 1 : (scales[scale.toLowerCase()] ?? Number.NaN);
  if (/^\d{1,3}(?:[., '’\u00A0\u202F]\d{3})+$/.test(digits))
    return Number(digits.replaceAll(/\D/g, '')) * factor;
  // Spreadsheets write integers with a zero fraction; any other fraction needs a scale such as K.
  const plain = scale === '' ? /^\d+(?:\.0{1,2})?$/ : /^\d+(?:[.,]\d+)?$/;
  return plain.test(digits) ? Math.round(Number(digits.replace(',', '.')) * factor) : Number.NaN;
}

interface ReadReach {
  readonly reach: NonNullable<OpenAdInput['reach']>;
  /** The original text, if the source has one. */
  readonly reachText: string | null;
}

/**
 * A number of people or impressions in any format of the sources: 1234, "11K", "10K-100K", "≤ 10k", ">1M",
 * `{from, to}`, `{lower_bound, upper_bound?}`. The value of a range is its middle, or the lower bound of an open one.
 */
export function readReach(value: unknown): ReadReach | null {
  if (isObject(value)) {
    const lower = readCount(getPath(value, 'lower_bound') ?? getPath(value, 'from') ?? getPath(value, 'min'));
    const upper = readCount(getPath(value, 'upper_bound') ?? getPath(value, 'to') ?? getPath(value, 'max'));
    return reachBetween(lower, upper, null);
  }
  const count = readCount(value);
  const text = readString(value, 100);
  if (count === null) return text === null ? null : reachInWords(text);
  const reachText = typeof value === 'string' && /\D/.test(value.trim()) ? text : null;
  return { reach: { value: count, lower: null, upper: null, kind: 'reported' }, reachText };
}

function reachInWords(text: string): ReadReach | null {
  const below = /^(?:≤|<=?|up to)(.+)$/i.exec(text)?.[1];
  if (below !== undefined) return reachBetween(0, readCount(below), text);
  const above = /^(?:≥|>=?|over)(.+)$/i.exec(text)?.[1] ?? /^(.+)\+$/.exec(text)?.[1];
  if (above !== undefined) return reachBetween(readCount(above), null, text);
  const [lower, upper, ...more] = text.split(/[-–—]| to /);
  const [from, to] = [readCount(lower), readCount(upper)];
  return from === null || to === null || more.length > 0 ? null : reachBetween(from, to, text);
}

type Bound = number | null;

function reachBetween(lower: Bound, upper: Bound, reachText: string | null): ReadReach | null {
  if (lower === null && upper === null) return null;
  if (upper === null) return { reach: { value: lower, lower, upper, kind: 'range' }, reachText };
  const from = lower ?? 0;
  if (from > upper) return null;
  return { reach: { value: Math.round((from + upper) / 2), lower: from, upper, kind: 'range' }, reachText };
}

/** The platforms of an ad, from a list or comma-separated names in any case; placements as the source names them. */
export function readPlatforms(values: unknown) {
  const names = (Array.isArray(values) ? values : [values]).flatMap((value) =>
    (readString(value, 2000) ?? '').split(/[,;|[\]"']/),
  );
  const placements = readTexts(
    names.map((name) => name.toLowerCase()),
    60,
  ).slice(0, 50);
  return { platforms: platformTable.platforms.filter((name) => placements.includes(name)), placements };
}

export function readCountries(values: unknown): string[] {
  const codes = readTexts(values, 10).filter((code) => /^[a-z]{2}$/i.test(code));
  return [...new Set(codes.map((code) => code.toUpperCase()))].filter((code) => countryCodes.has(code));
}

type Demographics = NonNullable<OpenAd['demographics']>;

/** Sums a breakdown by gender, age and country; `null` if it is empty. */
export function marginals(
  groups: Iterable<{ country?: unknown; age?: unknown; gender?: unknown; reach: unknown }>,
): Demographics | null {
  const totals: Demographics = { gender: {}, age: {}, country: {} };
  for (const group of groups) {
    const reach = readCount(group.reach);
    if (reach === null) continue;
    if ((group.gender ?? null) !== null) add(totals.gender, readGender(group.gender), reach);
    if ((group.age ?? null) !== null) add(totals.age, readAge(group.age), reach);
    for (const code of readCountries(group.country)) add(totals.country, code, reach);
  }
  return Object.values(totals).some((part) => Object.keys(part).length > 0) ? totals : null;
}

function add(totals: Record<string, number>, key: string, reach: number): void {
  totals[key] = Math.min((totals[key] ?? 0) + reach, Number.MAX_SAFE_INTEGER);
}

function readGender(value: unknown): string {
  const name = readString(value, 20)?.toLowerCase() ?? '';
  if (/^(?:f|female|women|woman)$/.test(name)) return 'female';
  return /^(?:m|male|men|man)$/.test(name) ? 'male' : 'unknown';
}

/** `18-24` and `65+` stay; anything else is unknown. */
function readAge(value: unknown): string {
  const range = readString(value, 20) ?? '';
  return /^\d{1,3}(?:-\d{1,3}|\+)?$/.test(range) ? range : 'unknown';
}
