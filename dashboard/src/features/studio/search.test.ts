import { expect, it } from 'vitest';
import { readStudioSearch } from './search.ts';

it('reads valid search parameters', () => {
  const ad = '02415cf9d326f0d1d17730b43ba386fd';
  expect(readStudioSearch({ ad: ad.toUpperCase(), product: 3 })).toEqual({ ad, product: 3 });
  expect(readStudioSearch({ tab: 'products', product: 'new' })).toEqual({ tab: 'products', product: 'new' });
  expect(readStudioSearch({ tab: 'images', product: 12, all: true })).toEqual({
    tab: 'images',
    product: 12,
    all: true,
  });
});

it('drops invalid parameters and the default tab', () => {
  expect(readStudioSearch({ tab: 'creatives', ad: '../x', product: -1, all: 'yes' })).toEqual({});
  expect(readStudioSearch({ tab: ['products'], ad: 7, product: null })).toEqual({});
});
