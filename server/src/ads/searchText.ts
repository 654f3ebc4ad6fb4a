import { foldText } from './fold.ts';

/**
 * What a search looks at is kept as folded words between single spaces, so that an index which splits at spaces holds
 * exactly these words. Scripts that put no space between words, and Korean, which glues particles to them, are kept
 * letter by letter: a word of theirs is a sequence of letters, found wherever it stands. Single letters are too
 * common to search by, so behind the text stand the pairs of neighbours, which a search asks the index for.
 */

/** Between texts that do not continue each other; no word is ever this, so no phrase reaches across. */
const boundary = ' | ';

/** The texts of an ad as one searchable text, with a space at both ends. */
export function searchTextOf(texts: readonly string[]): string {
  const parts: string[] = [];
  const pairs = new Set<string>();
  for (const text of texts) {
    const words = wordsOf(text);
    if (words.length > 0) parts.push(words.join(' '));
    for (const pair of pairsOf(words)) pairs.add(pair);
  }
  if (pairs.size > 0) parts.push([...pairs].join(' '));
  return ` ${parts.join(boundary)} `;
}

/** How to find a word or a phrase. */
export interface SearchTerm {
  /** The index must have all of them for the ad. */
  readonly tokens: readonly string[];
  /** The searchable text must have this in it; null where the tokens alone decide. */
  readonly sequence: string | null;
}

/** Null for a phrase without a letter, a digit or a picture: there is nothing to look for. */
export function parseTerm(phrase: string): SearchTerm | null {
  const words = wordsOf(phrase);
  if (words.length === 0) return null;
  const pairs = pairsOf(words);
  const others = words.filter((_, at) => !isPair(words, at) && !isPair(words, at + 1));
  const isOneToken = words.length === 1 + pairs.length && pairs.length < 2;
  return {
    tokens: [...new Set([...pairs, ...others])],
    sequence: isOneToken ? null : ` ${beginningOf(words).join(' ')} `,
  };
}

/** To compare more is costly on texts that nearly fit, and hardly tells any two ads apart. */
const longestSequence = 500;

function beginningOf(words: readonly string[]): string[] {
  let left = longestSequence;
  const end = words.findIndex((word) => (left -= word.length + 1) < 0);
  return end === -1 ? [...words] : words.slice(0, Math.max(1, end));
}

/** Neighbouring letters of unspaced scripts, across spaces too: writers disagree on where to put them. */
function pairsOf(words: readonly string[]): string[] {
  const pairs: string[] = [];
  for (const [at, word] of words.entries()) {
    if (isPair(words, at)) pairs.push(`${words[at - 1]}${word}`);
  }
  return pairs;
}

/** Whether the word at this place and the one before it are letters that stand alone. */
function isPair(words: readonly string[], at: number): boolean {
  return kindAt(words[at - 1] ?? '', 0) === loneLetter && kindAt(words[at] ?? '', 0) === loneLetter;
}

const gap = 0;
const partOfWord = 1;
/** Of an unspaced script: a word by itself. */
const loneLetter = 2;
const picture = 3;
/** Belongs to the letter before it. */
const mark = 4;

function wordsOf(text: string): string[] {
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

/** Scripts that put no space between words, and Korean, which glues particles to them. */
export const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const unspaced = new RegExp(`[${unspacedScripts.map((script) => `\\p{scx=${script}}`).join('')}]`, 'u');

function kindOf(character: string): number {
  if (/[\p{M}\u{dc00}-\u{dfff}]/u.test(character)) return mark;
  if (/[\p{L}\p{N}]/u.test(character)) return unspaced.test(character) ? loneLetter : partOfWord;
  return /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(character) ? picture : gap;
}

/** Looked up instead of matched: a regular expression with these classes takes several times as long. */
const kinds = Uint8Array.from({ length: 0x1_0000 }, (_, unit) => kindOf(String.fromCharCode(unit)));

/** The second half of a surrogate pair counts as a mark: it continues the first. */
function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return kinds[unit] ?? gap;
  return kindOf(String.fromCodePoint(text.codePointAt(at) ?? 0));
}
