import { RecentCache } from '../ads/recent.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import { isNegated } from './negation.ts';
import {
  addPhrase,
  buildTrie,
  isUnmistakable,
  newPhraseNode,
  type Cue,
  type Trie,
  type TrieNode,
} from './tagPhrases.ts';
import { tokenize } from './tagTexts.ts';

/**
 * Phrases that indicate a meaning. In a phrase `#` is any number, `$` any currency
 * sign, `<year>` a year before 2000, `_` any one word, `^` the start of a text, and `(a|b|)` one of several, or none.
 * `<question>`, `<quote>` and `<list>` match texts that open with a question, are quoted, or are a list.
 */
export interface Cues {
  /** Enough alone. */
  readonly sure?: readonly string[] | undefined;
  /** Just enough alone. */
  readonly likely?: readonly string[] | undefined;
  /** Enough together with another. */
  readonly hint?: readonly string[] | undefined;
  /** Phrases in which a cue means something else: `New York` is not new. */
  readonly not?: readonly string[] | undefined;
}

const weights = { sure: 0.9, likely: 0.6, hint: 0.3, not: 0 } as const;
const strengths = Object.keys(weights) as (keyof typeof weights)[];

/** Two hints are enough: 1 − 0.7 × 0.7 = 0.51. */
const minConfidence = 0.5;
/** Words are never certain evidence. */
export const maxConfidence = 0.99;

/** Of figures of speech, whose words count for no meaning: to bring home the bacon is not about food. */
export const idiomId = 0;

export interface Meaning {
  readonly id: number;
  readonly confidence: number;
}

/** Without a language, the cues apply in all. A negatable meaning is absent where its cue is negated. */
export type CuedMeaning = readonly [id: number, cues: Cues, language?: string | null, isNegatable?: boolean];

/** @param language of the texts; cues of other languages are ignored, unless it is unknown. */
export type Matcher = (texts: readonly string[], language?: string | null) => Meaning[];

/** Ads often share a headline or body. At most about 20 MB. */
const cachedCharacters = 6_000_000;

export function createMatcher(meanings: Iterable<CuedMeaning>): Matcher {
  // Built on first use, since it takes half a second that most commands do not need.
  let built: Trie | undefined;
  const recent = new RecentCache<readonly Cue[]>(cachedCharacters);
  return (texts, language = null) => {
    const trie = (built ??= buildTrieFrom(meanings));
    return mergeCues(
      texts.map((text) =>
        recent.getOrCompute(`${language ?? ''} ${text}`, () => cuesIn(text, language, trie)),
      ),
    );
  };
}

function buildTrieFrom(meanings: Iterable<CuedMeaning>): Trie {
  const root = newPhraseNode();
  for (const [id, cues, language = null, isNegatable = false] of meanings) {
    for (const strength of strengths) {
      for (const phrase of cues[strength] ?? []) {
        // Ads in all languages contain English phrases.
        const isEverywhere = language === 'en' && isUnmistakable(phrase);
        const appliesIn = isEverywhere ? null : language;
        addPhrase(root, phrase, {
          id,
          weight: weights[strength],
          language: appliesIn,
          // A negated exclusion still names another meaning.
          isNegatable: isNegatable && strength !== 'not',
        });
      }
    }
  }
  return buildTrie(root);
}

function mergeCues(cuesOfTexts: readonly (readonly Cue[])[]): Meaning[] {
  const remaining = new Map<number, number>();
  for (const { id, weight } of new Set(cuesOfTexts.flat())) {
    remaining.set(id, (remaining.get(id) ?? 1) * (1 - weight));
  }
  const meanings: Meaning[] = [];
  for (const [id, rest] of remaining) {
    const confidence = Math.min(Math.round((1 - rest) * 100) / 100, maxConfidence);
    if (confidence >= minConfidence) meanings.push({ id, confidence });
  }
  return meanings.toSorted((a, b) => b.confidence - a.confidence || a.id - b.id);
}

