import { setImmediate as nextTurn } from 'node:timers/promises';
import { editDistance, maxDistanceLength, maxEditDistance } from '../ads/editDistance.ts';
import { countPlaces, eachPlace, type NameSegment, numbersAt, wordsIn } from './nameSegment.ts';
import { findPlace, type NameColumns, wordsAt } from './nameTable.ts';
import { letterBits, type ParsedName } from './parsedName.ts';
import {
  beginsWith,
  findInside,
  findPrefix,
  findWord,
  findWordsFrom,
  includesPart,
  stepsPerTurn,
  wordAt,
  type WordDictionary,
  type WordRange,
} from './wordDictionary.ts';

/** The quality of a match; lower is better. The edit distance is added to `typos`. */
export const closeness = { sameName: 0, sameWords: 1, domain: 2, prefix: 3, words: 4, typos: 5 } as const;

export interface Match {
  /** In the columns that were searched. */
  readonly place: number;
  readonly closeness: number;
}

/** All names that the query spells correctly, and the owners of its domain. */
export async function matchExact(columns: NameColumns, query: ParsedName, owners: Iterable<number>) {
  const matches = matchIdentity(columns, query, owners);
  if (query.letters === '') return matches;
  const found = new Set(matches.map(({ place }) => place));
  for (const segment of columns.segments) {
    const closenessAt = createSegmentMatcher(segment, query);
    await eachPlace(segment, findCandidates(segment, query), (place) => {
      const close = closenessAt(place);
      if (close === null || found.has(place)) return;
      found.add(place);
      matches.push({ place, closeness: close });
    });
  }
  return matches;
}

/** Words one of which each name contains that `matchExact` compares. */
function findCandidates(segment: NameSegment, query: ParsedName): readonly WordRange[] {
  const withPrefixes = query.wordPrefixes.map((prefix) => findWithPrefix(segment.dictionary, prefix));
  return distinctRanges([...coverBeginnings(segment, query), ...findRarest(segment, withPrefixes)]);
}

/** How many names `matchExact` compares. */
export function countCandidates({ segments }: NameColumns, query: ParsedName): number {
  return segments.reduce((sum, segment) => sum + countPlaces(segment, findCandidates(segment, query)), 0);
}

/** The advertiser with this name, and the owners of the domain. */
export function matchIdentity(columns: NameColumns, query: ParsedName, owners: Iterable<number>): Match[] {
  const same = findPlace(columns, query.advertiserId);
  const matches = new Map<number, Match>();
  for (const id of owners) {
    const place = findPlace(columns, id);
    if (place === undefined) continue;
    const isSame = query.letters !== '' && wordsAt(columns, place) === query.words;
    matches.set(place, { place, closeness: isSame ? closeness.sameWords : closeness.domain });
  }
  if (same !== undefined) matches.set(same, { place: same, closeness: closeness.sameName });
  return [...matches.values()];
}

export function createWordMatcher(
  { segments }: NameColumns,
  query: ParsedName,
): (place: number) => number | null {
  const matchers = segments.map((segment) => ({
    to: segment.to,
    closenessAt: createSegmentMatcher(segment, query),
  }));
  return (place) => matchers.find(({ to }) => place < to)?.closenessAt(place) ?? null;
}

/** Compares numbers of words, which takes a fraction of the time that decoding a name takes. */
function createSegmentMatcher(segment: NameSegment, query: ParsedName): (place: number) => number | null {
  const { dictionary } = segment;
  const letters = Buffer.from(query.letters);
  const same = findWords(dictionary, query);
  const prefixes = query.wordPrefixes.map((prefix) => createPrefixTest(dictionary, prefix));
  return (place) => {
    const numbers = numbersAt(segment, place);
    if (beginsWith(dictionary, numbers, letters))
      return isSameList(numbers, same) ? closeness.sameWords : closeness.prefix;
    return prefixes.every((hasPrefix) => numbers.some(hasPrefix)) ? closeness.words : null;
  };
}

function splitWords({ words }: ParsedName): string[] {
  return words.trim().split(' ');
}

/** The numbers of the typed words; null for those that are in no name. */
function findWords(dictionary: WordDictionary, query: ParsedName): (number | null)[] {
  return splitWords(query).map((word) => findWord(dictionary, Buffer.from(word)));
}

function isSameList(numbers: readonly number[], others: readonly (number | null)[]): boolean {
  return numbers.length === others.length && numbers.every((number, at) => number === others[at]);
}

function createPrefixTest(dictionary: WordDictionary, wordPrefix: string): (number: number) => boolean {
  const bytes = Buffer.from(wordPrefix.trim());
  if (!wordPrefix.startsWith(' ')) return (number) => includesPart(dictionary, number, bytes);
  const { from, to } = findPrefix(dictionary, bytes);
  return (number) => number >= from && number < to;
}

function findWithPrefix(dictionary: WordDictionary, wordPrefix: string): WordRange[] {
  const bytes = Buffer.from(wordPrefix.trim());
  return wordPrefix.startsWith(' ') ? [findPrefix(dictionary, bytes)] : findInside(dictionary, bytes);
}

