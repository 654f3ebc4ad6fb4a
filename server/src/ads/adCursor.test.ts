import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageInfo, decodeAdCursor } from './adCursor.ts';

const nextOf = (asOf: number, offset: number): number =>
  pageInfo({ list: 'list', asOf, offset: offset - 1 }, 1, 2 ** 22).nextCursor ?? 0;

it('a cursor keeps its recording and offset over 32,767 more recordings', () => {
  const someOffset = fc.integer({ min: 1, max: 2 ** 22 - 1 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 9 }),
      someOffset,
      fc.nat(2 ** 15 - 1),
      (asOf, offset, later) => {
        expect(decodeAdCursor('list', nextOf(asOf, offset), asOf + later)).toEqual({
          list: 'list',
          asOf,
          offset,
        });
      },
    ),
  );
});

it.each([
  ['after more recordings than it can distinguish', 5 + 2 ** 15],
  ['when the index is older than it, as after a restore', 4],
])('a cursor is rejected %s', (_, newest) => {
  expect(() => decodeAdCursor('list', nextOf(5, 20), newest)).toThrow('leave it out to get the first page');
});

it('cursor 0 is the first page, as of the newest recording', () => {
  expect(decodeAdCursor('list', 0, 77)).toEqual({ list: 'list', asOf: 77, offset: 0 });
});
