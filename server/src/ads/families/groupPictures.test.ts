import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hammingDistance } from '../../integrations/images/pdq.ts';
import { groupPictures } from './groupPictures.ts';

/** Differ in multiples of 16 bits, so that many are nearly equal. */
const picture = fc
  .array(fc.constantFrom('0000', 'ffff'), { minLength: 16, maxLength: 16 })
  .map((parts) => parts.join(''));

it('pictures are grouped as by comparing all with one another', () => {
  fc.assert(
    fc.property(fc.array(picture, { maxLength: 30 }), (pdqs) => {
      const groups = groupPictures(pdqs);
      expect(new Set(groups.keys())).toEqual(new Set(pdqs));
      for (const pdq of pdqs) expect(groups.get(pdq)).toBe(listGroup(pdq, pdqs).toSorted()[0]);
    }),
  );
});

it('pictures with a distance of 31 bits are nearly equal, with 32 they are not', () => {
  const none = '0'.repeat(64);
  const [near, far] = ['7fffffff', 'ffffffff'].map((digits) => digits.padStart(64, '0'));
  expect(groupPictures([none, near ?? '']).get(near ?? '')).toBe(none);
  expect(groupPictures([none, far ?? '']).get(far ?? '')).toBe(far);
});

function listGroup(pdq: string, pdqs: readonly string[]): string[] {
  const found = new Set([pdq]);
  for (const each of found) {
    for (const other of pdqs) if (hammingDistance(each, other) <= 31) found.add(other);
  }
  return [...found];
}
