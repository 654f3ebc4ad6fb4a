import { mostMistakes, type Sought } from './sought.ts';

/**
 * How many mistakes lead from what was typed to a name; null for too many. Compared are all letters, wherever the spaces
 * are, and word for word, where a word that begins one of the name has none.
 */
export function mistakesBetween(sought: Sought, nameWords: string): number | null {
  const letters = mistakesInWord(sought.letters, nameWords.replaceAll(' ', ''));
  const words = mistakesInWords(sought, nameWords);
  if (letters === null || words === null) return letters ?? words;
  return Math.min(letters, words);
}

function mistakesInWords({ words, beginnings }: Sought, nameWords: string): number | null {
  const names = nameWords.trim().split(' ');
  let sum = 0;
  for (const [at, word] of words.trim().split(' ').entries()) {
    if (nameWords.includes(beginnings[at] ?? word)) continue;
    const each = names.flatMap((name) => mistakesInWord(word, name) ?? []);
    if (each.length === 0) return null;
    sum += Math.min(...each);
  }
  return sum;
}

function mistakesInWord(typed: string, name: string): number | null {
  const [from, to] = [Array.from(typed), Array.from(name)];
  const most = mostMistakes(from.length);
  if (Math.abs(from.length - to.length) > most) return null;
  const mistakes = distance(from, to);
  return mistakes > most ? null : mistakes;
}

/** Letters that are missing, too many or wrong; neighbours that have changed places count once. */
function distance(from: readonly string[], to: readonly string[]): number {
  let older: number[] = [];
  let old = [0, ...to.map((_, at) => at + 1)];
  for (const [i, letter] of from.entries()) {
    const row = [i + 1];
    for (const [j, other] of to.entries()) {
      const changed = (old[j] ?? 0) + (letter === other ? 0 : 1);
      const isSwap = i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === other;
      const swapped = isSwap ? (older[j - 1] ?? 0) + 1 : changed;
      row.push(Math.min((old[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1, changed, swapped));
    }
    older = old;
    old = row;
  }
  return old[to.length] ?? from.length;
}
