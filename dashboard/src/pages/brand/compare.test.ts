import { expect, test } from 'vitest';
import { mixRows, placeOfLargest } from './compare.ts';

test('only a value larger than every other one is marked', () => {
  const marked = (...values: (number | null)[]) => placeOfLargest(values, (value) => value.toFixed(1));
  expect(marked(1, 3, 2)).toBe(1);
  expect(marked(3, 3, 2)).toBeNull();
  expect(marked(null, 2)).toBeNull();
  expect(marked(null, 2, 1)).toBe(1);
  expect(marked(0.201, 0.199), 'both are written 0.2').toBeNull();
});

test('mixes stand beside each other, the most used first, with nothing where a brand does not use it', () => {
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
