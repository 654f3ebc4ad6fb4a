import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';

/** Enough for any input of the contract; limited because validation is recursive. */
const maxDepth = 32;

/**
 * Several times what any input of the contract needs. Eight megabytes of `0,0,0` are four million values:
 * parsing and validating them would block all other requests for ten seconds.
 */
const maxValues = 100_000;

/** With the `u` flag a surrogate pair is one character, so this matches lone surrogates only. */
const loneSurrogate = /\p{Surrogate}/u;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses untrusted JSON: strict UTF-8, limited depth and size, unique keys, no NUL and no lone surrogates. */
export function parseJson(source: string | Uint8Array, where: string): unknown {
  const value = parse(source, where);
  assertSafeTexts(value, where);
  return value;
}

/** For JSON of external services and pages; undefined if it is invalid. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parse(source: string | Uint8Array, where: string): unknown {
  try {
    const text = typeof source === 'string' ? source : utf8.decode(source);
    assertJsonLimits(text, where);
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof MagpieError) throw cause;
    throw new MagpieError('PARSE_ERROR', `${where} is not valid JSON; give one JSON object in UTF-8.`, {
      cause,
    });
  }
}

/** Checks size, depth and keys in one pass over the text, before it is parsed. */
export function assertJsonLimits(text: string, where: string): void {
  /** The keys so far of each open object or array. */
  const open: Set<string>[] = [];
  let values = 1;
  let lastText = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      lastText = text.slice(at, end + 1);
      at = end;
    } else if (character === ':') addKey(open.at(-1), lastText, where);
    else if (character === ',') values += 1;
    else if (character === '[' || character === '{') open.push(new Set());
    else if (character === ']' || character === '}') open.pop();
    if (open.length > maxDepth) {
      throw new MagpieError('BAD_REQUEST', `${where} is nested more than ${maxDepth} levels deep.`);
    }
  }
  if (values > maxValues) {
    throw new MagpieError('BAD_REQUEST', `${where} contains more than ${maxValues} values.`);
  }
}

/** `JSON.parse` would silently use the last duplicate, where a proxy may have checked the first. */
function addKey(keys: Set<string> | undefined, quoted: string, where: string): void {
  const key = quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  if (keys?.has(key) === true) {
    throw new MagpieError(
      'BAD_REQUEST',
      `${where} gives the key '${sanitizeForMessage(key, 40)}' twice in one object; give it once.`,
    );
  }
  keys?.add(key);
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') return at;
    if (character === '\\') at += 1;
  }
  return text.length;
}

function assertSafeTexts(value: unknown, where: string): void {
  if (typeof value === 'string') assertSafeText(value, where);
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const element of value) assertSafeTexts(element, where);
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    assertSafeText(key, where);
    assertSafeTexts(child, where);
  }
}

function assertSafeText(text: string, where: string): void {
  if (text.includes('\0')) {
    throw new MagpieError('BAD_REQUEST', `${where} contains a NUL character; remove it.`);
  }
  if (loneSurrogate.test(text)) {
    throw new MagpieError(
      'BAD_REQUEST',
      `${where} contains half of a surrogate pair; give well-formed Unicode.`,
    );
  }
}

/** Some clients wrap the input as `{"json": …}` with an optional `meta`. */
export function unwrapInput(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('json' in value)) return value;
  const wrapped = Object.keys(value).every((key) => key === 'json' || key === 'meta');
  return wrapped ? value.json : value;
}

/** Characters that are serialized before yielding to the event loop. */
const sliceLength = 256 * 1024;

/** Returns what `JSON.stringify` would, but serializes a list entry by entry, so that a long one does not block other requests. */
export function writeJson(data: unknown): string | Promise<string> {
  const pieces = serialize(data);
  const first = writeSlice(pieces);
  return first.isDone ? first.text : writeRest(first.text, pieces);
}

async function writeRest(first: string, pieces: Iterator<string>): Promise<string> {
  let all = first;
  for (;;) {
    await yieldToEventLoop();
    const { text, isDone } = writeSlice(pieces);
    all += text;
    if (isDone) return all;
  }
}

function writeSlice(pieces: Iterator<string>): { readonly text: string; readonly isDone: boolean } {
  let text = '';
  while (text.length < sliceLength) {
    const { done, value } = pieces.next();
    if (done === true) return { text, isDone: true };
    text += value;
  }
  return { text, isDone: false };
}

/** One piece for each entry of a list, which is either the whole value or a field of it. */
function* serialize(data: unknown): Generator<string, undefined> {
  if (Array.isArray(data)) yield* piecesOfList(data);
  else if (isPlain(data)) {
    let before = '{';
    for (const [name, value] of Object.entries(data)) {
      const written = Array.isArray(value) ? '' : JSON.stringify(value);
      // `JSON.stringify` omits undefined fields.
      if (written === undefined) continue;
      yield `${before}${JSON.stringify(name)}:${written}`;
      if (Array.isArray(value)) yield* piecesOfList(value);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else yield JSON.stringify(data) ?? 'null';
}

function* piecesOfList(values: readonly unknown[]): Generator<string, undefined> {
  let before = '[';
  for (const value of values) {
    yield `${before}${JSON.stringify(value) ?? 'null'}`;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** Excludes dates and other values that serialize themselves. */
function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    !('toJSON' in value)
  );
}
