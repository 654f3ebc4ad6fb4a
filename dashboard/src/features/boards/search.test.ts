import { afterEach, expect, test, vi } from 'vitest';
import type { ListedAd } from '../../lib/api/types.ts';
import { activeFilters, clearedFilters } from '../ads/filters.ts';
import { countAds, exportUrl, filtersIn, loadSavedAds, readBoardSearch } from './search.ts';

afterEach(() => vi.unstubAllGlobals());

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

const entry = (hash: string, similarAds: number, familyId: string | null): ListedAd =>
  ({ hash, similarAds, familyId }) as ListedAd;

test('loads the ads of entries that stand for several, on pages and with the filters of the list', async () => {
  const pages = [
    { ads: [{ hash: 'a' }, { hash: 'b' }], total: 3, hasMore: true, nextCursor: 7 },
    { ads: [{ hash: 'c' }], total: 3, hasMore: false, nextCursor: null },
  ];
  const inputs: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    inputs.push(JSON.parse(body));
    return Promise.resolve(Response.json({ result: { data: pages.shift() } }));
  });
  const entries = [entry('a', 2, '0123456789abc'), entry('d', 0, 'ffffffffffff0'), entry('e', 0, null)];
  expect(countAds(entries)).toBe(5);
  const ads = await loadSavedAds(
    5,
    { platforms: ['tiktok'], sortBy: 'views', duplicates: 'family' },
    entries,
  );
  expect(ads.map(({ hash }) => hash)).toEqual(['a', 'd', 'e', 'b', 'c']);
  const input = { boardId: 5, platforms: ['tiktok'], familyIds: ['0123456789abc'], limit: 100 };
  expect(inputs).toEqual([
    { ...input, cursor: 0 },
    { ...input, cursor: 7 },
  ]);
});

test('loads nothing for entries of one ad', async () => {
  const fetched = vi.fn<() => void>();
  vi.stubGlobal('fetch', fetched);
  const entries = [entry('a', 0, '0123456789abc'), { hash: 'b' } as ListedAd];
  expect(await loadSavedAds('ALL', {}, entries)).toEqual(entries);
  expect(fetched).not.toHaveBeenCalled();
});
