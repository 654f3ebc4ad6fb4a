import { expect, test } from 'vitest';
import { areStartsUnknown, groupMonths } from './LaunchHistory.tsx';

const month = (index: number) => {
  const name = `${2000 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
  return { month: name, launched: index, active: index + 1 };
};

test('months are bars with their first and last day, up to today', () => {
  const spans = groupMonths([month(0), month(1)], '2000-02-10');
  expect(spans).toMatchObject([
    { from: '2000-01-01', to: '2000-01-31', launched: 0, active: 1 },
    { from: '2000-02-01', to: '2000-02-10', launched: 1, active: 2 },
  ]);
});

test('many months become years that add up to the same number, with the running ads of the last month', () => {
  const months = Array.from({ length: 150 }, (_, index) => month(index));
  const spans = groupMonths(months, '2012-06-15');
  expect(spans).toHaveLength(13);
  expect(spans[0]).toMatchObject({ title: '2000', from: '2000-01-01', to: '2000-12-31', active: 12 });
  expect(spans.at(-1)).toMatchObject({ title: '2012', to: '2012-06-15', active: 150 });
  expect(spans.reduce((sum, { launched }) => sum + launched, 0)).toBe((149 * 150) / 2);
});

test('starts are unknown if none is published and all ads were first seen in one month', () => {
  const november = (launched: number) => ({ month: '2026-11', launched, active: launched });
  expect(areStartsUnknown([november(100)], 0)).toBe(true);
  expect(areStartsUnknown([november(100), november(0)], 0)).toBe(true);
  expect(areStartsUnknown([november(100), november(1)], 0)).toBe(false);
  expect(areStartsUnknown([november(100)], 1)).toBe(false);
  expect(areStartsUnknown([], 0)).toBe(false);
});
