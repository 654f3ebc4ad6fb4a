import { expect, test } from 'vitest';
import { compareLaunches } from './launches.ts';

test('the window is compared with as many days before', () => {
  expect(compareLaunches([9, 1, 1, 3, 0], 2)).toEqual({ now: 3, before: 2, percent: 50 });
  expect(compareLaunches([4, 0, 1, 0], 2)).toEqual({ now: 1, before: 4, percent: -75 });
});

test('without launches before there is no percentage, and without days before there is no comparison', () => {
  expect(compareLaunches([0, 0, 1, 2], 2)).toEqual({ now: 3, before: 0, percent: null });
  expect(compareLaunches([1, 2, 3], 2)).toBeNull();
});
