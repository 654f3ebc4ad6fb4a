import { expect, test } from 'vitest';
import { mixRows, placeOfLargest } from './compare.ts';
import { dayBefore } from './filters.ts';
import { periodsOf } from './launches.ts';

function days(count: number) {
  return Array.from({ length: count }, (_, number) => ({
    date: dayBefore('2026-03-31', count - 1 - number),
    launched: 1,
    active: number,
  }));
}

test('a month is drawn by days, a quarter by weeks that end today, and no launch is lost', () => {
  expect(periodsOf(days(30))).toHaveLength(30);
  const weeks = periodsOf(days(90));
  expect(weeks).toHaveLength(13);
  expect(weeks.at(-1)).toEqual({ from: '2026-03-25', to: '2026-03-31', launched: 7, active: 89 });
  expect(weeks[0]?.launched).toBe(6);
  expect(periodsOf([])).toEqual([]);
});

test('only a value larger than every other one is marked', () => {
  const marked = (...values: (number | null)[]) => placeOfLargest(values, (value) => value.toFixed(1));
  expect(marked(1, 3, 2)).toBe(1);
  expect(marked(3, 3, 2)).toBeNull();
  expect(marked(null, 2)).toBeNull();
  expect(marked(null, 2, 1)).toBe(1);
  expect(marked(0.201, 0.199), 'both are written 0.2').toBeNull();
});

test('mixes stand beside each other, the most used first, with nothing where a brand does not use it', () => {
  const rows = mixRows(
    [
      [{ name: 'image', share: 0.6 }],
      [
        { name: 'video', share: 0.9 },
        { name: 'image', share: 0.1 },
      ],
    ],
    ({ name }) => name,
  );
  expect(rows).toEqual([
    { value: 'video', shares: [0, 0.9] },
    { value: 'image', shares: [0.6, 0.1] },
  ]);
});
