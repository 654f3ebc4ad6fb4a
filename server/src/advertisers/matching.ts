import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  beginsWith,
  endFrom,
  findPlace,
  includesAt,
  type NameColumns,
  namesPerTurn,
  startAt,
  wordsAt,
} from './nameTable.ts';
import { editDistance, maxDistanceLength, maxEditDistance } from '../ads/editDistance.ts';
import { letterBits, type ParsedName } from './parsedName.ts';

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
  const closenessAt = createWordMatcher(columns, query);
  const letters = letterBits(query.words);
  const firstLetter = firstLetterBit(query.wordPrefixes[0] ?? '');
  await eachTurn(columns.size, (from, to) => {
    for (let place = from; place < to; place += 1) {
      if (((columns.letters[place] ?? 0) & letters) !== letters) continue;
      if (((columns.wordStarts[place] ?? 0) & firstLetter) !== firstLetter || found.has(place)) continue;
      const close = closenessAt(place);
      if (close !== null) matches.push({ place, closeness: close });
    }
  });
  return matches;
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

/** The bit of a letter that a name must have at the start of a word; 0 if the prefix may be inside a word. */
function firstLetterBit(wordPrefix: string): number {
  return wordPrefix.startsWith(' ') ? letterBits(wordPrefix.slice(1, 2)) : 0;
}

/** Compares bytes, which takes a fraction of the time that decoding a name takes. */
export function createWordMatcher(
  columns: NameColumns,
  { words, letters, wordPrefixes }: ParsedName,
): (place: number) => number | null {
  const { text } = columns;
  const [allWords, allLetters] = [Buffer.from(words.trim()), Buffer.from(letters)];
  const prefixes = wordPrefixes.map((prefix) => ({
    bytes: Buffer.from(prefix.trim()),
    isWordStart: prefix.startsWith(' '),
  }));
  return (place) => {
    const start = startAt(columns, place);
    const end = endFrom(columns, start);
    if (beginsWith(text, start, end, allLetters)) {
      const isSame = text.compare(allWords, 0, allWords.length, start, end) === 0;
      return isSame ? closeness.sameWords : closeness.prefix;
    }
    return prefixes.every((prefix) => includesAt(text, start, end, prefix)) ? closeness.words : null;
  };
}

/** Names with the same words in other spellings. */
export async function matchSameWords(columns: NameColumns, query: ParsedName) {
  const matches: Match[] = [];
  const letters = letterBits(query.words);
  const closenessAt = createWordMatcher(columns, query);
  await eachTurn(columns.size, (from, to) => {
    for (let place = from; place < to; place += 1) {
      if ((columns.letters[place] ?? 0) !== letters >>> 0) continue;
      if (closenessAt(place) === closeness.sameWords) matches.push({ place, closeness: closeness.sameWords });
    }
  });
  return matches;
}

/** Names that the query spells with typos, except those already found. */
export async function matchTypos(columns: NameColumns, query: ParsedName, found: ReadonlySet<number>) {
  const matches: Match[] = [];
  const { all, parts } = letterProfiles(query);
  const mayMatch = createPrefilter(columns, query);
  const distanceTo = distanceFrom(query);
  const mostMissing = Math.max(
    all.edits,
    parts.reduce((sum, { edits }) => sum + edits, 0),
  );
  const firstLetter = firstLetterBit(query.requiredPrefix);
  await eachTurn(columns.size, (from, to) => {
    for (let place = from; place < to; place += 1) {
      if (hasMoreBits(all.letters & ~(columns.letters[place] ?? 0), mostMissing)) continue;
      if (((columns.wordStarts[place] ?? 0) & firstLetter) !== firstLetter) continue;
      if (!mayMatch(place) || found.has(place)) continue;
      const words = wordsAt(columns, place);
      const edits = words.includes(query.requiredPrefix) ? distanceTo(words) : null;
      if (edits !== null) matches.push({ place, closeness: closeness.typos + edits });
    }
  });
  return matches;
}

/** Lets other work of the process have turns during a search of millions of names. */
async function eachTurn(size: number, search: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < size; from += namesPerTurn) {
    if (from > 0) await nextTurn();
    search(from, Math.min(size, from + namesPerTurn));
  }
}

function letterProfile(text: string) {
  return { letters: letterBits(text), length: text.length, edits: maxEditDistance(text.length) };
}

function letterProfiles({ words, letters }: ParsedName) {
  return { all: letterProfile(letters), parts: words.trim().split(' ').map(letterProfile) };
}

/**
 * Whether a name has nearly all letters of each typed word in one of its words, or nearly all letters and as many; the
 * edit distance, which is much slower, is computed after it. Names in other letters than ASCII always may match.
 */
function createPrefilter(columns: NameColumns, query: ParsedName): (place: number) => boolean {
  const { all, parts } = letterProfiles(query);
  const { text } = columns;
  const everyPart = 2 ** parts.length - 1;
  return (place) => {
    const start = startAt(columns, place);
    let [satisfied, letters, length, wordLetters, wordLength] = [0, 0, 0, 0, 0];
    for (let at = start; ; at += 1) {
      const byte = text[at] ?? newline;
      if (byte > 127) return true;
      if (byte !== space && byte !== newline) {
        wordLetters |= 1 << (byte & 31);
        wordLength += 1;
        continue;
      }
      for (let part = 0; part < parts.length; part += 1) {
        const typed = parts[part];
        if (typed === undefined) continue;
        const missing = typed.letters & ~wordLetters;
        const isAsLong = Math.abs(wordLength - typed.length) <= typed.edits;
        if (missing === 0 || (isAsLong && !hasMoreBits(missing, typed.edits))) satisfied |= 1 << part;
      }
      letters |= wordLetters;
      length += wordLength;
      if (byte === newline) break;
      [wordLetters, wordLength] = [0, 0];
    }
    if (satisfied === everyPart) return true;
    return Math.abs(length - all.length) <= all.edits && !hasMoreBits(all.letters & ~letters, all.edits);
  };
}

const newline = 10;
const space = 32;

function hasMoreBits(number: number, most: number): boolean {
  let bits = number;
  for (let count = 0; count < most && bits !== 0; count += 1) bits &= bits - 1;
  return bits !== 0;
}

/** The smaller distance of two comparisons: all letters without spaces, and word by word, where a prefix counts as zero. */
export function distanceFrom({
  letters,
  words,
  wordPrefixes,
}: ParsedName): (nameWords: string) => number | null {
  const parts = words.trim().split(' ');
  return (nameWords) => {
    const names = nameWords.trim().split(' ');
    const wholeDistance = wordDistance(letters, names.join(''));
    let wordwiseDistance = 0;
    for (const [at, part] of parts.entries()) {
      if (nameWords.includes(wordPrefixes[at] ?? part)) continue;
      const fewest = minWordDistance(part, names);
      if (fewest === null) return wholeDistance;
      wordwiseDistance += fewest;
    }
    return wholeDistance === null ? wordwiseDistance : Math.min(wholeDistance, wordwiseDistance);
  };
}

function minWordDistance(part: string, names: readonly string[]): number | null {
  let fewest: number | null = null;
  for (const name of names) {
    const edits = wordDistance(part, name);
    if (edits !== null && (fewest === null || edits < fewest)) fewest = edits;
  }
  return fewest;
}

function wordDistance(typed: string, name: string): number | null {
  const most = maxEditDistance(typed.length);
  if (Math.abs(typed.length - name.length) > most || name.length >= maxDistanceLength) return null;
  const edits = editDistance(typed, name, most);
  return edits > most ? null : edits;
}
