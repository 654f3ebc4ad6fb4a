import { expect, it } from 'vitest';
import { retryAfterSeconds } from './retryAfter.ts';

it.each([
  ['30', 30],
  ['0', 0],
  [' 5 ', 5],
  ['5, 7', 5],
  ['Mon, 16 Nov 2026 10:00:30 GMT', 30],
  ['Mon, 16 Nov 2026 09:00:00 GMT', 0],
  ['2147483', 2_147_483],
  ['2147484', 2_147_483],
  ['99999999999999999999', 2_147_483],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 2_147_483],
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
