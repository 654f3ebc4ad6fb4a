import { editDistance, maxEditDistance } from '../editDistance.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { parseTerms, type Term } from '../query.ts';
import { parseTerm } from '../searchText.ts';
import * as sql from './search.sql.ts';

/** Shorter words resemble too many others. */
const minLetters = 4;
const maxLetters = 30;
/** Each is looked up in the index and compared with all known words. */
const maxCorrections = 5;
/** Words of new ads are known after this time. */
const lifetimeMilliseconds = 600_000;

/** Common words of the ads, with the number of sampled ads that contain them. */
export type Vocabulary = ReadonlyMap<string, number>;

/** The known word with the fewest edits; of several the most common one. Null if none is similar. */
export function closestWord(vocabulary: Vocabulary, word: string): string | null {
  const limit = maxEditDistance(word.length);
  let best: { readonly word: string; readonly edits: number; readonly ads: number } | null = null;
  for (const [known, ads] of vocabulary) {
    if (Math.abs(known.length - word.length) > limit) continue;
    const edits = editDistance(word, known, limit);
    if (edits > limit) continue;
    if (best === null || edits < best.edits || (edits === best.edits && isPreferred(known, ads, best))) {
      best = { word: known, edits, ads };
    }
  }
  return best?.word ?? null;
}

function isPreferred(
  word: string,
  ads: number,
  best: { readonly word: string; readonly ads: number },
): boolean {
  return ads === best.ads ? word < best.word : ads > best.ads;
}

/** The words of the ads in which a query was searched. */
export interface KnownWords {
  readonly readVocabulary: () => Promise<Vocabulary>;
  readonly hasWord: (word: string) => Promise<boolean>;
}

export function createKnownWords(clickhouse: ClickHouse): KnownWords {
  let reading: Promise<Vocabulary> | null = null;
  let readAt = 0;
  const readVocabulary = (): Promise<Vocabulary> => {
    if (reading !== null && Date.now() - readAt < lifetimeMilliseconds) return reading;
    readAt = Date.now();
    reading = sql
      .readCommonWords(clickhouse)
      .then((rows) => new Map(rows.map(({ word, ads }) => [word, ads])));
    reading.catch(() => (reading = null));
    return reading;
  };
  return { readVocabulary, hasWord: (word) => sql.hasWord(clickhouse, word) };
}

/** Replaces the words of a query that are in no ad by similar ones; null if nothing is replaced. */
export async function correctQuery(known: KnownWords, searchQuery: string): Promise<string | null> {
  const terms = parseTerms(searchQuery);
  const words = [...new Set(terms.map(wordOf).filter((word) => word !== null))];
  if (words.length === 0) return null;
  const vocabulary = await known.readVocabulary();
  const uncommon = words.filter((word) => !vocabulary.has(word)).slice(0, maxCorrections);
  const found = await Promise.all(uncommon.map((word) => known.hasWord(word)));
  const unknown = uncommon.filter((_, index) => found[index] === false);
  const corrections = new Map(unknown.map((word) => [word, closestWord(vocabulary, word)]));
  const corrected = terms.map((term) => corrections.get(wordOf(term) ?? '') ?? writeTerm(term));
  return [...corrections.values()].some((word) => word !== null) ? corrected.join(' ') : null;
}

/** More words are a text that was pasted, of which single words say little. */
const maxRelaxedWords = 8;
/** Each is searched. */
const maxRelaxations = 4;

/**
 * The query with fewer of its words, for when no ad has all of them: without those that are in no ad, and then without
 * the most common ones, since rare words say more about what is meant. Phrases and exclusions remain.
 */
export async function relaxQuery(known: KnownWords, searchQuery: string): Promise<string[]> {
  const terms = parseTerms(searchQuery);
  const words = terms.filter(({ isQuoted, isExcluded }) => !isQuoted && !isExcluded);
  const phrases = terms.filter(({ isQuoted, isExcluded }) => isQuoted && !isExcluded).length;
  if (words.length === 0 || words.length + phrases < 2 || words.length > maxRelaxedWords) return [];
  const vocabulary = await known.readVocabulary();
  const counted = await Promise.all(
    words.map(async (word) => ({ word, ads: await countAds(known, vocabulary, word) })),
  );
  const rarestFirst = counted.filter(({ ads }) => ads > 0).toSorted((one, other) => one.ads - other.ads);
  const most = Math.min(rarestFirst.length, words.length - 1);
  const least = phrases > 0 ? 0 : 1;
  const sizes = Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => most - index);
  return sizes.slice(0, maxRelaxations).map((size) => {
    const kept = new Set(rarestFirst.slice(0, size).map(({ word }) => word));
    return terms
      .filter((term) => kept.has(term) || !words.includes(term))
      .map(writeTerm)
      .join(' ');
  });
}

/** In the sample; at least 1 if any ad has the word. */
async function countAds(known: KnownWords, vocabulary: Vocabulary, { text }: Term): Promise<number> {
  const term = parseTerm(text);
  if (term === null) return 0;
  const counts = term.tokens.map((token) => vocabulary.get(token) ?? 0);
  const rarest = Math.min(...counts);
  if (rarest > 0) return rarest;
  const found = await Promise.all(term.tokens.map((token) => known.hasWord(token)));
  return found.includes(false) ? 0 : 1;
}

/** The folded word; null for a phrase, an exclusion, and text that is no single word. */
function wordOf({ text, isQuoted, isExcluded }: Term): string | null {
  if (isQuoted || isExcluded) return null;
  const term = parseTerm(text);
  const [word = ''] = term?.tokens ?? [];
  const isWord = term?.sequence === null && /^\p{L}+$/u.test(word);
  return isWord && word.length >= minLetters && word.length <= maxLetters ? word : null;
}

function writeTerm({ text, isQuoted, isExcluded }: Term): string {
  return `${isExcluded ? '-' : ''}${isQuoted ? `"${text}"` : text}`;
}
