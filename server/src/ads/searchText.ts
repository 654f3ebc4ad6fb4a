import { foldText } from './fold.ts';

/**
 * The search text consists of folded words between single spaces, so that an index which splits at spaces contains
 * exactly these words. Scripts without spaces between words, and Korean, which appends particles, are stored letter by
 * letter: their words are found as sequences of letters at any position. Single letters are too common for lookups, so
 * the pairs of adjacent letters are appended to the text.
 */

/** Separates texts. It is never a word, so no phrase matches across it. */
const boundary = ' | ';

export function buildSearchText(texts: readonly string[]): string {
  return joinSearchText(texts.map(splitWords));
}

/** @param texts the words of each text */
export function joinSearchText(texts: readonly (readonly string[])[]): string {
  const pairs = new Set(texts.flatMap(listPairs));
  return joinTexts(pairs.size > 0 ? [...texts, [...pairs]] : texts);
}

/** The words of each text between single spaces, with boundaries between texts. */
export function joinTexts(texts: readonly (readonly string[])[]): string {
  const parts = texts.filter((words) => words.length > 0).map((words) => words.join(' '));
  return ` ${parts.join(boundary)} `;
}

export interface SearchTerm {
  /** All of them must be in the index for the ad. */
  readonly tokens: readonly string[];
  /** The search text must contain this; null if the tokens are sufficient. */
  readonly sequence: string | null;
  /** The words between single spaces, as in a text without pairs of letters. */
  readonly words: string;
}

/** Null for a phrase without a letter, digit or emoji. */
export function parseTerm(phrase: string): SearchTerm | null {
  const words = splitWords(phrase);
  if (words.length === 0) return null;
  const pairs = listPairs(words);
  const others = words.filter((_, at) => !isPair(words, at) && !isPair(words, at + 1));
  const isOneToken = words.length === 1 + pairs.length && pairs.length < 2;
  const limited = ` ${limitWords(words).join(' ')} `;
  return {
    tokens: [...new Set([...pairs, ...others])],
    sequence: isOneToken ? null : limited,
    words: limited,
  };
}

/** Longer comparisons are slow on texts that almost match, and rarely distinguish two ads. */
const maxSequenceLength = 500;

function limitWords(words: readonly string[]): string[] {
  let left = maxSequenceLength;
  const end = words.findIndex((word) => (left -= word.length + 1) < 0);
  return end === -1 ? [...words] : words.slice(0, Math.max(1, end));
}

/** Adjacent letters of unspaced scripts, also across spaces, which writers place differently. */
function listPairs(words: readonly string[]): string[] {
  const pairs: string[] = [];
  for (let at = 1; at < words.length; at += 1) {
    if (isPair(words, at)) pairs.push(`${words[at - 1]}${words[at]}`);
  }
  return pairs;
}

function isPair(words: readonly string[], at: number): boolean {
  return kindAt(words[at - 1] ?? '', 0) === loneLetter && kindAt(words[at] ?? '', 0) === loneLetter;
}

const gap = 0;
const partOfWord = 1;
const loneLetter = 2;
const picture = 3;
/** Belongs to the letter before it. */
const mark = 4;

export function splitWords(text: string): string[] {
  const folded = foldText(text);
  const words: string[] = [];
  let start = 0;
  let current = gap;
  const finish = (at: number): void => {
    if (current !== gap) words.push(folded.slice(start, at));
  };
  for (let at = 0; at < folded.length; at += 1) {
    const kind = kindAt(folded, at);
    if (kind === mark || (kind === current && kind <= partOfWord)) continue;
    finish(at);
    start = at;
    current = kind;
  }
  finish(folded.length);
  return words;
}

/** Scripts without spaces between words, and Korean, which appends particles to them. */
const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
export const unspaced = new RegExp(
  `[${unspacedScripts.map((script) => `\\p{scx=${script}}`).join('')}]`,
  'u',
);

function classifyCharacter(character: string): number {
  if (/[\p{M}\u{dc00}-\u{dfff}]/u.test(character)) return mark;
  if (/[\p{L}\p{N}]/u.test(character)) return unspaced.test(character) ? loneLetter : partOfWord;
  return /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(character) ? picture : gap;
}

/** A lookup table: a regular expression with these classes is several times slower. */
const kinds = Uint8Array.from({ length: 0x1_0000 }, (_, unit) =>
  classifyCharacter(String.fromCharCode(unit)),
);

/** The second half of a surrogate pair counts as a mark: it continues the first. */
function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return kinds[unit] ?? gap;
  return classifyCharacter(String.fromCodePoint(text.codePointAt(at) ?? 0));
}
