import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactly } from './exactJson.ts';

test('64-bit ids keep their digits as text', () => {
  expect(parseExactly('{"id":7300000000000000001,"ids":[ -9223372036854775808 ,1]}')).toEqual({
    id: '7300000000000000001',
    ids: ['-9223372036854775808', 1],
  });
});

test('digits inside a text are unchanged', () => {
  const value = { a: '7300000000000000001', b: '\\"7300000000000000001', 'c:7300000000000000001,': ['"'] };
  expect(parseExactly(JSON.stringify(value))).toEqual(value);
});

test('fractions and exponents stay numbers at any length', () => {
  const text = '[0.12345678901234567890,1e30,12345678901234567890.5,1E-20,true,false]';
  expect(parseExactly(text)).toEqual(JSON.parse(text));
});

test('integers become text exactly when they are unsafe', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (number) => {
      const safe = number >= -9_007_199_254_740_991n && number <= 9_007_199_254_740_991n;
      expect(parseExactly(`{"id": ${number}}`)).toEqual({ id: safe ? Number(number) : String(number) });
    }),
  );
});

test('all other JSON parses as usual', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), fc.nat(2), (json, indent) => {
      const spaced = JSON.stringify(JSON.parse(json), null, indent);
      fc.pre(!/\d{16}/.test(spaced));
      expect(parseExactly(spaced)).toEqual(JSON.parse(spaced));
    }),
  );
});

test('invalid JSON is rejected', () => {
  for (const text of [
    '',
    '{',
    '"\\',
    '"\\"'.repeat(1000),
    '7300000000000000001 7300000000000000001',
    '--1',
    'e',
  ]) {
    expect(() => parseExactly(text)).toThrow(SyntaxError);
  }
});
