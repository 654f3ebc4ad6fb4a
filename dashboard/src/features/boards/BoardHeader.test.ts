import { expect, test } from 'vitest';
import { publicPath, slugFrom } from './BoardHeader.tsx';

test('the path of a published board is its slug, or its id', () => {
  expect(publicPath({ id: 7, slug: 'hooks' })).toBe('/b/hooks');
  expect(publicPath({ id: 7, slug: null })).toBe('/b/7');
});

test.each([
  ['Hooks I like', 'hooks-i-like'],
  ['  Crème brûlée! ', 'creme-brulee'],
  ['50% off', '50-off'],
  ['広告', ''],
  ['x'.repeat(63) + ' y', 'x'.repeat(63)],
])('the slug of %s is %s', (name, slug) => {
  expect(slugFrom(name)).toBe(slug);
});
