import { expect, it } from 'vitest';
import { isLongCopy } from './AdCard.tsx';

it('measures copy by letters, with wide letters counted twice, and by lines', () => {
  expect(isLongCopy('word '.repeat(29))).toBe(false);
  expect(isLongCopy('word '.repeat(31))).toBe(true);
  expect(isLongCopy('送料無料'.repeat(18))).toBe(false);
  expect(isLongCopy('送料無料'.repeat(20))).toBe(true);
  expect(isLongCopy('a\nb\nc')).toBe(false);
  expect(isLongCopy('a\nb\nc\nd')).toBe(true);
});
