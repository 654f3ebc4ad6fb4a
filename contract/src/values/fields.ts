import { z } from 'zod';
import { languageOfCode, countryCodes } from './vocabulary.ts';
import { textLimits } from '../limits.ts';
import { platformTable } from '../platforms.ts';
import { cssColor } from './colors.ts';
import { describeValue, must } from './wording.ts';
import { parseUrl } from './parseUrl.ts';

/** The parts of every input. An error message states what was expected and what was received. */

/** `\p{White_Space}` and the byte order mark, as code units; `String.prototype.trim` misses U+0085. */
const whiteSpace: ReadonlySet<number> = new Set([
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005,
  0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]);
/** A lone surrogate cannot be stored as UTF-8, and PostgreSQL rejects NUL. */
function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

/** Normalisation sorts a run of combining marks in quadratic time: 160,000 of them take ten seconds. */
const markRun = /\p{Mark}{65}/u;

/** Scans from both ends: the obvious pattern is quadratic on a long run of spaces inside the text. */
function trim(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && whiteSpace.has(value.charCodeAt(start))) start += 1;
  while (end > start && whiteSpace.has(value.charCodeAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

function lengthInCodePoints(value: string): number {
  return value.length - (value.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

interface TextBounds {
  /** Fewest code points after trimming; default 1. */
  readonly min?: number;
  readonly max: number;
}

function rejectText(payload: z.core.ParsePayload<string>, message: string): void {
  payload.issues.push({ code: 'custom', message, input: payload.value, continue: false });
}

function lengthRule({ min = 1, max }: TextBounds): string {
  return min === 0 ? `at most ${max} characters` : `${min} to ${max} characters`;
}

/** In one check: separate checks would make an import three times as slow. */
function clean(bounds: TextBounds): (payload: z.core.ParsePayload<string>) => void {
  const { min = 1, max } = bounds;
  return (payload) => {
    const value = trim(payload.value);
    // A code point decomposes into at most four, of two units each: a longer text is too long in any form.
    if (value.length > 8 * max) {
      rejectText(payload, `must be ${lengthRule(bounds)}, got ${lengthInCodePoints(value)}`);
    } else if (!isStorable(value)) {
      rejectText(payload, `must not contain NUL or half of a surrogate pair, got ${describeValue(value)}`);
    } else if (value.length > 64 && markRun.test(value)) {
      rejectText(payload, 'must not contain more than 64 combining marks in a row');
    } else {
      payload.value = value.normalize('NFC');
      // Code points are only counted if the number of units does not decide.
      const units = payload.value.length;
      const length = units <= max && min < 2 ? units : lengthInCodePoints(payload.value);
      if (length < min || length > max) rejectText(payload, `must be ${lengthRule(bounds)}, got ${length}`);
    }
  };
}

/** Text in NFC, trimmed of Unicode white space; its length is counted in code points after that. */
export function text(bounds: TextBounds): z.ZodString {
  const { min = 1, max } = bounds;
  return z
    .string({ error: (issue) => must(`be text of ${lengthRule(bounds)}`, issue.input) })
    .check(clean(bounds))
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max });
}

export function optionalText(max: number) {
  return emptyToNull(text({ min: 0, max }));
}

function emptyToNull(mayBeEmpty: z.ZodString) {
  return mayBeEmpty.nullable().transform((value) => (value === '' ? null : value));
}

/** The expected form of a text, as in its error message. */
export const forms = z.registry<{ form: string }>();

/**
 * Text of a fixed form. It is tested before its case is changed, since some letters become ASCII letters:
 * `ß` would become South Sudan, and a Kelvin sign the `k` of somebody else's address.
 */
function formattedText(
  expected: string,
  max: number,
  accepts: (value: string) => boolean,
  canonical: (value: string) => string = (value) => value,
): z.ZodString {
  const error: z.core.$ZodErrorMap = (issue) => must(`be ${expected}`, issue.input);
  return z
    .string({ error })
    .check((payload) => {
      const value = trim(payload.value);
      if (value.length <= max && accepts(value)) payload.value = canonical(value);
      else rejectText(payload, must(`be ${expected}`, payload.value));
    })
    .register(forms, { form: expected });
}

/** A whole number; without an upper bound, the largest that a JSON number carries exactly. */
export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER): z.ZodInt {
  const whole = z
    .int({ error: (issue) => must(`be a whole number from ${min} to ${max}`, issue.input) })
    .min(min);
  return max === Number.MAX_SAFE_INTEGER ? whole : whole.max(max);
}

export function amount(max: number, min = 0): z.ZodNumber {
  return z
    .number({ error: (issue) => must(`be a number from ${min} to ${max}`, issue.input) })
    .min(min)
    .max(max);
}

export const flag = z.boolean({ error: (issue) => must('be true or false', issue.input) });

export function choice<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: (issue) => must(`be one of ${values.join(', ')}`, issue.input) });
}

