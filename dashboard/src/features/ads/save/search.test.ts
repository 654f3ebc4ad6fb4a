import { expect, test } from 'vitest';
import { readSaveSearch } from './search.ts';

test('keeps http addresses only', () => {
  const url = 'https://example.com/ad?id=1';
  expect(readSaveSearch({ url, image: 'javascript:alert(1)', title: 'Kettle', site: 5 })).toEqual({
    url,
    title: 'Kettle',
    site: '5',
  });
  expect(readSaveSearch({ url: 'data:text/html,x' })).toEqual({});
});
