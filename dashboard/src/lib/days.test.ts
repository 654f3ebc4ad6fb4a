import { expect, it } from 'vitest';
import { plusDays, todayInUtc } from './days.ts';

it('counts days in UTC, across the ends of months', () => {
  expect(todayInUtc(Date.parse('2026-03-03T23:59:00Z'))).toBe('2026-03-03');
  expect(plusDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01');
});
