import { expect, test } from 'vitest';
import { plusDays } from '../../lib/days.ts';
import { groupPeriods } from './Timeline.tsx';

function days(count: number) {
  return Array.from({ length: count }, (_, number) => ({
    date: plusDays('2026-03-31', number + 1 - count),
    launched: 1,
    active: number,
  }));
}

test('groups a month by days and a quarter by weeks that end today, without losing launches', () => {
  expect(groupPeriods(days(30))).toHaveLength(30);
  const weeks = groupPeriods(days(90));
  expect(weeks).toHaveLength(13);
  expect(weeks.at(-1)).toEqual({ from: '2026-03-25', to: '2026-03-31', launched: 7, active: 89 });
  expect(weeks[0]?.launched).toBe(6);
  expect(groupPeriods(days(3660))).toHaveLength(131);
  expect(groupPeriods([])).toEqual([]);
});
