import { distanceFrom } from './editDistance.ts';
import type { NameEntry } from './nameIndex.ts';
import { letterBits, maxEditDistance, type ParsedName } from './parsedName.ts';

/** The quality of a match; lower is better. The edit distance is added to `typos`. */
export const closeness = { sameName: 0, sameWords: 1, domain: 2, prefix: 3, words: 4, typos: 5 } as const;

export interface Match {
  readonly entry: NameEntry;
  readonly closeness: number;
}

/** Names that match without typos, or by domain. */
export function matchExact(
  entries: Iterable<NameEntry>,
  query: ParsedName,
  owners: ReadonlySet<number>,
): Match[] {
  const matches: Match[] = [];
  const letters = letterBits(query.words);
  for (const entry of entries) {
    const lacksLetters = (entry.letters & letters) !== letters || query.letters === '';
    const close =
      closenessByIdentity(entry, query, owners) ?? (lacksLetters ? null : closenessByWords(entry, query));
    if (close !== null) matches.push({ entry, closeness: close });
  }
  return matches;
}

function closenessByIdentity(
  { advertiserId, words }: NameEntry,
  query: ParsedName,
  owners: ReadonlySet<number>,
): number | null {
  if (advertiserId === query.advertiserId) return closeness.sameName;
  if (words === query.words && query.letters !== '') return closeness.sameWords;
  return owners.has(advertiserId) ? closeness.domain : null;
}

function closenessByWords(
  { words }: NameEntry,
  { words: typed, letters, wordPrefixes }: ParsedName,
): number | null {
  const mayBegin = words.codePointAt(1) === typed.codePointAt(1);
  if (mayBegin && words.replaceAll(' ', '').startsWith(letters)) return closeness.prefix;
  return wordPrefixes.every((prefix) => words.includes(prefix)) ? closeness.words : null;
}

/** Names that match only with typos. */
export function matchTypos(
  entries: Iterable<NameEntry>,
  query: ParsedName,
  found: ReadonlySet<NameEntry>,
): Match[] {
  const matches: Match[] = [];
  const mayMatch = createPrefilter(query);
  const distanceTo = distanceFrom(query);
  for (const entry of entries) {
    if (!mayMatch(entry) || found.has(entry) || !entry.words.includes(query.requiredPrefix)) continue;
    const edits = distanceTo(entry.words);
    if (edits !== null) matches.push({ entry, closeness: closeness.typos + edits });
  }
  return matches;
}

interface LetterProfile {
  readonly letters: number;
  readonly edits: number;
}

function letterProfile(text: string): LetterProfile {
  return { letters: letterBits(text), edits: maxEditDistance(text.length) };
}

/**
 * A cheap test whether a name contains nearly all typed letters, either in total with a similar length, or for each word.
 * Names that pass are compared by edit distance, which is much slower.
 */
function createPrefilter({ words, letters }: ParsedName): (entry: NameEntry) => boolean {
  const all = letterProfile(letters);
  const parts = words.trim().split(' ').map(letterProfile);
  return (entry) => {
    const hasNearly = (each: typeof all): boolean => popCount(each.letters & ~entry.letters) <= each.edits;
    const isAsLong = Math.abs(entry.length - letters.length) <= all.edits;
    return (isAsLong && hasNearly(all)) || parts.every(hasNearly);
  };
}

function popCount(number: number): number {
  let count = 0;
  for (let bits = number; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}