export function only<const Value extends string | boolean>(value: Value) {
  return z.literal(value, { error: (issue) => must(`be ${value}`, issue.input) });
}

/** A list of at most `max` values. zod counts before it looks at the values, so a long list costs nothing. */
export function list<Element extends z.ZodType>(element: Element, max: number): z.ZodArray<Element> {
  return z.array(element, { error: (issue) => must(`be a list of at most ${max}`, issue.input) }).max(max);
}

/** One of several forms; `expected` describes them: `be an id or ALL`. */
export function either<const Options extends readonly [z.ZodType, ...z.ZodType[]]>(
  expected: string,
  options: Options,
) {
  return z.union(options, { error: (issue) => must(expected, issue.input) });
}

/** An object with exactly these fields; `describeIssues` names unknown ones. */
export function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'invalid_type' ? must('be an object', issue.input) : undefined),
  });
}

export const id = wholeNumber(1);
export const cursor = wholeNumber(0);

export function limit(fallback: number, max: number) {
  return wholeNumber(1, max).default(fallback);
}

export const paging = {
  limit: limit(20, 100).describe('Maximum number of entries per page.'),
  cursor: cursor.default(0).describe('The nextCursor of the previous page. Default: the first page.'),
};

function base64Problem(value: string): string | undefined {
  if (value === '') return 'empty text';
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) return 'other characters';
  return value.replace(/=+$/, '').length % 4 === 1 ? 'a truncated file' : undefined;
}

/** Base64 or base64url. The procedure checks its size, since a large file is not a malformed input. */
export const base64 = z
  .string({ error: (issue) => must('be a file in base64', issue.input) })
  .check((payload) => {
    payload.value = payload.value.replaceAll(/\s+/g, '');
    const fault = base64Problem(payload.value);
    if (fault !== undefined) rejectText(payload, `must be a file in base64, got ${fault}`);
  })
  .meta({ contentEncoding: 'base64' });

export const hash = formattedText(
  '32 hexadecimal digits',
  32,
  (value) => /^[0-9a-f]{32}$/i.test(value),
  (value) => value.toLowerCase(),
).meta({ pattern: '^[0-9a-fA-F]{32}$' });

export const familyId = formattedText(
  '13 hexadecimal digits',
  13,
  (value) => /^[0-9a-f]{13}$/i.test(value),
  (value) => value.toLowerCase(),
).meta({ pattern: '^[0-9a-fA-F]{13}$' });

/** A PDQ hash. */
export const pictureHash = formattedText(
  '64 hexadecimal digits',
  64,
  (value) => /^[0-9a-f]{64}$/i.test(value),
  (value) => value.toLowerCase(),
).meta({ pattern: '^[0-9a-fA-F]{64}$' });

