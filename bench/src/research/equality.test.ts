import { expect, test } from 'vitest';
import { difference } from './equality.ts';

test('results that differ only by rounding are equal', () => {
  const ours = [['Free shipping', 3, 71.24, '2026-01-31']];
  expect(difference(ours, [['Free shipping', 3, 71.23, '2026-01-31']])).toBeUndefined();
});

test('a difference is reported with both rows', () => {
  const ours = [['Free shipping', 3, 71.24]];
  expect(difference(ours, [['Free shipping', 4, 71.24]])).toBe(
    'row 1 is ["Free shipping",3,71.24] here and ["Free shipping",4,71.24] there',
  );
});

test('rows in another order are a difference', () => {
  expect(difference([[1], [2]], [[2], [1]])).toContain('row 1');
});

test('a row or a field that is missing is a difference', () => {
  expect(difference([[1], [2]], [[1]])).toBe('2 rows here and 1 there');
  expect(difference([[1, 2]], [[1]])).toContain('row 1');
});
