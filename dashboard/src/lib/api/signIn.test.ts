import { expect, test } from 'vitest';
import { tooManyAttempts } from './signIn.ts';

test('shows short waits in seconds and longer ones in minutes, rounded up', () => {
  expect(tooManyAttempts(30)).toBe('Too many attempts. Try again in 30 seconds.');
  expect(tooManyAttempts(121)).toBe('Too many attempts. Try again in 3 minutes.');
  expect(tooManyAttempts(840)).toContain('14 minutes');
});
