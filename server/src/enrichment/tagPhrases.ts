import { tokenize } from './tagTexts.ts';

/** Shared by all spellings of a phrase, which count once. */
export interface Cue {
  readonly id: number;
  readonly weight: number;
  /** In which it applies; `null` for all. */
  readonly language: string | null;
  /** Whether "no" before it removes its meaning. */
  readonly isNegatable: boolean;
}

export interface PhraseNode {
  readonly next: Map<string, PhraseNode[]>;
  cue?: Cue;
}

/** All phrases merged: each word has one transition, so that a text is read once and not once per phrase. */
export interface TrieNode {
  /** By vocabulary number, which is faster to look up than words. */
  readonly next: ReadonlyMap<number, TrieNode>;
  /** Transitions for `#`, `<year>` and `_`. */
  readonly number: TrieNode | undefined;
  readonly year: TrieNode | undefined;
  readonly anyWord: TrieNode | undefined;
  readonly cues: readonly Cue[];
}

export interface Trie {
  readonly root: TrieNode;
  readonly vocabulary: ReadonlyMap<string, number>;
}

export const newPhraseNode = (): PhraseNode => ({ next: new Map() });

/** A phrase is a sequence of words and choices; a choice is several sequences, of which one may be empty. */
type Sequence = readonly (string | readonly Sequence[])[];

/** Adds all spellings of a phrase at the root, each ending in the cue. */
export function addPhrase(root: PhraseNode, phrase: string, cue: Cue): void {
  const sequence = parsePhrase(phrase);
  const ends = addSequence([root], sequence);
  if (ends.includes(root)) throw new Error(`The cue “${phrase}” matches every text.`);
  for (const end of ends) end.cue = cue;
}

function parsePhrase(phrase: string): Sequence {
  if (!isBalanced(phrase)) throw new Error(`The brackets of the cue “${phrase}” do not match.`);
  const [sequence = []] = expandChoices(phrase.match(/[()|]|[^()|\s]+/g) ?? []);
  return sequence;
}

/** Whether an English phrase can hardly mean anything else in another language: not a single word without a number. */
export function isUnmistakable(phrase: string): boolean {
  const words = countWords(parsePhrase(phrase));
  return words !== 1 || /[#$%]/.test(phrase);
}

/** Of its shortest spelling. */
function countWords(sequence: Sequence): number {
  let count = 0;
  for (const part of sequence) {
    if (typeof part !== 'string') count += Math.min(...part.map(countWords));
    else if (/^\p{L}/u.test(part)) count += 1;
  }
  return count;
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

/** Consumes `pieces` up to the closing bracket. */
function expandChoices(pieces: string[]): Sequence[] {
  const choices: (string | readonly Sequence[])[][] = [[]];
  for (let piece = pieces.shift(); piece !== undefined && piece !== ')'; piece = pieces.shift()) {
    if (piece === '|') choices.push([]);
    else if (piece === '(') choices.at(-1)?.push(expandChoices(pieces));
    else choices.at(-1)?.push(...splitPiece(piece));
  }
  return choices;
}

/** Matches `#` for any number; `#1` is the literal sign and a one. */
const numberMark = /(#(?!\d))/;
const placeholders = /^(?:[#$_^?.-]|<[a-z]+>)$/;

/** Tokenized like texts, without the start and end marks. */
function splitPiece(piece: string): string[] {
  const words = piece.split(numberMark).flatMap((part) => {
    if (placeholders.test(part)) return [part];
    return tokenize(part).words.filter((word) => word !== '^' && word !== '.');
  });
  if (words.length === 0) throw new Error(`“${piece}” in a cue is no word; leave the choice empty instead.`);
  return words;
}

function addSequence(starts: readonly PhraseNode[], sequence: Sequence): readonly PhraseNode[] {
  let ends = starts;
  for (const part of sequence) {
    const here = ends;
    ends =
      typeof part === 'string' ? [addWord(here, part)] : part.flatMap((choice) => addSequence(here, choice));
    ends = [...new Set(ends)];
  }
  return ends;
}

function addWord(starts: readonly PhraseNode[], word: string): PhraseNode {
  const end = newPhraseNode();
  for (const { next } of starts) next.set(word, [...(next.get(word) ?? []), end]);
  return end;
}

/** Merges nodes that are reached by the same words. Nodes are shared, so that choices do not multiply. */
export function buildTrie(root: PhraseNode): Trie {
  const [nodeNumber, wordNumber] = [numbering<PhraseNode>(), numbering<string>()];
  const known = new Map<string, TrieNode>();
  const merged = (nodes: readonly PhraseNode[]): TrieNode => {
    const key = nodes.map(nodeNumber.of).join(' ');
    const old = known.get(key);
    if (old !== undefined) return old;
    const next = new Map<number, TrieNode>();
    for (const [word, following] of groupTransitions(nodes))
      next.set(wordNumber.of(word), merged([...following]));
    const [number, year, anyWord] = ['#', '<year>', '_'].map((mark) => next.get(wordNumber.of(mark)));
    const cues = [...new Set(nodes.flatMap(({ cue }) => cue ?? []))];
    const node: TrieNode = { next, number, year, anyWord, cues };
    known.set(key, node);
    return node;
  };
  return { root: merged([root]), vocabulary: wordNumber.numbers };
}

function numbering<T>(): { numbers: Map<T, number>; of: (thing: T) => number } {
  const numbers = new Map<T, number>();
  const of = (thing: T): number => {
    const number = numbers.get(thing) ?? numbers.size;
    numbers.set(thing, number);
    return number;
  };
  return { numbers, of };
}

const numberWords =
  '# two three four five six seven eight nine ten eleven twelve zwei drei deux trois dos tres dois twee drie dwa trzy'.split(
    ' ',
  );

function groupTransitions(nodes: readonly PhraseNode[]): Map<string, Set<PhraseNode>> {
  const ways = new Map<string, Set<PhraseNode>>();
  for (const { next } of nodes) {
    for (const [word, following] of next) {
      for (const spelling of word === '#' ? numberWords : [word]) {
        ways.set(spelling, new Set([...(ways.get(spelling) ?? []), ...following]));
      }
    }
  }
  return ways;
}