export const slugPattern = /^(?=[0-9-]*[a-z])[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$/;

export const slug = formattedText(
  '3 to 64 of a-z, 0-9 and -, with at least one letter and no - at either end',
  64,
  (value) => slugPattern.test(value),
).meta({ pattern: slugPattern.source });

export const countryCode = formattedText(
  'the two-letter code of a country, such as US',
  2,
  (value) => /^[a-z]{2}$/i.test(value) && countryCodes.has(value.toUpperCase()),
  (value) => value.toUpperCase(),
).meta({ pattern: '^[a-zA-Z]{2}$', description: 'ISO 3166-1 alpha-2, in either case.' });

const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export const optionalCurrencyCode = emptyToNull(
  formattedText(
    'the three-letter code of a currency, such as USD',
    3,
    (value) => value === '' || (/^[a-z]{3}$/i.test(value) && currencyCodes.has(value.toUpperCase())),
    (value) => value.toUpperCase(),
  ).meta({ pattern: '^([a-zA-Z]{3})?$', description: 'ISO 4217, in either case.' }),
);

export const color = formattedText(
  'a CSS colour such as #1a2b3c, rgb(26, 43, 60), hsl(210, 40%, 17%) or tomato',
  100,
  (value) => cssColor(value) !== null,
  (value) => cssColor(value) ?? value,
).meta({ description: 'A CSS colour: #, rgb(), hsl() or a name; stored as #rrggbb.' });

const languageTag = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i;

/** As a source writes it, in lower case; not checked against a list, since sources use their own codes. */
export const languageCode = formattedText(
  'a language code, such as en',
  35,
  (value) => languageTag.test(value),
  (value) => value.toLowerCase(),
).meta({ pattern: '^[a-zA-Z0-9]+([-_][a-zA-Z0-9]+)*$', maxLength: 35 });

/** Normalised like the language of stored ads, so that `pt-BR` finds ads that were imported as `pt-BR`. */
export const languageFilter = formattedText(
  'a language code, such as en or pt-BR',
  35,
  (value) => languageTag.test(value) && languageOfCode(value) !== null,
  (value) => languageOfCode(value) ?? value,
).meta({
  pattern: '^[a-zA-Z]{2,3}([-_][a-zA-Z0-9]+)*$',
  maxLength: 35,
  description: 'ISO 639, in either case; script and region are ignored: pt-BR is pt.',
});

export const email = formattedText(
  'an e-mail address of at most 254 characters',
  254,
  // The service uses this domain for internal accounts.
  (value) => z.regexes.email.test(value) && !/@localhost\.invalid$/i.test(value),
  (value) => value.toLowerCase(),
).meta({ format: 'email', maxLength: 254 });

/** The URL is stored as written: the parser would add a slash to `https://example.com`. */
function isHttpUrl(value: string): boolean {
  // The parser drops line breaks, repairs slashes and replaces lone surrogates; the stored text must be what is fetched.
  if (!/^https?:\/\/[^/\\]/i.test(value) || /[\p{White_Space}\p{Cc}\p{Surrogate}\\]/u.test(value))
    return false;
  const url = parseUrl(value);
  // Credentials would be stored, shown to a team and sent to that host.
  return url !== null && url.username === '' && url.password === '';
}

function httpUrlUpTo(max: number, accepts = isHttpUrl) {
  const expected = `an http or https URL of at most ${max} characters without user name or password`;
  return formattedText(expected, max, accepts).meta({ format: 'uri', maxLength: max });
}

export const httpUrl = httpUrlUpTo(textLimits.url);
export const optionalHttpUrl = emptyToNull(
  httpUrlUpTo(textLimits.url, (value) => value === '' || isHttpUrl(value)),
);
export const mediaUrl = httpUrlUpTo(textLimits.mediaUrl);

export const platform = choice(platformTable.platforms);
export const library = choice(platformTable.otherLibraries).describe(
  'The ad library of an ad that is on none of the platforms, instead of a platform.',
);
export const format = choice(['video', 'image', 'carousel', 'dco', 'dpa', 'other']);
export const mediaType = choice(['image', 'video', 'all']);
export const status = choice(['active', 'inactive', 'all']);
export const scope = choice(['read', 'write', 'admin']);
export const role = choice(['owner', 'admin', 'member', 'viewer']);

export const companyName = text({ max: textLimits.companyName });
export const name = text({ max: textLimits.name });
