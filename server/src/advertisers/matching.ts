import type { NameEntry } from './nameIndex.ts';
import { letterBits, maxEditDistance, type ParsedName } from './parsedName.ts';

/** The quality of a match; lower is better. The edit distance is added to `typos`. */
export const closeness = { sameName: 0, sameWords: 1, domain: 2, prefix: 3, words: 4, typos: 5 } as const;

export interface Match {
  readonly entry: NameEntry;
  readonly closeness: number;
}

export function matchExact(entries: Iterable<NameEntry>, query: ParsedName, owners: ReadonlySet<number>) {
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

export function matchTypos(entries: Iterable<NameEntry>, query: ParsedName, found: ReadonlySet<NameEntry>) {
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

function letterProfile(text: string) {
  return { letters: letterBits(text), edits: maxEditDistance(text.length) };
}

/** Whether a name contains nearly all typed letters; the edit distance, which is much slower, is computed after it. */
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
  if (Math.abs(typed.length - name.length) > most || name.length >= maxLength) return null;
  const edits = editDistance(typed, name, most);
  return edits > most ? null : edits;
}

const maxLength = 512;

/** The last three rows of the distance table, allocated once because a lookup compares thousands of words. */
const table = [new Uint8Array(maxLength + 1), new Uint8Array(maxLength + 1), new Uint8Array(maxLength + 1)];

function getRow(i: number): Uint8Array {
  return table[(i + 3) % 3] ?? new Uint8Array();
}

/**
 * Counts insertions, deletions, substitutions and transpositions (optimal string alignment). Computes only the band of
 * the table within `most` of the diagonal; cells outside it count as `most + 1`.
 */
function editDistance(from: string, to: string, most: number): number {
  const beyond = most + 1;
  for (let j = 0; j <= to.length; j += 1) getRow(0)[j] = Math.min(j, beyond);
  for (let i = 1; i <= from.length; i += 1) {
    const [older, old, row] = [getRow(i - 2), getRow(i - 1), getRow(i)];
    const [start, end] = [Math.max(1, i - most), Math.min(to.length, i + most)];
    let fewest = start === 1 ? Math.min(i, beyond) : beyond;
    row[start - 1] = fewest;
    for (let j = start; j <= end; j += 1) {
      const isSame = from.charCodeAt(i - 1) === to.charCodeAt(j - 1);
      let count = Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (old[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (isSwap(from, to, i, j)) count = Math.min(count, (older[j - 2] ?? 0) + 1);
      row[j] = count;
      fewest = Math.min(fewest, count);
    }
    if (fewest > most) return beyond;
    row[end + 1] = beyond;
  }
  return getRow(from.length)[to.length] ?? beyond;
}

function isSwap(from: string, to: string, i: number, j: number): boolean {
  return (
    i > 1 &&
    j > 1 &&
    from.charCodeAt(i - 1) === to.charCodeAt(j - 2) &&
    from.charCodeAt(i - 2) === to.charCodeAt(j - 1)
  );
}
