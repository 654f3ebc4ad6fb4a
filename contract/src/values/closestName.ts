/** Comparing takes quadratic time in the length of the name. */
const maxComparedLength = 80;

/** Makes `board_id`, `BoardId` and `boardId` equal. */
function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[_\-\s]/g, '');
}

function editDistance(from: string, to: string): number {
  let older: number[] = [];
  let old = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = from[i - 1] === to[j - 1] ? 0 : 1;
      let best = Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (old[j - 1] ?? 0) + change);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) best = Math.min(best, (older[j - 2] ?? 0) + 1);
      row.push(best);
    }
    older = old;
    old = row;
  }
  return old[to.length] ?? from.length;
}

function rank(name: string, known: readonly string[]): { candidate: string; distance: number }[] {
  const wanted = fold(name.slice(0, maxComparedLength));
  return known
    .map((candidate) => ({ candidate, distance: editDistance(wanted, fold(candidate)) }))
    .toSorted((a, b) => a.distance - b.distance);
}

export function sortBySimilarity(name: string, known: readonly string[]): string[] {
  return rank(name, known).map(({ candidate }) => candidate);
}

export function closestName(name: string, known: readonly string[]): string | undefined {
  const [first] = rank(name, known);
  if (first === undefined) return undefined;
  return first.distance <= Math.max(1, Math.floor(first.candidate.length / 3)) ? first.candidate : undefined;
}
