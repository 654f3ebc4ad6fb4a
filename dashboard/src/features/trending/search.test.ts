import { describe, expect, it } from 'vitest';
import { readSaturationSearch, readTrendingSearch } from './search.ts';

const read = (search: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(readTrendingSearch(search)).filter(([, value]) => value !== undefined));

describe('the search parameters of Trending', () => {
  it('contain the period, the order, the filters and the expanded rows', () => {
    const valid = {
      windowDays: 30,
      sortBy: 'momentum',
      platform: 'tiktok',
      country: 'DE',
      category: 'hook',
      tag: 401,
      company: 'Kitasae',
    };
    expect(read(valid)).toEqual(valid);
  });

  it('accept a numeric brand name', () => {
    expect(read({ company: 1440 })).toEqual({ company: '1440' });
  });

  it('drop invalid values', () => {
    const invalid = {
      windowDays: 8,
      sortBy: 'engagement',
      platform: 'toString',
      country: 'de',
      category: '',
      tag: -1,
      company: {},
      x: 1,
    };
    expect(read(invalid)).toEqual({});
  });
});

describe('the search parameters of the saturation', () => {
  const readSaturation = (search: Record<string, unknown>): object =>
    Object.fromEntries(
      Object.entries(readSaturationSearch(search)).filter(([, value]) => value !== undefined),
    );

  it('contain the period, the filters and a category or the followed brands', () => {
    const valid = { windowDays: 30, platform: 'tiktok', country: 'DE', category: 'Coffee shop' };
    expect(readSaturation(valid)).toEqual(valid);
    expect(readSaturation({ brands: 'followed' })).toEqual({ brands: 'followed' });
  });

  it('drop invalid values, and the followed brands beside a category', () => {
    expect(readSaturation({ windowDays: 8, brands: 'all', category: ' ' })).toEqual({});
    expect(readSaturation({ brands: 'followed', category: 'Coffee shop' })).toEqual({
      category: 'Coffee shop',
    });
  });
});
