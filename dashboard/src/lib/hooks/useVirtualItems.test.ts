import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listNeighbors, placeItems } from './useVirtualItems.ts';

describe('the places of items in columns', () => {
  const heights = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 60 });
  const columnCount = fc.integer({ min: 1, max: 10 });

  it('fill the shortest column', () => {
    // The first column is the tallest, so that the fourth and fifth item are below the others.
    expect(placeItems([300, 100, 200, 50, 10], 3, 12)).toEqual([
      { column: 0, top: 0, height: 300 },
      { column: 1, top: 0, height: 100 },
      { column: 2, top: 0, height: 200 },
      { column: 1, top: 112, height: 50 },
      { column: 1, top: 174, height: 10 },
    ]);
  });

  it('are in reading order: no item starts above an earlier one', () => {
    fc.assert(
      fc.property(heights, columnCount, (all, columns) => {
        const tops = placeItems(all, columns, 12).map(({ top }) => top);
        expect(tops).toEqual(tops.toSorted((a, b) => a - b));
      }),
    );
  });

  it('do not overlap, and are one gap apart in a column', () => {
    fc.assert(
      fc.property(heights, columnCount, fc.integer({ min: 0, max: 40 }), (all, columns, gap) => {
        const placed = placeItems(all, columns, gap);
        for (let column = 0; column < columns; column += 1) {
          const items = placed.filter((item) => item.column === column);
          for (const [at, item] of items.entries()) {
            const above = items[at - 1];
            expect(item.top).toBe(above === undefined ? 0 : above.top + above.height + gap);
          }
        }
      }),
    );
  });
});

it('finds the items before, after, above and below an item', () => {
  const placed = [0, 1, 2, 1, 1, 0].map((column) => ({ column }));
  const neighbors = (index: number): number[] => listNeighbors(placed, index).toSorted((a, b) => a - b);
  expect(neighbors(3)).toEqual([1, 2, 3, 4]);
  expect(neighbors(0)).toEqual([0, 1, 5]);
  expect(neighbors(2)).toEqual([1, 2, 3]);
  expect(neighbors(5)).toEqual([0, 4, 5]);
});
