import { expect, it } from 'vitest';
import { createSketches } from './vectorSketches.ts';

/** Pseudo-random numbers with a normal distribution, the same in each run. */
function createNormal(seed: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

const dot = (one: Float32Array, other: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
};

const dimensions = 256;
const direction = (normal: () => number): number[] => Array.from({ length: dimensions }, normal);

function randomVectors(count: number): Float32Array[] {
  const normal = createNormal(1);
  return Array.from({ length: count }, () => unit(direction(normal)));
}

/** Advertisers of one of 40 kinds, whose vectors have a large part in common, as those of a language have. */
function clusteredVectors(count: number): Float32Array[] {
  const normal = createNormal(2);
  const common = direction(normal);
  const kinds = Array.from({ length: 40 }, () => direction(normal));
  return Array.from({ length: count }, (_, at) =>
    unit(
      direction(normal).map(
        (value, place) => 0.4 * value + (kinds[at % 40]?.[place] ?? 0) + (common[place] ?? 0),
      ),
    ),
  );
}

it.each([
  ['random', randomVectors],
  ['clustered', clusteredVectors],
])('%s vectors: 95 % of the ten nearest are among the candidates', async (_, create) => {
  const vectors = create(20_000);
  const mean = new Float32Array(dimensions);
  for (const vector of vectors.slice(0, 5000))
    vector.forEach((value, at) => (mean[at] = (mean[at] ?? 0) + value / 5000));
  const sketches = createSketches(mean);
  for (const [id, vector] of vectors.entries()) sketches.set(id + 1, vector);
  let found = 0;
  const queries = vectors.slice(0, 10);
  for (const [at, query] of queries.entries()) {
    const exact = vectors
      .map((vector, id) => ({ id: id + 1, similarity: dot(query, vector) }))
      .filter(({ id }) => id !== at + 1)
      .toSorted((one, other) => other.similarity - one.similarity)
      .slice(0, 10);
    const candidates = new Set(await sketches.nearest(at + 1, 100));
    expect(candidates.has(at + 1)).toBe(false);
    found += exact.filter(({ id }) => candidates.has(id)).length;
  }
  expect(found / (10 * queries.length)).toBeGreaterThanOrEqual(0.95);
});

it('replaces the sketch of a vector that changed, and returns all that equal the last', async () => {
  const sketches = createSketches(Float32Array.of(0, 0));
  for (let id = 1; id <= 30; id += 1) sketches.set(id, [0, 1]);
  for (let id = 1; id <= 20; id += 1) sketches.set(id, [1, 0]);
  expect(sketches.size()).toBe(30);
  expect(await sketches.nearest(31, 3)).toBeNull();
  const nearest = await sketches.nearest(1, 3);
  expect(nearest?.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 19 }, (_, at) => at + 2),
  );
});
