import { distanceFrom } from './editDistance.ts';
import type { Entry } from './nameIndex.ts';
import { lettersIn, maxEditDistance, type ParsedName } from './parsedName.ts';

/** How well a name fits what was typed: the smaller the number, the better; behind `mistaken` their number counts. */
export const closeness = { sameName: 0, sameWords: 1, domain: 2, prefix: 3, words: 4, mistaken: 5 } as const;

/** An advertiser whose name fits. */
export interface Match {
  readonly entry: Entry;
  readonly closeness: number;
}

/** The names that fit as they are spelt, or by a domain. */
export function spelt(entries: Iterable<Entry>, sought: ParsedName, owners: ReadonlySet<number>): Match[] {
  const matches: Match[] = [];
  const letters = lettersIn(sought.words);
  for (const entry of entries) {
    const isOther = (entry.letters & letters) !== letters || sought.letters === '';
    const close =
      closenessByIdentity(entry, sought, owners) ?? (isOther ? null : closenessByWords(entry, sought));
    if (close !== null) matches.push({ entry, closeness: close });
  }
  return matches;
}

function closenessByIdentity(
  { advertiserId, words }: Entry,
  sought: ParsedName,
  owners: ReadonlySet<number>,
): number | null {
  if (advertiserId === sought.advertiserId) return closeness.sameName;
  if (words === sought.words && sought.letters !== '') return closeness.sameWords;
  return owners.has(advertiserId) ? closeness.domain : null;
}

function closenessByWords({ words }: Entry, { words: typed, letters, beginnings }: ParsedName): number | null {
  const mayBegin = words.codePointAt(1) === typed.codePointAt(1);
  if (mayBegin && words.replaceAll(' ', '').startsWith(letters)) return closeness.prefix;
  return beginnings.every((beginning) => words.includes(beginning)) ? closeness.words : null;
}

/** The names that fit with mistakes only. */
export function misspelt(entries: Iterable<Entry>, sought: ParsedName, found: ReadonlySet<Entry>): Match[] {
  const matches: Match[] = [];
  const mayBeMeant = glanceAt(sought);
  const mistakesIn = distanceFrom(sought);
  for (const entry of entries) {
    if (!mayBeMeant(entry) || found.has(entry) || !entry.words.includes(sought.sureBeginning)) continue;
    const mistakes = mistakesIn(entry.words);
    if (mistakes !== null) matches.push({ entry, closeness: closeness.mistaken + mistakes });
  }
  return matches;
}

interface Glanced {
  readonly letters: number;
  readonly mistakes: number;
}

function glanced(text: string): Glanced {
  return { letters: lettersIn(text), mistakes: maxEditDistance(text.length) };
}

/**
 * Whether a name has nearly all letters that were typed: all together and as many of them, or those of each word. What
 * passes is compared letter by letter, which takes far longer.
 */
function glanceAt({ words, letters }: ParsedName): (entry: Entry) => boolean {
  const all = glanced(letters);
  const parts = words.trim().split(' ').map(glanced);
  return (entry) => {
    const hasNearly = (each: typeof all): boolean => bitsIn(each.letters & ~entry.letters) <= each.mistakes;
    const isAsLong = Math.abs(entry.length - letters.length) <= all.mistakes;
    return (isAsLong && hasNearly(all)) || parts.every(hasNearly);
  };
}

function bitsIn(number: number): number {
  let count = 0;
  for (let bits = number; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}
