import { createVectorMemory, pageBytes, type VectorKernels } from './vectorKernels.ts';

export type VectorBlocks = ReturnType<typeof createVectorBlocks>;

/** A power of two. */
const blockLength = 1024;
/** The least share by which memory grows, since growing takes milliseconds. */
const growth = 1 / 32;
const largestByte = 127;
const largestShort = 32_767;

/** Of one vector and its id. */
export function countStoredBytes(width: number, isExact: boolean): number {
  return createLayout(width, isExact).blockBytes / blockLength;
}

/**
 * Vectors in the memory of a WebAssembly module, which compares 16 bytes at a time. Components are floats (`isExact`) or
 * bytes, and their signs are stored once more. `width` is a multiple of 128. Blocks do not move when memory grows.
 */
export function createVectorBlocks(width: number, isExact: boolean) {
  const layout = createLayout(width, isExact);
  const { memory, kernels } = createVectorMemory();
  let views = createViews(memory.buffer);
  let size = 0;

  const addressOf = (place: number, column: Column): number =>
    layout.blocks +
    Math.floor(place / blockLength) * layout.blockBytes +
    layout.offsets[column] +
    (place % blockLength) * layout.sizes[column];

  const addBlock = (): void => {
    const end = layout.blocks + (size / blockLength + 1) * layout.blockBytes;
    const held = memory.buffer.byteLength;
    if (end > held) {
      memory.grow(Math.ceil(Math.max(end - held, held * growth) / pageBytes));
      views = createViews(memory.buffer);
    }
    // Places that are not in use yet are farther than any vector.
    const distances = addressOf(size, 'distances') / 2;
    views.shorts.fill(-1, distances, distances + blockLength);
  };

  return {
    width,
    isExact,
    layout,
    kernels,
    addressOf,
    views: (): Views => views,
    size: (): number => size,
    idAt: (place: number): number => views.doubles[addressOf(place, 'ids') / 8] ?? 0,
    stepAt: (place: number): number => views.floats[addressOf(place, 'steps') / 4] ?? 1,
    append: (id: number): number => {
      if (size % blockLength === 0) addBlock();
      views.doubles[addressOf(size, 'ids') / 8] = id;
      size += 1;
      return size - 1;
    },
  };
}

type Column = 'signs' | 'distances' | 'components' | 'steps' | 'ids';

/** Addresses and sizes in bytes: buffers for one search, then blocks, each with its columns one after another. */
function createLayout(width: number, isExact: boolean) {
  const sizes = { signs: width / 8, distances: 2, components: width * (isExact ? 4 : 1), steps: 4, ids: 8 };
  const columns: Column[] = ['signs', 'distances', 'components', 'steps', 'ids'];
  const offsets = { signs: 0, distances: 0, components: 0, steps: 0, ids: 0 };
  let blockBytes = 0;
  for (const column of columns) {
    offsets[column] = blockBytes;
    blockBytes += sizes[column] * blockLength;
  }
  const querySigns = 4 * width;
  const counts = querySigns + sizes.signs;
  const numbers = counts + 4 * (width + 4);
  const products = numbers + 4 * blockLength;
  return {
    sizes,
    offsets,
    blockBytes,
    query: 0,
    queryEnd: width * (isExact ? 4 : 2),
    querySigns,
    counts,
    numbers,
    products,
    blocks: products + 4 * blockLength,
  };
}

type Views = ReturnType<typeof createViews>;

function createViews(buffer: ArrayBuffer) {
  return {
    bytes: new Int8Array(buffer),
    shorts: new Int16Array(buffer),
    words: new Int32Array(buffer),
    floats: new Float32Array(buffer),
    doubles: new Float64Array(buffer),
  };
}

export function writeVector(blocks: VectorBlocks, place: number, vector: Float32Array): void {
  const { isExact, addressOf } = blocks;
  const { bytes, words, floats } = blocks.views();
  const step = isExact ? 1 : largestOf(vector) / largestByte || 1;
  floats[addressOf(place, 'steps') / 4] = step;
  const start = addressOf(place, 'components');
  if (isExact) floats.set(vector, start / 4);
  else for (let at = 0; at < vector.length; at += 1) bytes[start + at] = Math.round((vector[at] ?? 0) / step);
  writeSigns(words, addressOf(place, 'signs') / 4, vector);
}

function writeSigns(words: Int32Array, start: number, vector: Float32Array): void {
  for (let word = 0; word < vector.length / 32; word += 1) {
    let bits = 0;
    for (let bit = 0; bit < 32; bit += 1) if ((vector[word * 32 + bit] ?? 0) > 0) bits |= 1 << bit;
    words[start + word] = bits;
  }
}

