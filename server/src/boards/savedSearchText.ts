import { foldText } from '../ads/fold.ts';
import { unspacedScripts } from '../ads/searchText.ts';

/**
 * What a search of saved ads looks at is folded text in which every word, every run of other characters and every run
 * of letters of a script without spaces stands between single spaces. So what is typed is found as it stands, marks
 * of punctuation too, and a space says where a word begins and ends. A line ends with each text: no phrase reaches across.
 */
export function savedSearchText(texts: readonly string[]): string {
  const lines = beginningOf(texts)
    .map((text) => piecesOf(text).join(' '))
    .filter((line) => line !== '');
  return ` ${[...new Set(lines)].join(' \n ')} `;
}

/** Far more than any ad says; what one of the largest size that is accepted says would take seconds. */
const mostLetters = 100_000;

function beginningOf(texts: readonly string[]): string[] {
  let left = mostLetters;
  return texts.map((text) => {
    const beginning = text.slice(0, left);
    left -= beginning.length;
    return beginning;
  });
}

/** A word is found within words when it has three letters; a shorter one would be found nearly everywhere. */
const fewestInside = 3;

/** The pattern of LIKE for what is typed without quotes; null when there is nothing to look for. */
export function patternOfWord(word: string): string | null {
  const pieces = piecesOf(word);
  const [first = ''] = pieces;
  const text = pieces.join('');
  const isInside = text.length >= 2 * fewestInside || Array.from(text).length >= fewestInside;
  const start = isInside || !spacedLetter.test(first) ? '' : ' ';
  return first === '' ? null : patternOf(`${start}${pieces.join(' ')}`);
}

/** The pattern of LIKE for what is typed in quotes: whole words, in this order and nothing between them. */
export function patternOfPhrase(phrase: string): string | null {
  const pieces = piecesOf(phrase);
  const [first = '', last = first] = [pieces[0], pieces.at(-1)];
  if (first === '') return null;
  return patternOf(`${spaceBeside(first)}${pieces.join(' ')}${spaceBeside(last)}`);
}

/** To compare more is costly on texts that nearly fit, and hardly tells any two ads apart. */
const longestPattern = 500;

/** The pattern of LIKE for any text with this in it, or with its beginning where it is long. */
function patternOf(text: string): string {
  // Half of a surrogate pair is no text.
  const beginning = text.slice(0, longestPattern).replace(/[\ud800-\udbff]$/, '');
  return `%${escaped(beginning)}%`;
}

/** Words of scripts without spaces have no end that could be seen, nor have marks. */
function spaceBeside(piece: string): string {
  return spacedLetter.test(piece) ? ' ' : '';
}

function escaped(text: string): string {
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
      .replace(curly, (mark) => straight.get(mark) ?? mark)
      .match(pieces) ?? []
  );
}

/** Marks that keyboards write straight and advertisers curly. */
const straight: ReadonlyMap<string, string> = new Map([
  ...Array.from('‘’ʼ´`′', (mark): [string, string] => [mark, "'"]),
  ...Array.from('“”„«»″', (mark): [string, string] => [mark, '"']),
  ...Array.from('‐‑‒–—−', (mark): [string, string] => [mark, '-']),
]);
const curly = new RegExp(`[${[...straight.keys()].join('')}]`, 'g');
