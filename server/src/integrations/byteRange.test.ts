import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseByteRange } from './byteRange.ts';

describe('a Range header', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=3-', { start: 3, end: 9 }],
    ['bytes=3-99', { start: 3, end: 9 }],
    ['bytes=-4', { start: 6, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=10-', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=5-3', null],
    ['bytes=0-1,4-5', null],
    ['items=0-1', null],
    ['bytes=-', null],
    [undefined, null],
  ])('%s of ten bytes', (header, expected) => {
    expect(parseByteRange(header, 10)).toEqual(expected);
  });

  it('selects the bytes between both ends, and none outside of the file', () => {
    const length = fc.integer({ min: 1, max: 50 });
    fc.assert(
      fc.property(length, fc.nat(60), fc.nat(60), (bytes, from, to) => {
        const file = Array.from({ length: bytes }, (_, index) => index);
        const range = parseByteRange(`bytes=${from}-${to}`, bytes);
        const selected =
          range === null || range === 'outside' ? range : file.slice(range.start, range.end + 1);
        const expected = file.filter((each) => each >= from && each <= to);
        expect(selected).toEqual(to < from ? null : from >= bytes ? 'outside' : expected);
      }),
    );
  });
});
