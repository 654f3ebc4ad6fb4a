import { describe, expect, it } from 'vitest';
import { readTrendingSearch } from './search.ts';

const read = (search: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(readTrendingSearch(search)).filter(([, value]) => value !== undefined));

describe('the search parameters of Trending', () => {
  it('contain the period, the filters and the expanded rows', () => {
    const valid = {
      windowDays: 30,
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
