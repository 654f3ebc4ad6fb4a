import { expect, test } from 'vitest';
import { activeFilters, clearedFilters } from '../ads/filters.ts';
import { exportUrl, filtersIn, readBoardSearch } from './search.ts';

test('reads every filter of saved ads', () => {
  const search = {
    searchQuery: '"free shipping" -kids',
    platforms: ['tiktok', 'youtube'],
    formats: ['video'],
    companyNames: ['Acme, Inc.'],
    adTypes: ['ugc'],
    languages: ['de'],
    ctaTypes: ['Shop now'],
    isPartnership: true,
    viewsMin: 10,
    viewsMax: 1000,
    dateFrom: '2026-01-01',
    dateTo: '2026-02-01',
    sortBy: 'views',
    view: 'list',
    show: 'ads',
  };
  expect(readBoardSearch(search)).toEqual(search);
});

test('drops invalid parameters', () => {
  expect(
    readBoardSearch({
      searchQuery: '  ',
      platforms: ['myspace', 3],
      formats: {},
      companyNames: [],
      isPartnership: false,
      viewsMin: -1,
      viewsMax: 'many',
      dateFrom: '2026-02-30',
      sortBy: 'luck',
      view: 'grid',
      show: 'boards',
      other: 1,
    }),
  ).toEqual({});
});

test('reads a single value as a list, digits as text, and keeps FOLLOWED', () => {
  expect(readBoardSearch({ platforms: 'tiktok', searchQuery: 2026, companyNames: 'FOLLOWED' })).toEqual({
    platforms: ['tiktok'],
    searchQuery: '2026',
    companyNames: 'FOLLOWED',
  });
});

test('drops the end of a reversed range', () => {
  expect(readBoardSearch({ viewsMin: 9, viewsMax: 3, dateFrom: '2026-03-01', dateTo: '2026-01-01' })).toEqual(
    { viewsMin: 9, dateFrom: '2026-03-01' },
  );
});

test('separates filters from view options', () => {
  const search = readBoardSearch({ formats: ['image'], sortBy: 'date', view: 'list' });
  expect(filtersIn(search)).toEqual({ formats: ['image'] });
  expect(readBoardSearch({ ...search, ...clearedFilters(activeFilters(search)) })).toEqual({
    sortBy: 'date',
    view: 'list',
  });
});

test('the export URL contains the filters and the order of the page', () => {
  const search = readBoardSearch({
    platforms: ['tiktok', 'youtube'],
    companyNames: ['Acme,Zenith'],
    viewsMin: 5,
    isPartnership: true,
    sortBy: 'views',
    view: 'list',
  });
  const address = new URL(exportUrl(7, search), 'http://localhost');
  expect(address.pathname).toBe('/api/export/ads.csv');
  expect([...address.searchParams]).toEqual([
    ['boardId', '7'],
    ['platforms', 'tiktok'],
    ['platforms', 'youtube'],
    // Repeated, so that its comma does not split it.
    ['companyNames', 'Acme,Zenith'],
    ['companyNames', 'Acme,Zenith'],
    ['isPartnership', 'true'],
    ['viewsMin', '5'],
    ['sortBy', 'views'],
  ]);
  expect(exportUrl('ALL', { companyNames: 'FOLLOWED' })).toBe(
    '/api/export/ads.csv?boardId=ALL&companyNames=FOLLOWED',
  );
});
