import { expect, it } from 'vitest';
import { httpUrl } from './values.ts';
import { parsedUrl } from './parsedUrl.ts';

it('takes an address as often as it is given, whatever the letters of its host', () => {
  const refused = Array.from({ length: 20_000 }, () => 'https://köln.de/a').filter(
    (address) => !httpUrl.safeParse(address).success,
  );
  expect(refused).toEqual([]);
});

it.each([
  ['/b', 'https://example.com/b'],
  ['http://[', null],
])('reads %j beside a page as %j', (text, address) => {
  expect(parsedUrl(text, new URL('https://example.com/a'))?.href ?? null).toBe(address);
});
