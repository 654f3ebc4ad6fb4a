import { demoAds } from '@magpie/demo/demoAds';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openEmbedder } from '../../enrichment/embeddings/open.ts';
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
    const candidates = new Set(table.nearest(query, 500)?.map(({ id }) => id));
    expect(candidates.has(query)).toBe(false);
    found += nearestOfAll(vectors, query, 10).filter((id) => candidates.has(id)).length;
  }
  expect(found / (10 * queries.length)).toBeGreaterThanOrEqual(0.95);
});

it('exact components have the similarities of a plain comparison', () => {
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
  fc.assert(
    fc.property(someVectors, fc.integer({ min: 1, max: 50 }), (vectors, count) => {
      const table = createTable(vectors, true);
      const found = new Map(table.nearest(0, count)?.map(({ id, score }) => [id, score]));
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

it('replaces a vector that changed, and returns all that equal the last', () => {
  const table = createVectorTable(Float32Array.of(0, 0), false);
  for (let id = 1; id <= 30; id += 1) table.set(id, [0, 1]);
  for (let id = 1; id <= 20; id += 1) table.set(id, [1, 0]);
  expect(table.size()).toBe(30);
  expect(table.nearest(31, 3)).toBeNull();
  const nearest = table.nearest(1, 3)?.map(({ id }) => id);
  expect(nearest?.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 19 }, (_, at) => at + 2),
  );
});

it.each([3, 200, 256, 1000, 3072])(
  'bytes have nearly the similarities of a plain comparison, with %i components',
  (length) => {
    const component = fc.integer({ min: -127, max: 127 });
    const seeds = fc.array(fc.tuple(component, fc.integer({ min: 0, max: 2 ** 31 })), {
      minLength: 2,
      maxLength: 20,
    });
    const toVector = ([common, seed]: [number, number]): Float32Array => {
      const normal = createNormal(seed);
      return unit(Array.from({ length }, () => 30 * normal() + common));
    };
    fc.assert(
      fc.property(seeds, (all) => {
        const vectors = all.map(toVector);
        const table = createTable(vectors, false);
        const found = new Map(table.nearest(0, all.length)?.map(({ id, score }) => [id, score]));
        expect([...found.keys()]).toEqual(vectors.slice(1).map((_, at) => at + 1));
        for (const [id, score] of found) {
          const similarity = dot(vectors[0] ?? new Float32Array(), vectors[id] ?? new Float32Array());
          expect(Math.abs(score - similarity)).toBeLessThan(0.03);
        }
      }),
      { numRuns: 30 },
    );
  },
);

it('finds vectors whose ids were added in any order, across blocks', () => {
  const ids = Array.from({ length: 5000 }, (_, at) => (at < 3000 ? 2 * at : 2 * (8000 - at) + 1));
  const table = createVectorTable(new Float32Array(2), true);
  for (const id of ids) table.set(id, unit([1, id]));
  expect(table.size()).toBe(ids.length);
  expect(ids.every((id) => table.has(id))).toBe(true);
  expect([-1, 5999.5, 6000, 20_001].some((id) => table.has(id))).toBe(false);
  for (const id of [0, 2046, 2048, 5998, 6003, 8001, 10_001]) {
    table.set(id, [0, -1]);
    expect(table.nearest(id, 4999)?.map((each) => each.id)).toEqual(ids.filter((each) => each !== id));
    table.set(id, unit([1, id]));
  }
});
