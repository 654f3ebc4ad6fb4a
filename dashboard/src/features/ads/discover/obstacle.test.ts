import { expect, it } from 'vitest';
import { biggestObstacle } from './obstacle.ts';

it('is the filter whose removal yields most ads', () => {
  expect(
    biggestObstacle([
      { filter: 'platforms', total: 3 },
      { filter: 'status', total: 40 },
      { filter: 'dates', total: 0 },
    ]),
  ).toEqual({ filter: 'status', total: 40 });
  expect(biggestObstacle([{ filter: 'platforms', total: 0 }])).toBeNull();
  expect(biggestObstacle([])).toBeNull();
});
