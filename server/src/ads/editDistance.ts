/** Small enough that matches still resemble the typed text. */
export function maxEditDistance(letters: number): number {
  if (letters < 3) return 0;
  if (letters < 8) return 1;
  return letters < 14 ? 2 : 3;
}

export const maxDistanceLength = 512;

/** The last three rows of the distance table, allocated once because a lookup compares thousands of words. */
const table = [
  new Uint8Array(maxDistanceLength + 1),
  new Uint8Array(maxDistanceLength + 1),
  new Uint8Array(maxDistanceLength + 1),
];

function getRow(i: number): Uint8Array {
  return table[(i + 3) % 3] ?? new Uint8Array();
}

/**
 * Counts insertions, deletions, substitutions and transpositions (optimal string alignment). Computes only the band of
 * the table within `most` of the diagonal; cells outside it count as `most + 1`.
 */
export function editDistance(from: string, to: string, most: number): number {
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