/** The cues that count in a text. A phrase must be within one text. */
function cuesIn(text: string, language: string | null, trie: Trie): Cue[] {
  const reading = readText(text, trie);
  const found = findCues(reading, trie).filter(
    ({ cue, start }) =>
      (cue.language === null || language === null || cue.language === language) &&
      !(cue.isNegatable && isNegated(reading.words, start, language)),
  );
  const literal = without(
    found,
    found.filter(({ cue }) => cue.id === idiomId),
  );
  const byMeaning = groupBy(literal, ({ cue }) => cue.id);
  const counting = [...byMeaning.values()].flatMap((cues) => strongestOfOverlapping(withoutExcluded(cues)));
  return counting.map(({ cue }) => cue);
}

interface Found {
  readonly cue: Cue;
  readonly start: number;
  readonly end: number;
}

/** A text prepared for the trie: vocabulary number (−1 if in no cue) and kind of each word. */
interface Reading {
  readonly words: readonly string[];
  readonly numbers: readonly number[];
  readonly kinds: readonly number[];
  readonly joined: readonly boolean[];
}

function readText(text: string, { vocabulary }: Trie): Reading {
  const { words, joined } = tokenize(text);
  const numbers = words.map((word) => vocabulary.get(word) ?? -1);
  return { words, numbers, kinds: words.map(classifyWord), joined };
}

const [mark, plainWord, figures, oldYear] = [0, 1, 2, 3];
const [digitZero, digitNine] = [48, 57];

function classifyWord(word: string): number {
  const first = word.charCodeAt(0);
  if (first >= digitZero && first <= digitNine) return /^1[6-9]\d\d$/.test(word) ? oldYear : figures;
  return word === '.' || word === '?' || word === '^' ? mark : plainWord;
}

function findCues(reading: Reading, { root }: Trie): Found[] {
  const found: Found[] = [];
  for (let start = 0; start < reading.numbers.length; start += 1) {
    if (reading.joined[start] !== true) matchFrom(root, reading, start, start, found);
  }
  return found;
}

/** Recursion depth is the longest cue. A cue cannot end inside a hyphenated word. */
function matchFrom(node: TrieNode, reading: Reading, start: number, at: number, found: Found[]): void {
  if (node.cues.length > 0 && reading.joined[at] !== true) {
    for (const cue of node.cues) found.push({ cue, start, end: at });
  }
  if (node.next.size === 0) return;
  const kind = reading.kinds[at];
  const wordNumber = reading.numbers[at];
  if (kind === undefined || wordNumber === undefined) return;
  const { next, number, year, anyWord } = node;
  const literal = wordNumber === -1 ? undefined : next.get(wordNumber);
  if (literal !== undefined) matchFrom(literal, reading, start, at + 1, found);
  if (number !== undefined && kind >= figures) matchFrom(number, reading, start, at + 1, found);
  if (year !== undefined && kind === oldYear) matchFrom(year, reading, start, at + 1, found);
  if (anyWord !== undefined && kind !== mark) matchFrom(anyWord, reading, start, at + 1, found);
}

function withoutExcluded(found: readonly Found[]): readonly Found[] {
  return without(
    found,
    found.filter(({ cue }) => cue.weight === 0),
  );
}

function without(found: readonly Found[], misleading: readonly Found[]): readonly Found[] {
  if (misleading.length === 0) return found;
  return found.filter((one) => !misleading.some((other) => overlap(one, other)));
}

const overlap = (a: Found, b: Found): boolean => a.start < b.end && b.start < a.end;

/** Of overlapping cues only the strongest counts, or a long one would also count for its parts. */
function strongestOfOverlapping(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of found) {
    const last = kept.at(-1);
    if (last !== undefined && overlap(one, last)) {
      if (one.cue.weight <= last.cue.weight) continue;
      kept.pop();
    }
    kept.push(one);
  }
  return kept;
}
