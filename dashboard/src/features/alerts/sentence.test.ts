import { expect, test } from 'vitest';
import { describeKeyword } from './sentence.ts';

test.each([
  ['sale', 'sale'],
  ['summer sale', 'summer and sale'],
  ['"free shipping"', '“free shipping”'],
  ['„kostenloser Versand“', '“kostenloser Versand”'],
  ['shoes -kids', 'shoes but not kids'],
  ['"running shoes" -"second hand" -used', '“running shoes” but not “second hand” or used'],
  ['-kids', 'anything but not kids'],
  ['e-mail 50%', 'e-mail and 50%'],
])('describes %s', (keyword, text) => {
  expect(describeKeyword(keyword)).toBe(text);
});
