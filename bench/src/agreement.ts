const neighbours = 10;

/**
 * How far two models agree on what is near: the share of each text's ten nearest neighbours by one model that are
 * among its ten nearest by the other, over all texts. Chance alone gives 10 ÷ (texts − 1).
 */
export function agreement(first: readonly Int8Array[], second: readonly Int8Array[]): number {
  let shared = 0;
  for (const at of first.keys()) {
    const others = new Set(nearest(at, second));
    shared += nearest(at, first).filter((other) => others.has(other)).length;
  }
  return shared / (first.length * neighbours);
}

function nearest(at: number, vectors: readonly Int8Array[]): number[] {
  const own = vectors[at] ?? new Int8Array();
  return [...vectors.keys()]
    .filter((other) => other !== at)
    .map((other) => ({ other, cosine: cosine(own, vectors[other] ?? own) }))
    .toSorted((a, b) => b.cosine - a.cosine)
    .slice(0, neighbours)
    .map(({ other }) => other);
}

function cosine(a: Int8Array, b: Int8Array): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0];
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return dot === 0 ? 0 : dot / Math.sqrt(aa * bb);
}
