import { describe, expect, test } from 'vitest';
import {
  asDiscoverSearch,
  changedDays,
  toBrandFilters,
  readBrandSearch,
  readBrandsSearch,
  readCompareSearch,
  toTimeRange,
} from './search.ts';

const today = '2026-03-10';

describe('the search parameters of a brand', () => {
  test('drop invalid values', () => {
    const read = readBrandSearch({
      range: 30,
      status: 'active',
      mediaType: 'gif',
      language: 'DE',
      since: '2026-02-30',
      copiesBy: 'reach',
      headlinesBy: 'luck',
    });
    expect(JSON.parse(JSON.stringify(read))).toEqual({
      range: '30',
      status: 'active',
      language: 'de',
      copiesBy: 'reach',
    });
  });

  test('have a relative range or two dates, and no reversed range', () => {
    expect(toBrandFilters(readBrandSearch({ range: '7', dateFrom: '2026-01-01' }), today)).toMatchObject({
      dateFrom: '2026-03-04',
      dateTo: undefined,
    });
    const dates = { dateFrom: '2026-01-01', dateTo: '2026-01-31' };
    expect(toBrandFilters(readBrandSearch(dates), today)).toMatchObject(dates);
    expect(readBrandSearch({ dateFrom: '2026-02-01', dateTo: '2026-01-31' }).dateTo).toBeUndefined();
  });

  test('determine the range of the timeline and of the changes', () => {
    expect(toTimeRange({})).toBeUndefined();
    expect(toTimeRange({ range: '90' })).toBe('3months');
    expect(toTimeRange({ dateFrom: '2024-01-01' })).toBeUndefined();
    expect(changedDays({}, today)).toEqual({ dateFrom: '2026-02-09', dateTo: today });
    expect(changedDays({ range: '7' }, today)).toEqual({ dateFrom: '2026-03-04', dateTo: today });
    expect(changedDays({ since: '2026-03-01', range: '7' }, today)).toMatchObject({ dateFrom: '2026-03-01' });
    expect(changedDays({ since: '2027-01-01' }, today)).toEqual({ dateFrom: today, dateTo: today });
  });

  test('are converted to the same filters in Discover', () => {
    const filters = toBrandFilters(readBrandSearch({ language: 'de', status: 'active' }), today);
    expect(asDiscoverSearch('Acme', filters)).toMatchObject({
      companyNames: ['Acme'],
      languages: ['de'],
      status: 'active',
    });
  });
});

test('reads a numeric name as text', () => {
  expect(readBrandsSearch({ name: 1800 })).toEqual({ name: '1800' });
});

test('compares up to five different names', () => {
  expect(readCompareSearch({ names: ['Acme', 'ACME', ' ', 7, 'b', 'c', 'd', 'e'] }).names).toEqual([
    'Acme',
    '7',
    'b',
    'c',
    'd',
  ]);
  expect(readCompareSearch({ names: 'Acme' }).names).toEqual(['Acme']);
  expect(readCompareSearch({}).names).toBeUndefined();
});
