import { setImmediate as nextTurn } from 'node:timers/promises';

export type Sketches = ReturnType<typeof createSketches>;

/** Vectors whose signs are compared before other work of the process gets a turn. */
const vectorsPerTurn = 200_000;
/** Vectors, at least and as a share of all, that have the most signs in common and are then compared by all components. */
const minFinalists = 4000;
const finalistShare = 0.02;

/**
 * Sketches of vectors: a byte for each component after a rotation, and its sign once more, so that most vectors are ruled
 * out by their signs. About 350 bytes for a vector of 256 components. `mean` is subtracted from all vectors: what they
 * have in common would leave many signs equal.
 */
export function createSketches(mean: Float32Array) {
  const width = 2 ** Math.ceil(Math.log2(Math.max(32, mean.length)));
  const rotate = createRotation(width);
  const rotatedMean = rotate(mean, []).slice();
  const places = new Map<number, number>();
  let columns = createColumns(width, 0);

  const append = (id: number): number => {
    const place = places.size;
    if (place === columns.ids.length) columns = grow(columns, Math.ceil(place * 1.25) + 1024);
    places.set(id, place);
    columns.ids[place] = id;
    return place;
  };

  /** The vector at a place, as far as its sketch has it. */
  const restore = (place: number): Float32Array => {
    const { codes, steps } = columns;
    return rotatedMean.map((value, at) => value + (codes[place * width + at] ?? 0) * (steps[place] ?? 0));
  };

  const nearest = async (id: number, count: number): Promise<number[] | null> => {
    const own = places.get(id);
    if (own === undefined) return null;
    const wanted = Math.max(minFinalists, count, places.size * finalistShare);
    const searched = { ...columns, size: places.size };
    const { distances, farthest } = await compareSigns(searched, own, wanted);
    // Comparing others less the mean ranks like comparing the others: the difference is the same for all.
    const vector = restore(own);
    const finalists: { place: number; score: number }[] = [];
    for (const [place, distance] of distances.entries()) {
      if (distance <= farthest && place !== own)
        finalists.push({ place, score: multiply(searched, vector, place) });
    }
    finalists.sort((one, other) => other.score - one.score);
    const least = finalists[count - 1]?.score ?? Number.NEGATIVE_INFINITY;
    return finalists.filter(({ score }) => score >= least).map(({ place }) => searched.ids[place] ?? 0);
  };

  return {
    size: (): number => places.size,
    set: (id: number, vector: ArrayLike<number>): void => {
      const place = places.get(id) ?? append(id);
      writeSketch(columns, place, rotate(vector, mean));
    },
    /**
     * Ids of about the `count` others with the largest dot products, and of all that equal the last of them; null if there
     * is no such vector.
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
  readonly codes: Int8Array;
  readonly steps: Float32Array;
}

function createColumns(width: number, capacity: number): Columns {
  return {
    width,
    ids: new Float64Array(capacity),
    signs: new Uint32Array((capacity * width) / 32),
    codes: new Int8Array(capacity * width),
    steps: new Float32Array(capacity),
  };
}

function grow({ width, ids, signs, codes, steps }: Columns, capacity: number): Columns {
  const larger = createColumns(width, capacity);
  larger.ids.set(ids);
  larger.signs.set(signs);
  larger.codes.set(codes);
  larger.steps.set(steps);
  return larger;
}

function writeSketch({ width, signs, codes, steps }: Columns, place: number, rotated: Float32Array): void {
  const largest = rotated.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = largest / 127 || 1;
  steps[place] = step;
  for (let word = 0; word < width / 32; word += 1) {
    let bits = 0;
    for (let bit = 0; bit < 32; bit += 1) {
      const value = rotated[word * 32 + bit] ?? 0;
      codes[place * width + word * 32 + bit] = Math.round(value / step);
      if (value > 0) bits |= 1 << bit;
    }
    signs[(place * width) / 32 + word] = bits;
  }
}

/** In how many signs each vector differs, and within which number at least `wanted` vectors are. */
async function compareSigns(
  { signs, width, size }: Columns & { readonly size: number },
  own: number,
  wanted: number,
) {
  const words = width / 32;
  const ownSigns = signs.slice(own * words, (own + 1) * words);
  const distances = new Uint16Array(size);
  const counts = new Uint32Array(width + 1);
  for (let from = 0; from < size; from += vectorsPerTurn) {
    if (from > 0) await nextTurn();
    for (let place = from; place < Math.min(size, from + vectorsPerTurn); place += 1) {
      const distance = countDifferences(signs, place * words, ownSigns);
      distances[place] = distance;
      counts[distance] = (counts[distance] ?? 0) + 1;
    }
  }
  let [farthest, within] = [0, counts[0] ?? 0];
  while (within < wanted && farthest < width) {
    farthest += 1;
    within += counts[farthest] ?? 0;
  }
  return { distances, farthest };
}

function countDifferences(signs: Uint32Array, start: number, own: Uint32Array): number {
  let total = 0;
  for (let word = 0; word < own.length; word += 1) {
    let bits = (signs[start + word] ?? 0) ^ (own[word] ?? 0);
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    total += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return total;
}

function multiply({ width, codes, steps }: Columns, vector: Float32Array, place: number): number {
  let product = 0;
  const start = place * width;
  for (let at = 0; at < width; at += 1) product += (vector[at] ?? 0) * (codes[start + at] ?? 0);
  return product * (steps[place] ?? 0);
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
