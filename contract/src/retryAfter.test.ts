import { expect, it } from 'vitest';
import { retryAfterSeconds } from './retryAfter.ts';

it.each([
  ['30', 30],
  ['0', 0],
  [' 5 ', 5],
  ['5, 7', 5],
  ['Mon, 16 Nov 2026 10:00:30 GMT', 30],
  ['Mon, 16 Nov 2026 09:00:00 GMT', 0],
  ['1.5', null],
  ['-1', null],
  ['soon', null],
  ['Monday', null],
  ['', null],
  [null, null],
  [undefined, null],
])('%j means %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, Date.parse('2026-11-16T10:00:00Z'))).toBe(seconds);
});
