import { expect, test } from 'vitest';
import { tooMany } from './signIn.ts';

test('a wait is told in seconds while one can count them, then in minutes, never shorter than it is', () => {
  expect(tooMany(30)).toBe('There were too many attempts. Try again in 30 seconds.');
  expect(tooMany(121)).toBe('There were too many attempts. Try again in 3 minutes.');
  expect(tooMany(840)).toContain('14 minutes');
});
