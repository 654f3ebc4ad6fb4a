import { setImmediate as nextTurn } from 'node:timers/promises';

export type VectorTable = ReturnType<typeof createVectorTable>;

export interface ScoredId {
  readonly id: number;
  /** The dot product, as far as the components are exact. */
  readonly score: number;
}

/** Vectors whose signs are compared before other work of the process gets a turn. */
const vectorsPerTurn = 200_000;
/** Vectors, at least and as a share of all, that have the most signs in common and are then compared by all components. */
const minFinalists = 4000;
const finalistShare = 0.01;
/** As many times the finalists are left after half of the signs. */
const halfShare = 4;

/** A power of two, because of the transform, of which half has two words of signs. */
const minWidth = 128;
const widthOf = (dimensions: number): number => 2 ** Math.ceil(Math.log2(Math.max(minWidth, dimensions)));

/** Of the columns and of the map of ids. */
export function countVectorBytes(dimensions: number, isExact: boolean): number {
  const width = widthOf(dimensions);
  return width * (isExact ? 4 : 1) + width / 8 + 52;
}

/**
 * Vectors in columns: each component after a rotation, as a float (`isExact`) or as a byte, and its sign once more, so
 * that most vectors are ruled out by their signs. `mean` is subtracted from all vectors: what they have in common would
 * leave many signs equal.
 */
export function createVectorTable(mean: Float32Array, isExact: boolean) {
  const width = widthOf(mean.length);
  const rotate = createRotation(width);
  const rotatedMean = rotate(mean, []).slice();
  const places = new Map<number, number>();
  let columns = createColumns(width, 0, isExact);

  const append = (id: number): number => {
    const place = places.size;
    if (place === columns.ids.length) columns = grow(columns, Math.ceil(place * 1.25) + 1024, isExact);
    places.set(id, place);
    columns.ids[place] = id;
    return place;
  };

  /** The rotated vector at a place, as far as its components are exact. */
  const restore = (place: number): Float32Array => {
    const { codes, steps } = columns;
    return rotatedMean.map((value, at) => value + (codes[place * width + at] ?? 0) * (steps[place] ?? 0));
  };

  const nearest = async (id: number, count: number): Promise<ScoredId[] | null> => {
    const own = places.get(id);
    if (own === undefined) return null;
    const searched = { ...columns, size: places.size };
    const vector = restore(own);
    const wanted = Math.max(minFinalists, count, places.size * finalistShare);
    const finalists = await findFinalists(searched, own, wanted);
    const scores = new Float64Array(finalists.length);
    for (let at = 0; at < scores.length; at += 1) scores[at] = multiply(searched, vector, finalists[at] ?? 0);
    const least = scores.length > count ? (scores.toSorted().at(-count) ?? 0) : Number.NEGATIVE_INFINITY;
    const commonScore = multiplyAll(vector, rotatedMean);
    const found: ScoredId[] = [];
    for (let at = 0; at < scores.length; at += 1) {
      const score = scores[at] ?? 0;
      if (score < least) continue;
      // The rotation lengthens vectors by the root of the width.
      found.push({ id: searched.ids[finalists[at] ?? 0] ?? 0, score: (score + commonScore) / width });
    }
    return found;
  };

  return {
    size: (): number => places.size,
    has: (id: number): boolean => places.has(id),
    set: (id: number, vector: ArrayLike<number>): void => {
      const place = places.get(id) ?? append(id);
      writeVector(columns, place, rotate(vector, mean), isExact);
    },
    /**
     * About the `count` others with the largest dot products, and all that equal the last of them, in no order; null if
     * there is no such vector.
     */
    nearest,
  };
}

interface Columns {
  readonly width: number;
  readonly ids: Float64Array;
  /** 32 signs in each. */
  readonly signs: Uint32Array;
  /** Components as multiples of the step of their vector. */
  readonly codes: Int8Array | Float32Array;
  readonly steps: Float32Array;
}

function createColumns(width: number, capacity: number, isExact: boolean): Columns {
  return {
    width,
    ids: new Float64Array(capacity),
    signs: new Uint32Array((capacity * width) / 32),
    codes: isExact ? new Float32Array(capacity * width) : new Int8Array(capacity * width),
    steps: new Float32Array(capacity),
  };
}

function grow({ width, ids, signs, codes, steps }: Columns, capacity: number, isExact: boolean): Columns {
  const larger = createColumns(width, capacity, isExact);
  larger.ids.set(ids);
  larger.signs.set(signs);
  larger.codes.set(codes);
  larger.steps.set(steps);
  return larger;
}

function writeVector(
  { width, signs, codes, steps }: Columns,
  place: number,
  rotated: Float32Array,
  isExact: boolean,
): void {
  const largest = rotated.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = isExact ? 1 : largest / 127 || 1;
  steps[place] = step;
  for (let word = 0; word < width / 32; word += 1) {
    let bits = 0;
    for (let bit = 0; bit < 32; bit += 1) {
      const value = rotated[word * 32 + bit] ?? 0;
      codes[place * width + word * 32 + bit] = isExact ? value : Math.round(value / step);
      if (value > 0) bits |= 1 << bit;
    }
    signs[(place * width) / 32 + word] = bits;
  }
}

