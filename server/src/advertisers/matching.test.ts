import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceFrom } from './matching.ts';
import { maxEditDistance } from '../ads/editDistance.ts';
import { parseName } from './parsedName.ts';

const mistakes = (typed: string, name: string): number | null =>
  distanceFrom(parseName(typed))(parseName(name).words);

describe('the edit distance from typed text to a name', () => {
  it.each([
    ['none', 'nike', 'Nike', 0],
    ['a letter too many', 'niike', 'Nike', 1],
    ['a letter missing', 'nke', 'Nike', 1],
    ['a wrong letter', 'nixe', 'Nike', 1],
    ['neighbours that have changed places', 'nkie', 'Nike', 1],
    ['two, in a longer word', 'pategonai', 'Patagonia', 2],
    ['one in each word', 'yvse rochr', 'Yves Rocher', 2],
    ['none where the words begin like this', 'ro yv', 'Yves Rocher', 0],
    ['none in where the spaces are', 'yves ro cher', 'Yvesrocher', 0],
    ['one in an unspaced name', '資性堂', '資生堂', 1],
    ['one in a name of two words without the space, one of them correct', 'bluewhlae', 'Blue Whale', 1],
    ['not counted without the space if no word is correct', 'bluwhalle', 'Blue Whale', null],
    ['too many for so short a word', 'nkee', 'Nikon', null],
    ['any in one of two letters', 'nx', 'Nike', null],
    ['a word that is not there', 'nike shoes', 'Nike', null],
  ])('is %s', (_, typed, name, count) => {
    expect(mistakes(typed, name)).toBe(count);
  });

  it('matches a full distance table', () => {
    const word = fc.stringMatching(/^[abc]{3,16}$/);
    fc.assert(
      fc.property(word, word, (typed, name) => {
        fc.pre(!name.startsWith(typed));
        const count = plainDistance(typed, name);
        expect(mistakes(typed, name)).toBe(count > maxEditDistance(typed.length) ? null : count);
      }),
      { numRuns: 2000 },
    );
  });
});

function plainDistance(from: string, to: string): number {
  const table = Array.from({ length: from.length + 1 }, (_, i) =>
    Array.from({ length: to.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= from.length; i += 1) {
    for (let j = 1; j <= to.length; j += 1) {
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const count = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1),
        isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      table[i]?.splice(j, 1, count);
    }
  }
  return at(from.length, to.length);
}
