import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import { clickhouseLanes, freshClickHouse } from '../../testing/clickhouse.ts';
import { createCopyIndex, toUnit } from './copyIndex.ts';

const dimensions = 128;
const model = 'random@1';

function createNormal(seed: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

const normal = createNormal(5);
const randomVector = (): number[] => Array.from({ length: dimensions }, normal);
const toBytes = (vector: readonly number[]): number[] =>
  vector.map((value) => Math.max(-127, Math.min(127, Math.round(value * 30))));
const centers = Array.from({ length: 6 }, randomVector);
/** Around a few centers, so that some are near one another. */
const vectors = Array.from({ length: 600 }, (_, at) =>
  toBytes(randomVector().map((value, place) => value * 0.7 + (centers[at % 6]?.[place] ?? 0))),
);

function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const first = toUnit(one) ?? new Float32Array();
  const second = toUnit(other);
  return first.reduce((sum, value, at) => sum + value * (second?.[at] ?? 0), 0);
}

describe.each(clickhouseLanes)('texts near a vector, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
    const built = new Date();
    await clickhouse.insert(
      'copy_vectors',
      vectors.map((vector, at) => ({ model, copy_id: at + 1, vector, built_at: built })),
    );
  });
  afterAll(() => clickhouse.close());

  it('are those of a plain comparison, in memory and in the engine', async () => {
    const index = createCopyIndex(clickhouse, { minVectors: 0, maxBytes: 2 ** 30 });
    await index.load(model, 1);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(5),
        fc.integer({ min: 1, max: 200 }),
        fc.double({ min: -0.1, max: 0.9, noNaN: true }),
        async (center, limit, minScore) => {
          const query = [...(toUnit(centers[center] ?? []) ?? [])];
          const expected = vectors
            .map((vector, at) => ({ id: at + 1, score: cosine(vector, query) }))
            .filter(({ score }) => score >= minScore)
            .toSorted((one, other) => other.score - one.score);
          const request = { model, query, minScore, recording: 1, matching: null, limit };
          for (const found of [await index.nearestInMemory(request), await index.nearestInEngine(request)]) {
            if (found === undefined) throw new Error('the vectors are not in memory');
            expect(Math.abs(found.copies.length - Math.min(limit, expected.length))).toBeLessThanOrEqual(3);
            for (const [at, { id, score }] of found.copies.entries()) {
              expect(Math.abs(score - cosine(vectors[id - 1] ?? [], query))).toBeLessThan(0.01);
              expect(Math.abs(score - (expected[at]?.score ?? score))).toBeLessThan(0.02);
            }
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('include those that a later recording adds, and none of another model', async () => {
    const index = createCopyIndex(clickhouse, { minVectors: 0, maxBytes: 2 ** 30 });
    await index.load(model, 1);
    const added = toBytes(randomVector());
    const rows = [model, 'other@1'].map((name, at) => ({
      model: name,
      copy_id: 9001 + at,
      vector: added,
      built_at: new Date(),
    }));
    await clickhouse.insert('copy_vectors', rows);
    const query = [...(toUnit(added) ?? [])];
    const request = { model, query, minScore: 0.99, recording: 2, matching: null, limit: 5 };
    for (const found of [await index.nearestInMemory(request), await index.nearestInEngine(request)]) {
      expect(found?.copies.map(({ id }) => id)).toEqual([9001]);
    }
    expect(await index.nearestInMemory({ ...request, model: 'absent@1' })).toBeUndefined();
  });

  it('are compared by the engine if they need too much memory', async () => {
    const index = createCopyIndex(clickhouse, { minVectors: 0, maxBytes: 1000 });
    await index.load(model, 1);
    const query = [...(toUnit(vectors[0] ?? []) ?? [])];
    const request = { model, query, minScore: 0, recording: 1, matching: null, limit: 5 };
    expect(await index.nearestInMemory(request)).toBeUndefined();
    expect((await index.nearestInEngine(request)).copies[0]).toMatchObject({ id: 1 });
  });
});