/** Places of at least `wanted` vectors, if there are as many, that differ in the fewest signs; half of the signs exclude most. */
async function findFinalists(
  { signs, width, size }: Columns & { readonly size: number },
  own: number,
  wanted: number,
): Promise<Uint32Array> {
  const words = width / 32;
  const ownSigns = signs.slice(own * words, (own + 1) * words);
  const distances = new Uint16Array(size);
  for (let from = 0; from < size; from += vectorsPerTurn) {
    if (from > 0) await nextTurn();
    const end = Math.min(size, from + vectorsPerTurn);
    for (let place = from; place < end; place += 1) {
      distances[place] = countDifferences(signs, place * words, ownSigns, 0, words / 2);
    }
  }
  const near = selectNearest(distances, width, wanted * halfShare);
  const nearDistances = new Uint16Array(near.length);
  for (let at = 0; at < near.length; at += 1) {
    const place = near[at] ?? 0;
    nearDistances[at] =
      (distances[place] ?? 0) + countDifferences(signs, place * words, ownSigns, words / 2, words);
  }
  return selectNearest(nearDistances, width, wanted)
    .map((at) => near[at] ?? 0)
    .filter((place) => place !== own);
}

/** Places of at least `wanted` distances, if there are as many, and of all that equal the largest of them. */
function selectNearest(distances: Uint16Array, most: number, wanted: number): Uint32Array {
  const counts = new Uint32Array(most + 1);
  for (let place = 0; place < distances.length; place += 1) {
    const distance = distances[place] ?? 0;
    counts[distance] = (counts[distance] ?? 0) + 1;
  }
  let [farthest, within] = [0, counts[0] ?? 0];
  while (within < wanted && farthest < most) {
    farthest += 1;
    within += counts[farthest] ?? 0;
  }
  const found = new Uint32Array(within);
  let end = 0;
  for (let place = 0; place < distances.length; place += 1) {
    if ((distances[place] ?? 0) > farthest) continue;
    found[end] = place;
    end += 1;
  }
  return found;
}

function countDifferences(
  signs: Uint32Array,
  start: number,
  own: Uint32Array,
  fromWord: number,
  toWord: number,
): number {
  let total = 0;
  for (let word = fromWord; word < toWord; word += 2) {
    let even = (signs[start + word] ?? 0) ^ (own[word] ?? 0);
    let odd = (signs[start + word + 1] ?? 0) ^ (own[word + 1] ?? 0);
    // The set bits of two words: within 2 bits, then within 4, then within bytes, then of all.
    even -= (even >>> 1) & 0x55555555;
    odd -= (odd >>> 1) & 0x55555555;
    const sums =
      (even & 0x33333333) + ((even >>> 2) & 0x33333333) + (odd & 0x33333333) + ((odd >>> 2) & 0x33333333);
    total += Math.imul((sums & 0x0f0f0f0f) + ((sums >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
  }
  return total;
}

/** In four sums, each of which the processor adds up while it waits for another. */
function multiply({ width, codes, steps }: Columns, vector: Float32Array, place: number): number {
  const start = place * width;
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let at = 0; at < width; at += 4) {
    one += (vector[at] ?? 0) * (codes[start + at] ?? 0);
    two += (vector[at + 1] ?? 0) * (codes[start + at + 1] ?? 0);
    three += (vector[at + 2] ?? 0) * (codes[start + at + 2] ?? 0);
    four += (vector[at + 3] ?? 0) * (codes[start + at + 3] ?? 0);
  }
  return (one + two + three + four) * (steps[place] ?? 0);
}

function multiplyAll(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

/** Random signs and a Hadamard transform spread every vector evenly over all components. The result is overwritten by the next. */
function createRotation(width: number) {
  const flips = createFlips(width);
  const rotated = new Float32Array(width);
  return (vector: ArrayLike<number>, origin: ArrayLike<number>): Float32Array => {
    for (let at = 0; at < width; at += 1) {
      rotated[at] = ((vector[at] ?? 0) - (origin[at] ?? 0)) * (flips[at] ?? 1);
    }
    for (let half = 1; half < width; half *= 2) {
      for (let start = 0; start < width; start += 2 * half) {
        for (let at = start; at < start + half; at += 1) {
          const one = rotated[at] ?? 0;
          const other = rotated[at + half] ?? 0;
          rotated[at] = one + other;
          rotated[at + half] = one - other;
        }
      }
    }
    return rotated;
  };
}

/** The same in every process, so that nodes answer alike. */
function createFlips(width: number): Int8Array {
  let state = 0x9e3779b9;
  return Int8Array.from({ length: width }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39;
    return ((state >>> 16) & 1) === 1 ? 1 : -1;
  });
}
