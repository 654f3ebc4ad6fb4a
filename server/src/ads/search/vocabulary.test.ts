import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance, maxEditDistance } from '../editDistance.ts';
import { closestWord } from './vocabulary.ts';

it('the closest word has the fewest edits, then the most ads', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 9 });
  const entries = fc.array(fc.tuple(word, fc.integer({ min: 2, max: 5 })), { maxLength: 40 });
  fc.assert(
    fc.property(entries, word, (known, typed) => {
      const vocabulary = new Map(known);
      const limit = maxEditDistance(typed.length);
      const ranked = [...vocabulary]
        .map(([each, ads]) => ({ each, ads, edits: editDistance(typed, each, 99) }))
        .filter(({ edits }) => edits <= limit)
        .toSorted(
          (one, other) => one.edits - other.edits || other.ads - one.ads || (one.each < other.each ? -1 : 1),
        );
      expect(closestWord(vocabulary, typed)).toBe(ranked[0]?.each ?? null);
    }),
  );
});
