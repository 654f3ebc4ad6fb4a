import { expect, it } from 'vitest';
import { inParts } from './inParts.ts';

it('parts of a list are bounded by what is in them, and every item is in one', () => {
  const sizes = [1, 15_999_999, 3, 20_000_000, 5];
  expect([...inParts(sizes, (size) => size)]).toEqual([[1, 15_999_999], [3, 20_000_000], [5]]);
  expect([...inParts([], () => 1)]).toEqual([]);
});
