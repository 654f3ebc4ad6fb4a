import { describe, expect, it } from 'vitest';
import { pausedUntil, parseRetryAfter, retryAt } from './retries.ts';

const endedAt = new Date('2026-03-01T12:00:00Z');
const minutesTo = (time: Date | null): number | null => time && (time.getTime() - endedAt.getTime()) / 60_000;

describe('retries', () => {
  it('are eight, the last about a day after the first attempt, each with jitter', () => {
    const expected = [1, 5, 30, 60, 120, 240, 480, 504];
    expect(expected.reduce((sum, minutes) => sum + minutes)).toBe(24 * 60);
    for (const [at, minutes] of expected.entries()) {
      const wait = minutesTo(retryAt({ tries: at + 1, endedAt, retryAfter: 0 })) ?? 0;
      expect(wait).toBeGreaterThanOrEqual(minutes);
      expect(wait).toBeLessThanOrEqual(minutes * 1.1);
    }
    expect(retryAt({ tries: 9, endedAt, retryAfter: 600 })).toBeNull();
  });

  it('respect Retry-After', () => {
    expect(minutesTo(retryAt({ tries: 1, endedAt, retryAfter: 1800 }))).toBe(30);
    expect(minutesTo(pausedUntil(1, { tries: 1, endedAt, retryAfter: 1800 }))).toBe(30);
  });

  it('pause a failing webhook for up to five minutes', () => {
    const pauses = [1, 2, 3, 100].map((failures) =>
      minutesTo(pausedUntil(failures, { tries: 1, endedAt, retryAfter: 0 })),
    );
    expect(pauses).toEqual([0, 1, 5, 5]);
  });

  it.each([
    [undefined, 0],
    ['120', 120],
    ['0', 0],
    ['99999999999', 3600],
    ['-5', 0],
    ['soon', 0],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Mon, 02 Mar 2026 12:00:00 GMT', 3600],
  ])('Retry-After: %s is %d seconds', (header, seconds) => {
    expect(parseRetryAfter(header, endedAt)).toBe(seconds);
  });
});