/** As it was written, as far as its components are exact. */
export function readVector(blocks: VectorBlocks, place: number): Float32Array {
  const { width, isExact } = blocks;
  const { bytes, floats } = blocks.views();
  const start = blocks.addressOf(place, 'components');
  if (isExact) return floats.slice(start / 4, start / 4 + width);
  const step = blocks.stepAt(place);
  return Float32Array.from(bytes.subarray(start, start + width), (value) => value * step);
}

interface Products {
  readonly places: Uint32Array;
  readonly products: Float64Array;
}

/**
 * Dot products of `query` and at least `wanted` vectors, if there are as many, that differ in the fewest signs from a stored
 * vector, given by its place, or from another.
 */
export function multiplyNear(
  blocks: VectorBlocks,
  own: number | Float32Array,
  query: Float32Array,
  wanted: number,
): Products {
  const { layout, isExact, addressOf } = blocks;
  const { words, floats } = blocks.views();
  const { farthest, within } = chooseDistance(countDistances(blocks, own), wanted);
  const scale = writeQuery(blocks, query);
  const products = isExact ? floats : words;
  const multiply: VectorKernels['multiplyBytes'] = isExact
    ? blocks.kernels.multiplyFloats
    : blocks.kernels.multiplyBytes;
  const found = { places: new Uint32Array(within), products: new Float64Array(within) };
  let end = 0;
  for (let first = 0; first < blocks.size(); first += blockLength) {
    const { numbers } = layout;
    const distances = addressOf(first, 'distances');
    const numbersEnd = blocks.kernels.selectWithin(distances, distances + 2 * blockLength, farthest, numbers);
    if (numbersEnd === numbers) continue;
    const components = addressOf(first, 'components');
    const { sizes, query: start, queryEnd } = layout;
    multiply(numbers, numbersEnd, components, sizes.components, start, queryEnd, layout.products);
    for (let at = 0; at < (numbersEnd - numbers) / 4; at += 1) {
      const place = first + (words[numbers / 4 + at] ?? 0);
      found.places[end] = place;
      found.products[end] = ((products[layout.products / 4 + at] ?? 0) * blocks.stepAt(place)) / scale;
      end += 1;
    }
  }
  return found;
}

/** How many vectors differ from one in 0, 1, 2 … signs. */
function countDistances(blocks: VectorBlocks, own: number | Float32Array): Int32Array {
  const { width, layout, kernels, addressOf } = blocks;
  const { bytes, words } = blocks.views();
  const { querySigns, sizes } = layout;
  const counts = words.subarray(layout.counts / 4, layout.counts / 4 + width + 1);
  if (typeof own === 'number') {
    const ownSigns = addressOf(own, 'signs');
    bytes.copyWithin(querySigns, ownSigns, ownSigns + sizes.signs);
  } else writeSigns(words, querySigns / 4, own);
  counts.fill(0);
  for (let first = 0; first < blocks.size(); first += blockLength) {
    const signs = addressOf(first, 'signs');
    const end = signs + Math.min(blockLength, blocks.size() - first) * sizes.signs;
    const queryEnd = querySigns + sizes.signs;
    kernels.countDifferences(signs, end, querySigns, queryEnd, addressOf(first, 'distances'), layout.counts);
  }
  return counts;
}

/** The least distance within which there are as many as wanted, or all. */
function chooseDistance(counts: Int32Array, wanted: number): { farthest: number; within: number } {
  let [farthest, within] = [0, counts[0] ?? 0];
  while (within < wanted && farthest < counts.length - 1) {
    farthest += 1;
    within += counts[farthest] ?? 0;
  }
  return { farthest, within };
}

/** Returns by what its components were multiplied, so that sums of products with bytes fit into 32 bits. */
function writeQuery(blocks: VectorBlocks, query: Float32Array): number {
  const { shorts, floats } = blocks.views();
  const { query: start } = blocks.layout;
  if (blocks.isExact) {
    floats.set(query, start / 4);
    return 1;
  }
  const largest = Math.min(largestShort, Math.floor((2 ** 31 - 1) / (largestByte * query.length)));
  const scale = largest / (largestOf(query) || 1);
  for (let at = 0; at < query.length; at += 1) shorts[start / 2 + at] = Math.round((query[at] ?? 0) * scale);
  return scale;
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at += 1) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  return largest;
}
