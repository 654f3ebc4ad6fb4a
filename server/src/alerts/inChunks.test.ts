import { expect, it } from 'vitest';
import { inParts } from './inChunks.ts';

it('batches are bounded by size and contain every item once', () => {
  const sizes = [1, 15_999_999, 3, 20_000_000, 5];
  expect([...inParts(sizes, (size) => size)]).toEqual([[1, 15_999_999], [3, 20_000_000], [5]]);
  expect([...inParts([], () => 1)]).toEqual([]);
});
