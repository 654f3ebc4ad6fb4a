import { describe, expect, it } from 'vitest';
import { readDiscoverSearch } from './search.ts';

describe('the search parameters of Discover', () => {
  it('contain every filter', () => {
    const search = {
      searchQuery: '"free shipping" -kids',
      platforms: ['tiktok', 'facebook'],
      formats: ['carousel'],
      mediaType: 'video',
      status: 'active',
      languages: ['en', 'pt-br'],
      countries: ['US'],
      adTypes: ['product demo'],
      ctaTypes: ['Shop now'],
      tagDefinitionIds: [501],
      tagMatch: 'all',
      companyNames: ['Acme, Inc.'],
      isPartnership: true,
      viewsMin: 1000,
      viewsMax: 1000,
      daysRunningMin: 30,
      daysRunningMax: 90,
      categories: ['Shoes'],
      dateFrom: '2026-03-01',
      dateTo: '2026-03-01',
      match: 'meaning',
      duplicatesOf: '0123456789abcdef'.repeat(2),
      similarTo: { picture: '0123456789abcdef'.repeat(4) },
      sortBy: 'likes',
    };
    expect(readDiscoverSearch(search)).toEqual(search);
    expect(readDiscoverSearch({ companyNames: 'FOLLOWED' })).toEqual({ companyNames: 'FOLLOWED' });
  });

  it('drop values that restrict nothing or that the server would reject', () => {
    expect(
      readDiscoverSearch({
        searchQuery: '  ',
        platforms: ['myspace'],
        formats: [],
        mediaType: 'all',
        status: 'toString',
        countries: ['usa', 7],
        tagDefinitionIds: ['501', -1, 1.5],
        tagMatch: 'all',
        isPartnership: false,
        viewsMin: -5,
        daysRunningMin: 1.5,
        categories: [''],
        dateFrom: '2026-02-31',
        dateTo: 'tomorrow',
        match: 'meaning',
        duplicatesOf: 'elsewhere',
        similarTo: { hash: 'elsewhere', text: 'coffee' },
        sortBy: 'recommended',
        page: 3,
      }),
    ).toEqual({});
  });

  it('drop the end of a reversed range', () => {
    expect(
      readDiscoverSearch({ viewsMin: 10, viewsMax: 9, dateFrom: '2026-03-02', dateTo: '2026-03-01' }),
    ).toEqual({ viewsMin: 10, dateFrom: '2026-03-02' });
    expect(readDiscoverSearch({ daysRunningMin: 10, daysRunningMax: 9 })).toEqual({ daysRunningMin: 10 });
  });

  it('contain every order', () => {
    for (const sortBy of ['date', 'daysRunning', 'views', 'momentum', 'variants', 'likes', 'comments'])
      expect(readDiscoverSearch({ sortBy })).toEqual({ sortBy });
  });

  it('accept numeric text, single values and duplicates', () => {
    expect(
      readDiscoverSearch({ searchQuery: 1984, platforms: 'tiktok', companyNames: ['Acme', 'Acme', 24] }),
    ).toEqual({ searchQuery: '1984', platforms: ['tiktok'], companyNames: ['Acme', '24'] });
  });
});
