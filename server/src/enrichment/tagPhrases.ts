import { tokensOf } from './tagTexts.ts';

export interface Cue {
  /** The meaning it speaks for. */
  readonly id: number;
  /** The same for all spellings of one cue, which count once. */
  readonly number: number;
  readonly weight: number;
}

/** A word of some phrases, and what may follow it in each of them. */
export interface Sprout {
  readonly next: Map<string, Sprout[]>;
  cue?: Cue;
}

/** All phrases together: at every word there is one way on, so that a text is read once, not once a phrase. */
export interface Branch {
  readonly next: Map<string, Branch>;
  readonly cues: readonly Cue[];
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
  const pieces = phrase.match(/[()|]|[^()|\s]+/g) ?? [];
  const [sequence = [], ...others] = choicesOf(pieces);
  if (others.length > 0 || pieces.length > 0)
    throw new Error(`The brackets of the cue “${phrase}” do not match.`);
  const ends = planted([root], sequence);
  if (ends.includes(root)) throw new Error(`The cue “${phrase}” matches every text.`);
  for (const end of ends) end.cue = cue;
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
const placeholders = /^(?:[#$_^?.]|<[a-z]+>)$/;

/** Taken apart as texts are, without the marks of beginning and end. */
function wordsOf(piece: string): string[] {
  return piece.split(numberMark).flatMap((part) => {
    if (placeholders.test(part)) return [part];
    return tokensOf([part]).words.filter((word) => word !== '^' && word !== '.');
  });
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
export function grown(root: Sprout): Branch {
  const numbers = new Map<Sprout, number>();
  const numberOf = (sprout: Sprout): number => {
    const number = numbers.get(sprout) ?? numbers.size;
    numbers.set(sprout, number);
    return number;
  };
  const known = new Map<string, Branch>();
  const merged = (sprouts: readonly Sprout[]): Branch => {
    const key = sprouts.map(numberOf).join(' ');
    const old = known.get(key);
    if (old !== undefined) return old;
    const branch: Branch = { next: new Map(), cues: cuesOf(sprouts) };
    known.set(key, branch);
    for (const [word, following] of waysOn(sprouts)) branch.next.set(word, merged([...following]));
    return branch;
  };
  return merged([root]);
}

function cuesOf(sprouts: readonly Sprout[]): Cue[] {
  return [...new Set(sprouts.flatMap(({ cue }) => cue ?? []))];
}

function waysOn(sprouts: readonly Sprout[]): Map<string, Set<Sprout>> {
  const ways = new Map<string, Set<Sprout>>();
  for (const { next } of sprouts) {
    for (const [word, following] of next) {
      const known = ways.get(word) ?? new Set();
      for (const sprout of following) known.add(sprout);
      ways.set(word, known);
    }
  }
  return ways;
}
