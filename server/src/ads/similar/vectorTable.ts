import {
  countStoredBytes,
  createVectorBlocks,
  multiplyNear,
  readVector,
  type VectorBlocks,
  writeVector,
} from './vectorBlocks.ts';

export type VectorTable = ReturnType<typeof createVectorTable>;

export interface ScoredId {
  readonly id: number;
  /** The dot product, as far as the components are exact. */
  readonly score: number;
}

/** Vectors, at least and as a share of all, that have the most signs in common and are then compared by their components. */
const minFinalists = 4000;
const finalistShare = 0.01;

/** A power of two, because of the transform, with whole words of 128 signs. */
const minWidth = 128;
const widthOf = (dimensions: number): number => 2 ** Math.ceil(Math.log2(Math.max(minWidth, dimensions)));

export function countVectorBytes(dimensions: number, isExact: boolean): number {
  return countStoredBytes(widthOf(dimensions), isExact);
}

/**
 * Vectors after a rotation, in floats (`isExact`) or bytes, and their signs once more, so that most vectors are ruled out
 * by their signs. `mean` is subtracted from all vectors: what they have in common would leave many signs equal.
 */
export function createVectorTable(mean: Float32Array, isExact: boolean) {
  const width = widthOf(mean.length);
  const rotate = createRotation(width);
  const rotatedMean = rotate(mean, []).slice();
  const blocks = createVectorBlocks(width, isExact);
  const { find, append } = createPlaces(blocks);

  const select = (own: number | Float32Array, vector: Float32Array, count: number): ScoredId[] => {
    const wanted = Math.max(minFinalists, count + 1, blocks.size() * finalistShare);
    const { places, products } = multiplyNear(blocks, own, vector, wanted);
    const others = typeof own === 'number' ? products.length - 1 : products.length;
    // The vector itself is not one of the others.
    if (typeof own === 'number') products[places.indexOf(own)] = Number.NEGATIVE_INFINITY;
    const least = products.toSorted().at(-Math.min(count, others)) ?? 0;
    const commonProduct = multiply(vector, rotatedMean);
    const found: ScoredId[] = [];
    for (let at = 0; at < places.length; at += 1) {
      const [place, product] = [places[at] ?? 0, products[at] ?? 0];
      if (place === own || product < least) continue;
      // The rotation lengthens vectors by the root of the width.
      found.push({ id: blocks.idAt(place), score: (product + commonProduct) / width });
    }
    return found;
  };

  const nearest = (id: number, count: number): ScoredId[] | null => {
    const own = find(id);
    if (own === undefined) return null;
    return select(
      own,
      readVector(blocks, own).map((value, at) => value + (rotatedMean[at] ?? 0)),
      count,
    );
  };

  return {
    size: blocks.size,
    has: (id: number): boolean => find(id) !== undefined,
    set: (id: number, vector: ArrayLike<number>): void => {
      writeVector(blocks, find(id) ?? append(id), rotate(vector, mean));
    },
    /**
     * About the `count` others with the largest dot products, and all that equal the last of them, in no order; null if
     * there is no such vector.
     */
    nearest,
    /** As `nearest`, to a vector that need not be in the table. */
    nearestTo: (vector: ArrayLike<number>, count: number): ScoredId[] =>
      blocks.size() === 0 ? [] : select(rotate(vector, mean).slice(), rotate(vector, []).slice(), count),
  };
}

/** Places by id. Ids that are appended in ascending order, as they are read, need no map. */
function createPlaces({ size, idAt, append }: Pick<VectorBlocks, 'size' | 'idAt' | 'append'>) {
  const added = new Map<number, number>();
  let sorted = 0;
  return {
    find: (id: number): number | undefined => {
      let [low, high] = [0, sorted];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (idAt(middle) < id) low = middle + 1;
        else high = middle;
      }
      return low < sorted && idAt(low) === id ? low : added.get(id);
    },
    append: (id: number): number => {
      const isNext = sorted === size() && (sorted === 0 || idAt(sorted - 1) < id);
      const place = append(id);
      if (isNext) sorted += 1;
      else added.set(id, place);
      return place;
    },
  };
}

function multiply(one: Float32Array, other: Float32Array): number {
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
    transform(rotated);
    return rotated;
  };
}

/** The Hadamard transform, two steps at once: that takes a third of the time. */
function transform(values: Float32Array): void {
  const { length } = values;
  const isPowerOfFour = Math.log2(length) % 2 === 0;
  if (!isPowerOfFour) addPairs(values);
  for (let step = isPowerOfFour ? 1 : 2; step < length; step *= 4) {
    for (let start = 0; start < length; start += 4 * step) {
      for (let at = start; at < start + step; at += 1) {
        const one = values[at] ?? 0;
        const two = values[at + step] ?? 0;
        const three = values[at + 2 * step] ?? 0;
        const four = values[at + 3 * step] ?? 0;
        values[at] = one + two + (three + four);
        values[at + step] = one - two + (three - four);
        values[at + 2 * step] = one + two - (three + four);
        values[at + 3 * step] = one - two - (three - four);
      }
    }
  }
}

function addPairs(values: Float32Array): void {
  for (let at = 0; at < values.length; at += 2) {
    const [one, two] = [values[at] ?? 0, values[at + 1] ?? 0];
    values[at] = one + two;
    values[at + 1] = one - two;
  }
}

/** The same in every process, so that nodes answer alike. */
function createFlips(width: number): Int8Array {
  let state = 0x9e3779b9;
  return Int8Array.from({ length: width }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39;
    return ((state >>> 16) & 1) === 1 ? 1 : -1;
  });
}
