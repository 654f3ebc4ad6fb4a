import { expect, it } from 'vitest';
import { httpUrl } from './fields.ts';
import { parseUrl } from './parseUrl.ts';

it('accepts a URL with a non-ASCII host on every call', () => {
  const refused = Array.from({ length: 20_000 }, () => 'https://köln.de/a').filter(
    (address) => !httpUrl.safeParse(address).success,
  );
  expect(refused).toEqual([]);
});

it.each([
  ['/b', 'https://example.com/b'],
  ['http://[', null],
])('reads %j beside a page as %j', (text, address) => {
  expect(parseUrl(text, new URL('https://example.com/a'))?.href ?? null).toBe(address);
});
