import { expect, it } from 'vitest';
import { inBatches } from './lines.ts';

async function* linesOf(sizes: readonly number[]): AsyncGenerator<{ record: number; bytes: number }> {
  for (const [record, bytes] of sizes.entries()) yield { record, bytes };
}

const batches = async (...sizes: number[]): Promise<number[][]> => {
  const all: number[][] = [];
  for await (const batch of inBatches(linesOf(sizes), { records: 3, bytes: 100 })) all.push(batch);
  return all;
};

it('records are batched up to the number and size limits', async () => {
  expect(await batches()).toEqual([]);
  expect(await batches(1, 1, 1, 1)).toEqual([[0, 1, 2], [3]]);
  expect(await batches(60, 40, 1)).toEqual([[0, 1], [2]]);
  expect(await batches(60, 41, 500, 1, 1)).toEqual([[0], [1], [2], [3, 4]]);
});
