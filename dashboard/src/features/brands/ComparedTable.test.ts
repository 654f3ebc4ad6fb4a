import { expect, test } from 'vitest';
import { mixRows, indexOfLargest } from './ComparedTable.tsx';

test('finds the largest value only if it is unique', () => {
  const largest = (...values: (number | null)[]) => indexOfLargest(values, (value) => value.toFixed(1));
  expect(largest(1, 3, 2)).toBe(1);
  expect(largest(3, 3, 2)).toBeNull();
  expect(largest(null, 2)).toBeNull();
  expect(largest(null, 2, 1)).toBe(1);
  expect(largest(0.201, 0.199), 'both are formatted as 0.2').toBeNull();
});

test('aligns mixes by value, most used first, with 0 for unused values', () => {
  const rows = mixRows([
    [{ value: 'image', share: 0.6 }],
    [
      { value: 'video', share: 0.9 },
      { value: 'image', share: 0.1 },
    ],
  ]);
  expect(rows).toEqual([
    { value: 'video', shares: [0, 0.9] },
    { value: 'image', shares: [0.6, 0.1] },
  ]);
});
