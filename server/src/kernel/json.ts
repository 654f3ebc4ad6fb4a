import { MagpieError } from './errors.ts';

/** Deep enough for any input of the contract; a bound, because walking and validating recurse. */
const deepestNesting = 32;

/** In a Unicode pattern a pair is one character, so this finds halves only. */
const loneSurrogate = /\p{Surrogate}/u;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads JSON from outside: strict UTF-8, bounded depth, no NUL and no lone surrogate in any text. */
export function parseJson(source: string | Uint8Array, where: string): unknown {
  const value = parse(source, where);
  refuseHostile(value, where, 0);
  return value;
}

function parse(source: string | Uint8Array, where: string): unknown {
  try {
    return JSON.parse(typeof source === 'string' ? source : utf8.decode(source));
  } catch (cause) {
    throw new MagpieError('PARSE_ERROR', `${where} is not valid JSON; give one JSON object in UTF-8.`, {
      cause,
    });
  }
}

function refuseHostile(value: unknown, where: string, depth: number): void {
  if (typeof value === 'string') refuseText(value, where);
  if (typeof value !== 'object' || value === null) return;
  if (depth === deepestNesting) {
    throw new MagpieError('BAD_REQUEST', `${where} is nested more than ${deepestNesting} levels deep.`);
  }
  for (const [key, child] of Object.entries(value)) {
    refuseText(key, where);
    refuseHostile(child, where, depth + 1);
  }
}

function refuseText(text: string, where: string): void {
  if (text.includes('\0')) {
    throw new MagpieError('BAD_REQUEST', `${where} contains a NUL character, which no text may.`);
  }
  if (loneSurrogate.test(text)) {
    throw new MagpieError(
      'BAD_REQUEST',
      `${where} contains half of a surrogate pair; give well-formed Unicode.`,
    );
  }
}

/** The input object comes raw, or wrapped as `{"json": …}` with an optional `meta` as some clients do. */
export function unwrapInput(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('json' in value)) return value;
  const wrapped = Object.keys(value).every((key) => key === 'json' || key === 'meta');
  return wrapped ? value.json : value;
}
