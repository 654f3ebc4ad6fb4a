import { expect, test } from 'vitest';
import { libCopy } from './copy.ts';

test('shows short waits in seconds and longer ones in minutes, rounded up', () => {
  expect(libCopy.tooManyAttempts(30)).toBe('Too many attempts. Try again in 30 seconds.');
  expect(libCopy.tooManyAttempts(121)).toBe('Too many attempts. Try again in 3 minutes.');
  expect(libCopy.tooManyAttempts(840)).toContain('14 minutes');
});
