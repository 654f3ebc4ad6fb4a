import { expect, test } from 'vitest';
import { got } from './wording.ts';

test('a refused text is told in one printable line', () => {
  expect(got('a\u007Fb\u0085c\u2028d\u202Ee\nf')).toBe('"a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}e\\nf"');
});
