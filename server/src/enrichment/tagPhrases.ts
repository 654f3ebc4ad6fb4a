import { tokensOf } from './tagTexts.ts';

/** One for all spellings of a phrase, which count once. */
export interface Cue {
  /** The meaning it speaks for. */
  readonly id: number;
  readonly weight: number;
}

/** A word of some phrases, and what may follow it in each of them. */
export interface Sprout {
  readonly next: Map<string, Sprout[]>;
  cue?: Cue;
}

/** All phrases together: at every word there is one way on, so that a text is read once, not once a phrase. */
export interface Branch {
  /** By the number of the word in the vocabulary: numbers are found faster than words. */
  readonly next: ReadonlyMap<number, Branch>;
  /** Where `#`, `<year>` and `_` lead. */
  readonly number: Branch | undefined;
  readonly year: Branch | undefined;
  readonly anyWord: Branch | undefined;
  readonly cues: readonly Cue[];
}

export interface Tree {
  readonly root: Branch;
  /** Every word of any cue. */
  readonly vocabulary: ReadonlyMap<string, number>;
}

export const newSprout = (): Sprout => ({ next: new Map() });

/** A phrase is a sequence of words and choices; a choice is several sequences, of which one may be empty. */
type Sequence = readonly (string | readonly Sequence[])[];

/** At the commas and line ends outside of brackets. */
export function phrasesOf(cues: string): string[] {
  const phrases = [''];
  let depth = 0;
  for (const character of cues) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0 && /[,\n]/.test(character)) phrases.push('');
    else phrases.push((phrases.pop() ?? '') + character);
  }
  return phrases.map((phrase) => phrase.trim()).filter((phrase) => phrase !== '');
}

/** Plants all spellings of a phrase at the root, each ending in the cue. */
export function plantPhrase(root: Sprout, phrase: string, cue: Cue): void {
  if (!isBalanced(phrase)) throw new Error(`The brackets of the cue “${phrase}” do not match.`);
  const [sequence = []] = choicesOf(phrase.match(/[()|]|[^()|\s]+/g) ?? []);
  const ends = planted([root], sequence);
  if (ends.includes(root)) throw new Error(`The cue “${phrase}” matches every text.`);
  for (const end of ends) end.cue = cue;
}

function isBalanced(phrase: string): boolean {
  let depth = 0;
  for (const character of phrase) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && character === '|')) return false;
  }
  return depth === 0;
}

/** Takes from `pieces` up to the bracket that closes. */
function choicesOf(pieces: string[]): Sequence[] {
  const choices: (string | readonly Sequence[])[][] = [[]];
  for (let piece = pieces.shift(); piece !== undefined && piece !== ')'; piece = pieces.shift()) {
    if (piece === '|') choices.push([]);
    else if (piece === '(') choices.at(-1)?.push(choicesOf(pieces));
    else choices.at(-1)?.push(...wordsOf(piece));
  }
  return choices;
}

/** Stands alone, or among the letters of a script without spaces; `#1` is the sign and a one. */
const numberMark = /(#(?!\d))/;
const placeholders = /^(?:[#$_^?.-]|<[a-z]+>)$/;

/** Taken apart as texts are, without the marks of beginning and end. */
function wordsOf(piece: string): string[] {
  const words = piece.split(numberMark).flatMap((part) => {
    if (placeholders.test(part)) return [part];
    return tokensOf(part).words.filter((word) => word !== '^' && word !== '.');
  });
  if (words.length === 0) throw new Error(`“${piece}” in a cue is no word: leave the choice empty instead.`);
  return words;
}

/** Where a sequence ends that begins at any of `starts`. */
function planted(starts: readonly Sprout[], sequence: Sequence): readonly Sprout[] {
  let ends = starts;
  for (const part of sequence) {
    const here = ends;
    ends = typeof part === 'string' ? [nextTo(here, part)] : part.flatMap((choice) => planted(here, choice));
    ends = [...new Set(ends)];
  }
  return ends;
}

function nextTo(starts: readonly Sprout[], word: string): Sprout {
  const end = newSprout();
  for (const { next } of starts) next.set(word, [...(next.get(word) ?? []), end]);
  return end;
}

/** Merges what can be reached by the same words. Branches are shared, so that choices do not multiply. */
export function grown(root: Sprout): Tree {
  const [sproutNumber, wordNumber] = [numbering<Sprout>(), numbering<string>()];
  const known = new Map<string, Branch>();
  const merged = (sprouts: readonly Sprout[]): Branch => {
    const key = sprouts.map(sproutNumber.of).join(' ');
    const old = known.get(key);
    if (old !== undefined) return old;
    const next = new Map<number, Branch>();
    for (const [word, following] of waysOn(sprouts)) next.set(wordNumber.of(word), merged([...following]));
    const [number, year, anyWord] = ['#', '<year>', '_'].map((mark) => next.get(wordNumber.of(mark)));
    const branch: Branch = { next, number, year, anyWord, cues: cuesOf(sprouts) };
    known.set(key, branch);
    return branch;
  };
  return { root: merged([root]), vocabulary: wordNumber.numbers };
}

/** Gives each thing the next number when it is first seen. */
function numbering<T>(): { numbers: Map<T, number>; of: (thing: T) => number } {
  const numbers = new Map<T, number>();
  const of = (thing: T): number => {
    const number = numbers.get(thing) ?? numbers.size;
    numbers.set(thing, number);
    return number;
  };
  return { numbers, of };
}

function cuesOf(sprouts: readonly Sprout[]): Cue[] {
  return [...new Set(sprouts.flatMap(({ cue }) => cue ?? []))];
}

/** A number in figures takes the way of `#`; these take it in words. */
const numberWords =
  '# two three four five six seven eight nine ten eleven twelve zwei drei deux trois dos tres dois'.split(
    ' ',
  );

function waysOn(sprouts: readonly Sprout[]): Map<string, Set<Sprout>> {
  const ways = new Map<string, Set<Sprout>>();
  for (const { next } of sprouts) {
    for (const [word, following] of next) {
      for (const spelling of word === '#' ? numberWords : [word]) {
        ways.set(spelling, new Set([...(ways.get(spelling) ?? []), ...following]));
      }
    }
  }
  return ways;
}
