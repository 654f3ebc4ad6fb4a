import { describe, expect, it } from 'vitest';
import { readTrendingSearch } from './search.ts';

const read = (search: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(readTrendingSearch(search)).filter(([, value]) => value !== undefined));

describe('the address of the trending page', () => {
  it('keeps the window, the filters and the rows that are unfolded', () => {
    const kept = {
      windowDays: 30,
      platform: 'tiktok',
      country: 'DE',
      category: 'hook',
      tag: 401,
      company: 'Kitasae',
    };
    expect(read(kept)).toEqual(kept);
  });

  it('reads a company whose name is a number', () => {
    expect(read({ company: 1440 })).toEqual({ company: '1440' });
  });

  it('leaves out what it does not understand', () => {
    const wrong = {
      windowDays: 8,
      platform: 'toString',
      country: 'de',
      category: '',
      tag: -1,
      company: {},
      x: 1,
    };
    expect(read(wrong)).toEqual({});
  });
});
