import { describe, expect, it } from 'vitest';
import { lastDigest, nextDigest } from './notify.ts';

const day = (text: string): Date => new Date(`${text}Z`);
const shown = (date: Date): string => date.toISOString().slice(0, 16);

describe('when digests are due', () => {
  it.each([
    ['a minute before', '2026-03-04T06:59', '2026-03-03T07:00', '2026-03-04T07:00'],
    ['at that time', '2026-03-04T07:00', '2026-03-04T07:00', '2026-03-05T07:00'],
    ['in the evening', '2026-03-04T23:59', '2026-03-04T07:00', '2026-03-05T07:00'],
    ['at the turn of a year', '2026-01-01T00:00', '2025-12-31T07:00', '2026-01-01T07:00'],
    ['on a leap day', '2028-02-29T08:00', '2028-02-29T07:00', '2028-03-01T07:00'],
  ])('daily, at seven: %s', (_, now, last, next) => {
    expect(shown(lastDigest('daily', day(now)))).toBe(last);
    expect(shown(nextDigest('daily', day(now)))).toBe(next);
  });

  it.each([
    ['a minute before', '2026-03-02T06:59', '2026-02-23T07:00', '2026-03-02T07:00'],
    ['at that time', '2026-03-02T07:00', '2026-03-02T07:00', '2026-03-09T07:00'],
    ['on Sunday', '2026-03-08T12:00', '2026-03-02T07:00', '2026-03-09T07:00'],
  ])('weekly, on Monday at seven: %s', (_, now, last, next) => {
    expect(shown(lastDigest('weekly', day(now)))).toBe(last);
    expect(shown(nextDigest('weekly', day(now)))).toBe(next);
  });
});
