import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byDistance, nearest } from './nearest.ts';

const known = ['name', 'description', 'parentBoardId', 'teamId'];

describe('the nearest known name', () => {
  test.each([
    ['nmae', 'name'],
    ['nam', 'name'],
    ['Name', 'name'],
    ['parent_board_id', 'parentBoardId'],
    ['descripton', 'description'],
    ['teamID', 'teamId'],
  ])('%s was meant to be %s', (given, meant) => {
    expect(nearest(given, known)).toBe(meant);
  });

  test('a name that resembles none is not guessed', () => {
    expect(nearest('xyzzy', known)).toBeUndefined();
    expect(nearest('', known)).toBeUndefined();
    expect(nearest('name', [])).toBeUndefined();
  });

  test('a name is nearest to itself, and one slip away from it still nearest', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.nat(),
        fc.constantFrom('drop', 'double', 'swap'),
        (name, at, slip) => {
          expect(nearest(name, known)).toBe(name);
          const place = at % (name.length - 1);
          const letters = Array.from(name);
          const [here = '', next = ''] = letters.slice(place, place + 2);
          const replacement = { drop: [next], double: [here, here, next], swap: [next, here] }[slip] ?? [];
          letters.splice(place, 2, ...replacement);
          expect(nearest(letters.join(''), known)).toBe(name);
        },
      ),
    );
  });

  test('every known name is ranked, whatever was asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (given) => {
        expect(byDistance(given, known).toSorted()).toEqual(known.toSorted());
      }),
    );
  });
});
