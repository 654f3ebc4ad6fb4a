import { expect, test } from 'vitest';
import { chosenOf, nothingChosen, touch } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const chosen = (selection: typeof nothingChosen): string => [...selection.chosen].toSorted().join('');

test('a touch chooses an ad, another one lets it go', () => {
  const once = touch(nothingChosen, 'b', order, false);
  expect(chosen(once)).toBe('b');
  expect(chosen(touch(once, 'b', order, false))).toBe('');
});

test('with shift, everything from the one touched before is chosen, in either direction', () => {
  const one = touch(nothingChosen, 'd', order, false);
  expect(chosen(touch(one, 'b', order, true))).toBe('bcd');
  const other = touch(nothingChosen, 'b', order, false);
  const range = touch(other, 'd', order, true);
  expect(chosen(range)).toBe('bcd');
  expect(chosen(touch(range, 'c', order, true))).toBe('b');
});

test('a range that has no beginning any more is the ad alone', () => {
  expect(chosen(touch(nothingChosen, 'c', order, true))).toBe('c');
  expect(chosen(touch({ chosen: new Set(), last: 'gone' }, 'c', order, true))).toBe('c');
});

test('of what is chosen, only what is still on the page counts', () => {
  const selection = touch(touch(nothingChosen, 'gone', order, false), 'b', order, false);
  expect(chosenOf(selection, [{ hash: 'a' }, { hash: 'b' }])).toEqual([{ hash: 'b' }]);
});