/** The words that the fewest names contain. */
function findRarest(segment: NameSegment, lists: readonly (readonly WordRange[])[]): readonly WordRange[] {
  const [first = [], ...others] = lists;
  return others.reduce(
    (rarest, list) => (countPlaces(segment, list) < countPlaces(segment, rarest) ? list : rarest),
    first,
  );
}

/** The longest of those that start with the same word, which contains the others. */
function distinctRanges(ranges: readonly WordRange[]): WordRange[] {
  const ends = new Map<number, number>();
  for (const { from, to } of ranges) ends.set(from, Math.max(to, ends.get(from) ?? 0));
  return Array.from(ends, ([from, to]) => ({ from, to }));
}

/**
 * Words one of which each name contains that begins with the typed letters, ignoring spaces. A name continues at a letter
 * with a word that has all further letters as prefix, or with a word that the letters have there. Instead of a frequent word
 * like `the`, those that may follow it are used if fewer names contain them.
 */
function coverBeginnings(segment: NameSegment, query: ParsedName): readonly WordRange[] {
  const letters = Buffer.from(query.letters);
  const covers: (readonly WordRange[])[] = [];
  for (let start = letters.length - 1; start >= 0; start -= 1) {
    const cover = [findPrefix(segment.dictionary, letters.subarray(start))];
    for (const { number, end } of findWordsFrom(segment.dictionary, letters, start)) {
      const next = covers[end];
      if (next !== undefined) cover.push(...findRarest(segment, [[{ from: number, to: number + 1 }], next]));
    }
    covers[start] = distinctRanges(cover.filter(({ from, to }) => from < to));
  }
  return covers[0] ?? [];
}

/** Names with the same words in other spellings. */
export async function matchSameWords({ segments }: NameColumns, query: ParsedName) {
  const matches: Match[] = [];
  for (const segment of segments) {
    const words = findWords(segment.dictionary, query);
    const ranges = words.map((number) => (number === null ? [] : [{ from: number, to: number + 1 }]));
    await eachPlace(segment, findRarest(segment, ranges), (place) => {
      if (isSameList(numbersAt(segment, place), words))
        matches.push({ place, closeness: closeness.sameWords });
    });
  }
  return matches;
}

/** How many typos a text of so many letters may have. */
type TypoLimit = (letters: number) => number;

/** Names that the query spells with typos, except those already found. */
export async function matchTypos(
  { segments }: NameColumns,
  query: ParsedName,
  found: ReadonlySet<number>,
  limit: TypoLimit = maxEditDistance,
) {
  const matches = new Map<number, Match>();
  if (!query.allowsTypos) return [];
  for (const segment of segments) {
    const hasRequired = createPrefixTest(segment.dictionary, query.requiredPrefix);
    const closeWords = await findCloseWords(segment.dictionary, [query.letters, ...splitWords(query)], limit);
    const searches = [
      createWordwiseSearch(segment, query, closeWords),
      createLetterSearch(segment, query, closeWords, limit),
    ];
    for (const { ranges, distanceTo } of searches) {
      await eachPlace(segment, ranges, (place) => {
        const numbers = numbersAt(segment, place);
        const edits = numbers.some(hasRequired) && !found.has(place) ? distanceTo(numbers) : null;
        if (edits === null) return;
        const close = Math.min(closeness.typos + edits, matches.get(place)?.closeness ?? Infinity);
        matches.set(place, { place, closeness: close });
      });
    }
  }
  return [...matches.values()];
}

/** Which names are compared, and how. */
interface TypoSearch {
  readonly ranges: readonly WordRange[];
  readonly distanceTo: (numbers: readonly number[]) => number | null;
}

/** Of names that have, for each typed word, a word that begins with it or is close to it. */
function createWordwiseSearch(segment: NameSegment, query: ParsedName, closeWords: CloseWords): TypoSearch {
  const { dictionary } = segment;
  const parts = splitWords(query).map((part, at) => {
    const prefix = query.wordPrefixes[at] ?? part;
    const close = closeWords.get(part) ?? new Map<number, number>();
    return {
      ranges: [...findWithPrefix(dictionary, prefix), ...toRanges(close.keys())],
      hasPrefix: createPrefixTest(dictionary, prefix),
      close,
    };
  });
  return {
    ranges: findRarest(
      segment,
      parts.map(({ ranges }) => ranges),
    ),
    distanceTo: (numbers) =>
      sumDistances(parts, numbers, ({ hasPrefix, close }, number) =>
        hasPrefix(number) ? 0 : (close.get(number) ?? null),
      ),
  };
}

