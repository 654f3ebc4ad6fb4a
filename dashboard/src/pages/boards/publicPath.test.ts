import { expect, test } from 'vitest';
import { publicPath, slugFrom } from './publicPath.ts';

test('a published board is at its word, or at its number', () => {
  expect(publicPath({ id: 7, slug: 'hooks' })).toBe('/b/hooks');
  expect(publicPath({ id: 7, slug: null })).toBe('/b/7');
});

test.each([
  ['Hooks I like', 'hooks-i-like'],
  ['  Crème brûlée! ', 'creme-brulee'],
  ['50% off', '50-off'],
  ['広告', ''],
  ['x'.repeat(63) + ' y', 'x'.repeat(63)],
])('of %s an address makes %s', (name, slug) => {
  expect(slugFrom(name)).toBe(slug);
});
