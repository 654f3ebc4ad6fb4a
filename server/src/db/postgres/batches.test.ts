import { expect, it } from 'vitest';
import { splitBySize } from './batches.sql.ts';

it('batches are bounded by size and contain every item once', () => {
  const sizes = [1, 15_999_999, 3, 20_000_000, 5];
  expect([...splitBySize(sizes, (size) => size)]).toEqual([[1, 15_999_999], [3, 20_000_000], [5]]);
  expect([...splitBySize([], () => 1)]).toEqual([]);
});
