import { maxEditDistance, type ParsedName } from './parsedName.ts';

/** How many mistakes lead from what was typed to the name that has these words; null for too many. */
export type DistanceTo = (nameWords: string) => number | null;

/** Compares all letters, wherever the spaces are, and word for word, where a word that begins one of the name has none. */
export function distanceFrom({ letters, words, beginnings }: ParsedName): DistanceTo {
  const parts = words.trim().split(' ');
  return (nameWords) => {
    const names = nameWords.trim().split(' ');
    const inAll = mistakesInWord(letters, names.join(''));
    let inParts = 0;
    for (const [at, part] of parts.entries()) {
      if (nameWords.includes(beginnings[at] ?? part)) continue;
      const fewest = fewestMistakes(part, names);
      if (fewest === null) return inAll;
      inParts += fewest;
    }
    return inAll === null ? inParts : Math.min(inAll, inParts);
  };
}

function fewestMistakes(part: string, names: readonly string[]): number | null {
  let fewest: number | null = null;
  for (const name of names) {
    const mistakes = mistakesInWord(part, name);
    if (mistakes !== null && (fewest === null || mistakes < fewest)) fewest = mistakes;
  }
  return fewest;
}

function mistakesInWord(typed: string, name: string): number | null {
  const most = maxEditDistance(typed.length);
  if (Math.abs(typed.length - name.length) > most || name.length >= longest) return null;
  const mistakes = distance(typed, name, most);
  return mistakes > most ? null : mistakes;
}

const longest = 512;

/** A table of distances, of which the last three rows are kept; made once, since one question compares thousands of words. */
const table = [new Uint8Array(longest + 1), new Uint8Array(longest + 1), new Uint8Array(longest + 1)];

function rowOf(i: number): Uint8Array {
  return table[(i + 3) % 3] ?? new Uint8Array();
}

/**
 * Letters that are missing, too many or wrong; neighbours that have changed places count once. Only places are compared
 * that are no further apart than there may be mistakes, and what is beyond them counts as one too many.
 */
function distance(from: string, to: string, most: number): number {
  const beyond = most + 1;
  for (let j = 0; j <= to.length; j += 1) rowOf(0)[j] = Math.min(j, beyond);
  for (let i = 1; i <= from.length; i += 1) {
    const [older, old, row] = [rowOf(i - 2), rowOf(i - 1), rowOf(i)];
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
  return rowOf(from.length)[to.length] ?? beyond;
}

function isSwap(from: string, to: string, i: number, j: number): boolean {
  return (
    i > 1 &&
    j > 1 &&
    from.charCodeAt(i - 1) === to.charCodeAt(j - 2) &&
    from.charCodeAt(i - 2) === to.charCodeAt(j - 1)
  );
}
