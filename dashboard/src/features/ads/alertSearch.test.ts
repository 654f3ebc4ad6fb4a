import { expect, it } from 'vitest';
import { alertSearch } from './alertSearch.ts';

it('carries words, brands, platforms and the minimum reach over to a rule', () => {
  expect(
    alertSearch({
      searchQuery: '"free shipping" -kids',
      companyNames: ['Acme'],
      platforms: ['tiktok'],
      viewsMin: 1000,
    }),
  ).toEqual({
    companyNames: ['Acme'],
    platforms: ['tiktok'],
    keywords: ['"free shipping" -kids'],
    threshold: 1000,
  });
  expect(alertSearch({ companyNames: 'FOLLOWED' })).toEqual({ companyNames: 'FOLLOWED' });
  expect(alertSearch({})).toEqual({ companyNames: [] });
});

it('lists the filters that a rule does not have', () => {
  expect(
    alertSearch({ countries: ['US'], daysRunningMin: 30, dateFrom: '2026-03-01', viewsMin: 5, viewsMax: 9 }),
  ).toEqual({
    companyNames: [],
    threshold: 5,
    leftOut: ['countries', 'dates', 'daysRunning', 'views'],
  });
  expect(alertSearch({ searchQuery: 'x'.repeat(101) })).toEqual({
    companyNames: [],
    leftOut: ['searchQuery'],
  });
});
