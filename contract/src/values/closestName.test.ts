import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closestName, sortBySimilarity } from './closestName.ts';

const known = ['name', 'description', 'parentBoardId', 'teamId'];

describe('the closest known name', () => {
  test.each([
    ['nmae', 'name'],
    ['nam', 'name'],
    ['Name', 'name'],
    ['parent_board_id', 'parentBoardId'],
    ['descripton', 'description'],
    ['teamID', 'teamId'],
  ])('%s was meant to be %s', (given, meant) => {
    expect(closestName(given, known)).toBe(meant);
  });

  test('a name that resembles none has no match', () => {
    expect(closestName('xyzzy', known)).toBeUndefined();
    expect(closestName('', known)).toBeUndefined();
    expect(closestName('name', [])).toBeUndefined();
  });

  test('a name matches itself, and still with one typo', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.nat(),
        fc.constantFrom('drop', 'double', 'swap'),
        (name, at, slip) => {
          expect(closestName(name, known)).toBe(name);
          const place = at % (name.length - 1);
          const letters = Array.from(name);
          const [here = '', next = ''] = letters.slice(place, place + 2);
          const replacement = { drop: [next], double: [here, here, next], swap: [next, here] }[slip] ?? [];
          letters.splice(place, 2, ...replacement);
          expect(closestName(letters.join(''), known)).toBe(name);
        },
      ),
    );
  });

  test('every known name is ranked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (given) => {
        expect(sortBySimilarity(given, known).toSorted()).toEqual(known.toSorted());
      }),
    );
  });
});
