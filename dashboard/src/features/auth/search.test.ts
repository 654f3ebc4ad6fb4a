import { expect, test } from 'vitest';
import { readSignInSearch } from './search.ts';

test('accepts a path of this site with its query', () => {
  expect(readSignInSearch({ next: '/boards/3?sort=views' })).toEqual({ next: '/boards/3?sort=views' });
  expect(readSignInSearch({ isNew: true })).toEqual({ isNew: true });
  expect(readSignInSearch({ isSignedOut: true })).toEqual({ isSignedOut: true });
});

test.each([
  'https://evil.example',
  '//evil.example',
  String.raw`/\evil.example`,
  'discover',
  '',
  7,
  undefined,
])('rejects %s', (next) => {
  expect(readSignInSearch({ next, isNew: 'yes' })).toEqual({});
});
