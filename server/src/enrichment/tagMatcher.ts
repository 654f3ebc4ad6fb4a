import { grown, newSprout, phrasesOf, plantPhrase, type Branch, type Cue, type Tree } from './tagPhrases.ts';
import { tokensOf, type Tokens } from './tagTexts.ts';

/**
 * Words and phrases that speak for a meaning, separated by commas or line ends. In a phrase `#` is any number, `$` any
 * currency sign, `<year>` one before 2000, `_` any one word, `^` the beginning of a text, and `(a|b|)` one of several, or none.
 * `<question>`, `<quote>` and `<list>` are texts that open with a question, are quoted, or are a list.
 */
export interface Cues {
  /** Enough alone. */
  readonly sure?: string;
  /** Enough alone, just. */
  readonly likely?: string;
  /** Enough together with another. */
  readonly hint?: string;
  /** Phrases in which a cue means something else: `New York` is not new. */
  readonly not?: string;
}

const weights = { sure: 0.9, likely: 0.6, hint: 0.3, not: 0 } as const;
const strengths = ['sure', 'likely', 'hint', 'not'] as const;

/** Two hints say more than one: 1 − 0.7 × 0.7 = 0.51. */
const leastConfidence = 0.5;
/** Words never make certain. */
const mostConfidence = 0.99;

export interface Meaning {
  readonly id: number;
  readonly confidence: number;
}

/** The meanings that a text has, highest confidence first, ties by id. */
export type Matcher = (texts: readonly string[]) => Meaning[];

interface Found {
  readonly cue: Cue;
  readonly start: number;
  readonly end: number;
}

export function matcherOf(meanings: Iterable<readonly [id: number, cues: Cues]>): Matcher {
  // Grown when it is first needed: half a second that commands without ads are spared.
  let tree: Tree | undefined;
  return (texts) => {
    tree ??= treeOf(meanings);
    return meaningsIn(cuesIn(tokensOf(texts), tree));
  };
}

function treeOf(meanings: Iterable<readonly [id: number, cues: Cues]>): Tree {
  const root = newSprout();
  let number = 0;
  for (const [id, cues] of meanings) {
    for (const strength of strengths) {
      for (const phrase of phrasesOf(cues[strength] ?? '')) {
        number += 1;
        plantPhrase(root, phrase, { id, number, weight: weights[strength] });
      }
    }
  }
  return grown(root);
}

/** A text as the tree is asked: each word with its number in the vocabulary, −1 for those in no cue. */
interface Reading extends Tokens {
  readonly numbers: readonly number[];
}

function cuesIn(tokens: Tokens, { root, vocabulary }: Tree): Found[] {
  const numbers = tokens.words.map((word) => vocabulary.get(word) ?? -1);
  const reading: Reading = { ...tokens, numbers };
  const found: Found[] = [];
  for (let start = 0; start < numbers.length; start += 1) {
    if (tokens.joined[start] !== true) follow(root, reading, start, start, found);
  }
  return found;
}

const isNumber = (word: string): boolean => word >= '0' && word < ':';
const longAgo = /^1[6-9]\d\d$/;
const isPlainWord = (word: string): boolean => word !== '.' && word !== '?' && word !== '^';

/** As deep as the longest cue. A cue ends where a word ends, never in the middle of a hyphenated one. */
function follow(branch: Branch, reading: Reading, start: number, at: number, found: Found[]): void {
  if (branch.cues.length > 0 && reading.joined[at] !== true) {
    for (const cue of branch.cues) found.push({ cue, start, end: at });
  }
  const word = reading.words[at];
  if (word === undefined) return;
  const { next, number, year, anyWord } = branch;
  const wordNumber = reading.numbers[at] ?? -1;
  const literal = wordNumber === -1 ? undefined : next.get(wordNumber);
  if (literal !== undefined) follow(literal, reading, start, at + 1, found);
  if (number !== undefined && isNumber(word)) follow(number, reading, start, at + 1, found);
  if (year !== undefined && longAgo.test(word)) follow(year, reading, start, at + 1, found);
  if (anyWord !== undefined && isPlainWord(word)) follow(anyWord, reading, start, at + 1, found);
}

function meaningsIn(found: readonly Found[]): Meaning[] {
  const byId = new Map<number, Found[]>();
  for (const one of found) {
    const others = byId.get(one.cue.id);
    if (others === undefined) byId.set(one.cue.id, [one]);
    else others.push(one);
  }
  return [...byId]
    .map(([id, cues]) => ({ id, confidence: confidenceOf(cues) }))
    .filter(({ confidence }) => confidence >= leastConfidence)
    .toSorted((a, b) => b.confidence - a.confidence || a.id - b.id);
}

/** Every cue leaves its share of doubt: 1 − Π(1 − weight). */
function confidenceOf(found: readonly Found[]): number {
  let doubt = 1;
  for (const weight of weightsByCue(withoutMisread(found)).values()) doubt *= 1 - weight;
  return Math.min(Math.round((1 - doubt) * 100) / 100, mostConfidence);
}

function withoutMisread(found: readonly Found[]): readonly Found[] {
  const misleading = found.filter(({ cue }) => cue.weight === 0);
  if (misleading.length === 0) return found;
  return found.filter((one) => !misleading.some((other) => overlap(one, other)));
}

const overlap = (a: Found, b: Found): boolean => a.start < b.end && b.start < a.end;

/** A cue counts once, and of cues that share words only the strongest, or a long one would count for its parts too. */
function weightsByCue(found: readonly Found[]): Map<number, number> {
  const counted = new Map<number, number>();
  let last: Found | undefined;
  for (const one of found) {
    if (last !== undefined && overlap(one, last)) {
      if (one.cue.weight <= last.cue.weight) continue;
      counted.delete(last.cue.number);
    }
    counted.set(one.cue.number, one.cue.weight);
    last = one;
  }
  return counted;
}