/** Of names of one word that is close to all typed letters, and names of as many letters that contain a word of them. */
function createLetterSearch(
  segment: NameSegment,
  query: ParsedName,
  closeWords: CloseWords,
  limit: TypoLimit,
): TypoSearch {
  const { dictionary } = segment;
  const bytes = Buffer.from(query.letters);
  const words = new Set(closeWords.get(query.letters)?.keys());
  for (let start = 0; start < bytes.length; start += 1) {
    for (const { number } of findWordsFrom(dictionary, bytes, start))
      if ((dictionary.lengths[number] ?? 0) >= minContainedLength) words.add(number);
  }
  const profile = createProfile(query.letters, limit);
  const distanceToWords = distanceFrom(query, limit);
  return {
    ranges: toRanges(words),
    distanceTo: (numbers) => {
      let [bits, length] = [0, 0];
      for (const number of numbers) {
        bits |= dictionary.letters[number] ?? 0;
        length += dictionary.lengths[number] ?? 0;
      }
      return isSimilar(profile, bits, length) ? distanceToWords(wordsIn(segment, numbers)) : null;
    },
  };
}

function toRanges(numbers: Iterable<number>): WordRange[] {
  return Array.from(numbers, (number) => ({ from: number, to: number + 1 }));
}

/** The words within the edit distance of each text, and their distances. */
type CloseWords = ReadonlyMap<string, ReadonlyMap<number, number>>;

async function findCloseWords(
  dictionary: WordDictionary,
  texts: readonly string[],
  limit: TypoLimit,
): Promise<CloseWords> {
  const found = new Map(texts.map((text) => [text, new Map<number, number>()]));
  for (let from = 0; from < dictionary.count; from += wordsPerTurn) {
    if (from > 0) await nextTurn();
    const range = { from, to: Math.min(dictionary.count, from + wordsPerTurn) };
    for (const [text, distances] of found) {
      for (const number of findSimilarLetters(dictionary, createProfile(text, limit), range)) {
        const edits = wordDistance(text, wordAt(dictionary, number), limit);
        if (edits !== null) distances.set(number, edits);
      }
    }
  }
  return found;
}

/** Most of them are ruled out by their letters. */
const wordsPerTurn = 5 * stepsPerTurn;

/** The words that may be within the edit distance, which takes much longer to compute. */
function findSimilarLetters(
  { letters, lengths }: WordDictionary,
  profile: Profile,
  { from, to }: WordRange,
): number[] {
  const found: number[] = [];
  for (let number = from; number < to; number += 1)
    if (isSimilar(profile, letters[number] ?? 0, lengths[number] ?? 0)) found.push(number);
  return found;
}

type Profile = ReturnType<typeof createProfile>;

function createProfile(text: string, limit: TypoLimit) {
  const edits = limit(text.length);
  return {
    letters: letterBits(text),
    edits,
    shortest: text.length - edits,
    longest: text.length + edits,
  };
}

/** Whether a text with these letters and this length may be within the edit distance. */
function isSimilar(
  { letters: typed, edits, shortest, longest }: Profile,
  letters: number,
  length: number,
): boolean {
  if (length < shortest || length > longest) return false;
  return (dropBits(typed & ~letters, edits) | dropBits(letters & ~typed, edits)) === 0;
}

/** Without its lowest `count` bits, and without branches, which would be predicted wrongly for most words. */
function dropBits(bits: number, count: number): number {
  let rest = bits;
  for (let dropped = 0; dropped < count; dropped += 1) rest &= rest - 1;
  return rest;
}

/** Words of a name shorter than this are contained in too many queries. */
const minContainedLength = 3;

/**
 * The smaller distance of two comparisons: all letters without spaces, and word by word, where a prefix counts as zero. All
 * letters are compared only with names of one word and with names that have a word of at least three letters in the typed
 * letters: such names are found by this word.
 */
export function distanceFrom(
  query: ParsedName,
  limit: TypoLimit = maxEditDistance,
): (nameWords: string) => number | null {
  const { letters, wordPrefixes } = query;
  const parts = splitWords(query).map((text, at) => ({ text, prefix: wordPrefixes[at] ?? text }));
  return (nameWords) => {
    const names = nameWords.trim().split(' ');
    const isCompared =
      names.length === 1 || names.some((name) => name.length >= minContainedLength && letters.includes(name));
    const wholeDistance = isCompared ? wordDistance(letters, names.join(''), limit) : null;
    const wordwiseDistance = sumDistances(parts, names, ({ text, prefix }, name) =>
      ` ${name}`.includes(prefix) ? 0 : wordDistance(text, name, limit),
    );
    if (wholeDistance === null || wordwiseDistance === null) return wholeDistance ?? wordwiseDistance;
    return Math.min(wholeDistance, wordwiseDistance);
  };
}

/** The sum over the typed words of the distance to the closest word of a name; null if one is close to none. */
function sumDistances<Part, Word>(
  parts: readonly Part[],
  words: readonly Word[],
  distanceTo: (part: Part, word: Word) => number | null,
): number | null {
  let sum = 0;
  for (const part of parts) {
    let fewest: number | null = null;
    for (const word of words) {
      const edits = distanceTo(part, word);
      if (edits !== null && (fewest === null || edits < fewest)) fewest = edits;
    }
    if (fewest === null) return null;
    sum += fewest;
  }
  return sum;
}

function wordDistance(typed: string, name: string, limit: TypoLimit): number | null {
  const most = limit(typed.length);
  if (Math.abs(typed.length - name.length) > most || name.length >= maxDistanceLength) return null;
  const edits = editDistance(typed, name, most);
  return edits > most ? null : edits;
}
