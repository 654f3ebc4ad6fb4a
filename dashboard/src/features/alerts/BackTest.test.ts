import { expect, test } from 'vitest';
import { adsByDay } from './BackTest.tsx';

test('includes days without matches, across the end of a month', () => {
  const firings = [
    { date: '2026-03-01', adCount: 4 },
    { date: '2026-02-27', adCount: 1 },
  ];
  expect(adsByDay('2026-02-27', '2026-03-02', firings)).toEqual([
    { date: '2026-02-27', adCount: 1 },
    { date: '2026-02-28', adCount: 0 },
    { date: '2026-03-01', adCount: 4 },
    { date: '2026-03-02', adCount: 0 },
  ]);
});
