import { foldText } from '../ads/fold.ts';
import { unspacedScripts } from '../ads/searchText.ts';

/**
 * The search text of a saved ad is folded text with single spaces around every word, every run of other characters and
 * every run of letters of a script without spaces. So a query matches literally, including punctuation, and spaces mark
 * word boundaries. Texts are separated by line breaks, so no phrase matches across them.
 */
export function savedSearchText(texts: readonly string[]): string {
  const lines = beginningOf(texts)
    .map((text) => piecesOf(text).join(' '))
    .filter((line) => line !== '');
  return ` ${[...new Set(lines)].join(' \n ')} `;
}

/** Much longer than real ads; processing the largest accepted ad completely would take seconds. */
const maxSearchedLength = 100_000;

function beginningOf(texts: readonly string[]): string[] {
  let left = maxSearchedLength;
  return texts.map((text) => {
    const beginning = text.slice(0, left);
    left -= beginning.length;
    return beginning;
  });
}

/** Words with at least this many letters are also found inside other words; shorter ones would match nearly everywhere. */
const minInfixLetters = 3;

/** The LIKE pattern for an unquoted word; null if there is nothing to search for. */
export function wordPattern(word: string): string | null {
  const pieces = piecesOf(word);
  const [first = ''] = pieces;
  const text = pieces.join('');
  const isInside = text.length >= 2 * minInfixLetters || Array.from(text).length >= minInfixLetters;
  const start = isInside || !spacedLetter.test(first) ? '' : ' ';
  return first === '' ? null : patternOf(`${start}${pieces.join(' ')}`);
}

/** The LIKE pattern for a quoted phrase: whole words in this order. */
export function phrasePattern(phrase: string): string | null {
  const pieces = piecesOf(phrase);
  const [first = '', last = first] = [pieces[0], pieces.at(-1)];
  if (first === '') return null;
  return patternOf(`${wordBoundary(first)}${pieces.join(' ')}${wordBoundary(last)}`);
}

/** Longer comparisons are slow on texts that almost match, and rarely distinguish two ads. */
const maxPatternLength = 500;

/** The LIKE pattern for texts that contain this, or its beginning if it is long. */
function patternOf(text: string): string {
  // Removes half of a surrogate pair.
  const beginning = text.slice(0, maxPatternLength).replace(/[\ud800-\udbff]$/, '');
  return `%${escapeLike(beginning)}%`;
}

/** Scripts without spaces and punctuation have no visible word boundaries. */
function wordBoundary(piece: string): string {
  return spacedLetter.test(piece) ? ' ' : '';
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

const unspaced = `[${unspacedScripts.map((script) => `\\p{scx=${script}}`).join('')}]`;
const letter = '[\\p{L}\\p{N}]';
const spacedLetter = new RegExp(`^(?!${unspaced})${letter}`, 'u');
const pieces = new RegExp(
  `(?:(?=${letter})${unspaced}\\p{M}*)+|(?:(?!${unspaced})${letter}\\p{M}*)+|[^\\s\\p{L}\\p{N}]+`,
  'gu',
);

function piecesOf(text: string): string[] {
  return (
    foldText(text)
      .replace(curlyMarks, (mark) => straightMarks.get(mark) ?? mark)
      .match(pieces) ?? []
  );
}

/** Typographic variants of marks that keyboards type in the plain form. */
const straightMarks: ReadonlyMap<string, string> = new Map([
  ...Array.from('‘’ʼ´`′', (mark): [string, string] => [mark, "'"]),
  ...Array.from('“”„«»″', (mark): [string, string] => [mark, '"']),
  ...Array.from('‐‑‒–—−', (mark): [string, string] => [mark, '-']),
]);
const curlyMarks = new RegExp(`[${[...straightMarks.keys()].join('')}]`, 'g');
