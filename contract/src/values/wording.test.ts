import { expect, test } from 'vitest';
import { describeValue } from './wording.ts';

test('a rejected text is shown in one printable line', () => {
  expect(describeValue('a\u007Fb\u0085c\u2028d\u202Ee\nf')).toBe(
    '"a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}e\\nf"',
  );
});
