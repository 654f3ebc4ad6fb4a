import { expect, test } from 'vitest';
import { listSelected, noSelection, toggle } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const hashesOf = (selection: typeof noSelection): string => [...selection.selected].toSorted().join('');

test('toggles an ad', () => {
  const once = toggle(noSelection, 'b', order, false);
  expect(hashesOf(once)).toBe('b');
  expect(hashesOf(toggle(once, 'b', order, false))).toBe('');
});

test('with a range, selects everything from the last toggled ad, in either direction', () => {
  const one = toggle(noSelection, 'd', order, false);
  expect(hashesOf(toggle(one, 'b', order, true))).toBe('bcd');
  const other = toggle(noSelection, 'b', order, false);
  const range = toggle(other, 'd', order, true);
  expect(hashesOf(range)).toBe('bcd');
  expect(hashesOf(toggle(range, 'c', order, true))).toBe('b');
});

test('a range without a start is the ad alone', () => {
  expect(hashesOf(toggle(noSelection, 'c', order, true))).toBe('c');
  expect(hashesOf(toggle({ selected: new Set(), last: 'gone' }, 'c', order, true))).toBe('c');
});

test('ignores selected ads that are no longer on the page', () => {
  const selection = toggle(toggle(noSelection, 'gone', order, false), 'b', order, false);
  expect(listSelected(selection, [{ hash: 'a' }, { hash: 'b' }])).toEqual([{ hash: 'b' }]);
});
