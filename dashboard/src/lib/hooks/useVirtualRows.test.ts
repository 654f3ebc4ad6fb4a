import { expect, it } from 'vitest';
import { addRows, findRows } from './useVirtualRows.ts';

const toItems = (hashes: string) => hashes.split('').map((hash) => ({ hash }));

it('finds the rows around an item after others were inserted above it, and after a resize', () => {
  expect(findRows(['e'], { items: toItems('abcdefgh'), columns: 2 })).toEqual([1, 2, 3]);
  expect(findRows(['e'], { items: toItems('xyzabcdefgh'), columns: 2 })).toEqual([2, 3, 4]);
  expect(findRows(['e'], { items: toItems('abcdefgh'), columns: 4 })).toEqual([0, 1]);
});

it('finds no rows for an item that is gone', () => {
  expect(findRows(['e', ''], { items: toItems('abcd'), columns: 2 })).toEqual([]);
});

it('adds rows in order and keeps those that are rendered', () => {
  const rows = [
    { index: 0, space: 0 },
    { index: 5, space: 90 },
  ];
  expect(addRows(rows, [5, 2])).toEqual([
    { index: 0, space: 0 },
    { index: 2, space: 0 },
    { index: 5, space: 90 },
  ]);
  expect(addRows(rows, [0, 5])).toBe(rows);
});
