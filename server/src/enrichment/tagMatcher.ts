import { Recent } from '../ads/recent.ts';
import { grown, newSprout, phrasesOf, plantPhrase, type Branch, type Cue, type Tree } from './tagPhrases.ts';
import { tokensOf } from './tagTexts.ts';

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

/** The meanings that texts have together, highest confidence first, ties by id. */
export type Matcher = (texts: readonly string[]) => Meaning[];

/** Many ads share a headline or a body that the next has too. About twenty megabytes at most. */
const charactersRemembered = 3_000_000;

export function matcherOf(meanings: Iterable<readonly [id: number, cues: Cues]>): Matcher {
  // Grown when it is first needed: half a second that commands without ads are spared.
  let tree: Tree | undefined;
  const recent = new Recent<readonly Cue[]>(charactersRemembered);
  return (texts) => {
    const planted = (tree ??= treeOf(meanings));
    return meaningsOf(texts.map((text) => recent.of(text, () => cuesIn(text, planted))));
  };
}

function treeOf(meanings: Iterable<readonly [id: number, cues: Cues]>): Tree {
  const root = newSprout();
  for (const [id, cues] of meanings) {
    for (const strength of strengths) {
      for (const phrase of phrasesOf(cues[strength] ?? '')) {
        plantPhrase(root, phrase, { id, weight: weights[strength] });
      }
    }
  }
  return grown(root);
}

/** Every cue leaves its share of doubt, once in all texts: 1 − Π(1 − weight). */
function meaningsOf(cuesOfTexts: readonly (readonly Cue[])[]): Meaning[] {
  const doubts = new Map<number, number>();
  for (const { id, weight } of new Set(cuesOfTexts.flat())) {
    doubts.set(id, (doubts.get(id) ?? 1) * (1 - weight));
  }
  const meanings: Meaning[] = [];
  for (const [id, doubt] of doubts) {
    const confidence = Math.min(Math.round((1 - doubt) * 100) / 100, mostConfidence);
    if (confidence >= leastConfidence) meanings.push({ id, confidence });
  }
  return meanings.toSorted((a, b) => b.confidence - a.confidence || a.id - b.id);
}

/** The cues of a text that count. A phrase stands in one text: none begins in a headline and ends in the body. */
function cuesIn(text: string, tree: Tree): Cue[] {
  const byMeaning = new Map<number, Found[]>();
  for (const one of foundIn(readingOf(text, tree), tree)) {
    const others = byMeaning.get(one.cue.id);
    if (others === undefined) byMeaning.set(one.cue.id, [one]);
    else others.push(one);
  }
  const counting = [...byMeaning.values()].flatMap((found) => strongest(withoutMisread(found)));
  return counting.map(({ cue }) => cue);
}

interface Found {
  readonly cue: Cue;
  readonly start: number;
  readonly end: number;
}

/** A text as the tree is asked: of each word its number in the vocabulary, −1 for those in no cue, and its kind. */
interface Reading {
  readonly numbers: readonly number[];
  readonly kinds: readonly number[];
  readonly joined: readonly boolean[];
}

function readingOf(text: string, { vocabulary }: Tree): Reading {
  const { words, joined } = tokensOf(text);
  return { numbers: words.map((word) => vocabulary.get(word) ?? -1), kinds: words.map(kindOf), joined };
}

const [mark, plainWord, figures, longAgo] = [0, 1, 2, 3];
const [digitZero, digitNine] = [48, 57];

function kindOf(word: string): number {
  const first = word.charCodeAt(0);
  if (first >= digitZero && first <= digitNine) return /^1[6-9]\d\d$/.test(word) ? longAgo : figures;
  return word === '.' || word === '?' || word === '^' ? mark : plainWord;
}

function foundIn(reading: Reading, { root }: Tree): Found[] {
  const found: Found[] = [];
  for (let start = 0; start < reading.numbers.length; start += 1) {
    if (reading.joined[start] !== true) follow(root, reading, start, start, found);
  }
  return found;
}

/** As deep as the longest cue. A cue ends where a word ends, never in the middle of a hyphenated one. */
function follow(branch: Branch, reading: Reading, start: number, at: number, found: Found[]): void {
  if (branch.cues.length > 0 && reading.joined[at] !== true) {
    for (const cue of branch.cues) found.push({ cue, start, end: at });
  }
  if (branch.next.size === 0) return;
  const kind = reading.kinds[at];
  const wordNumber = reading.numbers[at];
  if (kind === undefined || wordNumber === undefined) return;
  const { next, number, year, anyWord } = branch;
  const literal = wordNumber === -1 ? undefined : next.get(wordNumber);
  if (literal !== undefined) follow(literal, reading, start, at + 1, found);
  if (number !== undefined && kind >= figures) follow(number, reading, start, at + 1, found);
  if (year !== undefined && kind === longAgo) follow(year, reading, start, at + 1, found);
  if (anyWord !== undefined && kind !== mark) follow(anyWord, reading, start, at + 1, found);
}

function withoutMisread(found: readonly Found[]): readonly Found[] {
  const misleading = found.filter(({ cue }) => cue.weight === 0);
  if (misleading.length === 0) return found;
  return found.filter((one) => !misleading.some((other) => overlap(one, other)));
}

const overlap = (a: Found, b: Found): boolean => a.start < b.end && b.start < a.end;

/** Of cues that share words only the strongest counts, or a long one would count for its parts too. */
function strongest(found: readonly Found[]): Found[] {
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
