/** Beyond this share of the candidates, sorting all of them is faster. */
const maxInsertedShare = 1 / 8;

type Compare = (one: number, other: number) => number;

/**
 * A page of the items in the order of `compare`, which is given their positions and must be strict. Pages near the start
 * are found without sorting the rest.
 */
export function selectPage<Item>(
  items: ArrayLike<Item>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  compare: Compare,
): Item[] {
  const page = selectPositions(items.length, offset + limit, compare).subarray(offset, offset + limit);
  return Array.from(page, (index) => items[index] as Item);
}

function selectPositions(count: number, wanted: number, compare: Compare): Int32Array {
  if (wanted === 0) return new Int32Array();
  if (wanted > count * maxInsertedShare)
    return Int32Array.from({ length: count }, (_, index) => index).toSorted(compare);
  const best = new Int32Array(wanted);
  let filled = 0;
  for (let index = 0; index < count; index += 1) {
    if (filled === wanted && compare(best[filled - 1] ?? 0, index) < 0) continue;
    const place = findPlace(best, filled, index, compare);
    if (filled < wanted) filled += 1;
    best.copyWithin(place + 1, place, filled - 1);
    best[place] = index;
  }
  return best;
}

/** The number of those among the first `filled` that precede `index`. */
function findPlace(best: Int32Array, filled: number, index: number, compare: Compare): number {
  let [low, high] = [0, filled];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(best[middle] ?? 0, index) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
