import { demoAds } from '@magpie/demo/demoAds';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openEmbedder } from '../enrichment/embeddings/open.ts';
import { createVectorTable } from './vectorTable.ts';

/** Pseudo-random numbers with a normal distribution, the same in each run. */
function createNormal(seed: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

function unit(values: ArrayLike<number>): Float32Array {
  const length = Math.hypot(...Array.from(values));
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

/** Of the texts of demo ads, by the model that is used for them. */
async function demoVectors(count: number): Promise<Float32Array[]> {
  const texts = new Set<string>();
  for (const { bodies = [], headlines = [] } of demoAds({ ads: count, today: '2026-01-01' })) {
    for (const text of [...bodies, ...headlines]) texts.add(text);
  }
  const embedder = await openEmbedder({ kind: 'static' });
  const embedded = await embedder.embed([...texts].slice(0, count));
  return embedded.filter((each) => each.some((value) => value !== 0)).map(unit);
}

function nearestOfAll(vectors: readonly Float32Array[], own: number, count: number): number[] {
  return vectors
    .map((vector, id) => ({ id, similarity: dot(vectors[own] ?? vector, vector) }))
    .filter(({ id }) => id !== own)
    .toSorted((one, other) => other.similarity - one.similarity)
    .slice(0, count)
    .map(({ id }) => id);
}

function createTable(vectors: readonly Float32Array[], isExact: boolean) {
  const sample = vectors.slice(0, 2500);
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of sample) {
    for (const [at, value] of vector.entries()) mean[at] = (mean[at] ?? 0) + value / sample.length;
  }
  const table = createVectorTable(mean, isExact);
  for (const [id, vector] of vectors.entries()) table.set(id, vector);
  return table;
}

it.each<[string, (count: number) => Float32Array[] | Promise<Float32Array[]>]>([
  ['random', randomVectors],
  ['clustered', clusteredVectors],
  ['of demo ads', demoVectors],
])('500 candidates have at least 0.95 of the ten nearest vectors, %s', async (_, create) => {
  const vectors = await create(20_000);
  // Fewer would all be compared by their components.
  expect(vectors.length).toBeGreaterThan(8000);
  const table = createTable(vectors, false);
  const queries = Array.from({ length: 20 }, (_unused, at) => at * 400);
  let found = 0;
  for (const query of queries) {
    const candidates = new Set((await table.nearest(query, 500))?.map(({ id }) => id));
    expect(candidates.has(query)).toBe(false);
    found += nearestOfAll(vectors, query, 10).filter((id) => candidates.has(id)).length;
  }
  expect(found / (10 * queries.length)).toBeGreaterThanOrEqual(0.95);
});

it('exact components have the similarities of a plain comparison', async () => {
  const someVectors = fc
    .integer({ min: 1, max: 70 })
    .chain((length) =>
      fc.array(fc.array(fc.integer({ min: -127, max: 127 }), { minLength: length, maxLength: length }), {
        minLength: 1,
        maxLength: 40,
      }),
    )
    .map((all) => all.filter((each) => each.some((value) => value !== 0)).map(unit))
    .filter((all) => all.length > 0);
  await fc.assert(
    fc.asyncProperty(someVectors, fc.integer({ min: 1, max: 50 }), async (vectors, count) => {
      const table = createTable(vectors, true);
      const found = new Map((await table.nearest(0, count))?.map(({ id, score }) => [id, score]));
      const expected = nearestOfAll(vectors, 0, count);
      const least = found.size > 0 ? Math.min(...found.values()) : 0;
      const similarityOf = (id: number): number =>
        dot(vectors[0] ?? new Float32Array(), vectors[id] ?? new Float32Array());
      // Among equally similar ones, rounding errors decide.
      for (const id of expected.filter((each) => similarityOf(each) > least + 1e-5)) {
        expect(found.get(id)).toBeCloseTo(similarityOf(id), 5);
      }
      expect(found.size).toBeGreaterThanOrEqual(expected.length);
    }),
  );
});

it('replaces a vector that changed, and returns all that equal the last', async () => {
  const table = createVectorTable(Float32Array.of(0, 0), false);
  for (let id = 1; id <= 30; id += 1) table.set(id, [0, 1]);
  for (let id = 1; id <= 20; id += 1) table.set(id, [1, 0]);
  expect(table.size()).toBe(30);
  expect(await table.nearest(31, 3)).toBeNull();
  const nearest = (await table.nearest(1, 3))?.map(({ id }) => id);
  expect(nearest?.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 19 }, (_, at) => at + 2),
  );
});
