import { expect, it } from 'vitest';
import { readStudioSearch } from './search.ts';

it('keeps what the studio understands of an address', () => {
  const ad = '02415cf9d326f0d1d17730b43ba386fd';
  expect(readStudioSearch({ ad: ad.toUpperCase(), product: 3 })).toEqual({ ad, product: 3 });
  expect(readStudioSearch({ tab: 'products', product: 'new' })).toEqual({ tab: 'products', product: 'new' });
  expect(readStudioSearch({ tab: 'images', product: 12, all: true })).toEqual({
    tab: 'images',
    product: 12,
    all: true,
  });
});

it('leaves out what it does not understand, and the tab that is shown anyway', () => {
  expect(readStudioSearch({ tab: 'creatives', ad: '../x', product: -1, all: 'yes' })).toEqual({});
  expect(readStudioSearch({ tab: ['products'], ad: 7, product: null })).toEqual({});
});
