import { describe, expect, it } from 'vitest';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { activeFilters, clearedFilters, type IndexFilters, toggled } from './filters.ts';
import { filterChips, filterText } from './FilterChips.tsx';

const tagNames = new Map([[501, 'Percentage off']]);
const search: IndexFilters = {
  searchQuery: 'sale',
  platforms: ['tiktok', 'youtube'],
  companyNames: 'FOLLOWED',
  adTypes: ['how_to'],
  ctaTypes: ['SHOP_NOW', 'Jetzt Kaufen'],
  tagDefinitionIds: [501, 502],
  dateFrom: '2026-03-01',
  daysRunningMin: 30,
  daysRunningMax: 90,
  categories: ['Health & beauty'],
  viewsMax: 5000,
  duplicatesOf: 'a'.repeat(32),
  similarTo: { picture: 'b'.repeat(64) },
};

describe('filters', () => {
  it('have one chip per value, and each chip removes only that value', () => {
    const chips = filterChips(search, tagNames);
    expect(chips.map(({ label }) => label)).toEqual([
      'TikTok',
      'YouTube',
      'Health & beauty',
      'Brands you follow',
      'How to',
      'Shop now',
      'Jetzt Kaufen',
      'Percentage off',
      'Tag 502',
      `Started from ${formatDay('2026-03-01')}`,
      'Days running 30 – 90',
      `Reach up to ${formatNumber(5000)}`,
      'Variants of an ad',
      'Similar to a picture',
    ]);
    expect(chips[0]?.without).toEqual({ platforms: ['youtube'] });
    expect(chips[3]?.without).toStrictEqual({ companyNames: undefined });
    expect(chips.at(-4)?.without).toStrictEqual({ daysRunningMin: undefined, daysRunningMax: undefined });
    expect(chips.at(-3)?.without).toStrictEqual({ viewsMin: undefined, viewsMax: undefined });
    expect(chips.at(-2)?.without).toStrictEqual({ duplicatesOf: undefined });
    expect(chips.at(-1)?.without).toStrictEqual({ similarTo: undefined });
    expect(filterChips({})).toEqual([]);
    expect(filterChips({ duplicates: 'family' })).toStrictEqual([
      { key: 'duplicates', label: 'Each creative once', without: { duplicates: undefined } },
    ]);
  });

  it('are removed as a whole, a range with both its ends', () => {
    expect(activeFilters(search)).toEqual([
      'searchQuery',
      'platforms',
      'categories',
      'companyNames',
      'adTypes',
      'ctaTypes',
      'tagDefinitionIds',
      'dates',
      'daysRunning',
      'views',
      'duplicatesOf',
      'similarTo',
    ]);
    expect(clearedFilters(['dates', 'status'])).toStrictEqual({
      dateFrom: undefined,
      dateTo: undefined,
      status: undefined,
    });
    expect(filterText(search, 'platforms')).toBe('TikTok or YouTube');
    expect(filterText(search, 'tagDefinitionIds', tagNames)).toBe('Percentage off or Tag 502');
    expect(filterText({ ...search, tagMatch: 'all' }, 'tagDefinitionIds', tagNames)).toBe(
      'Percentage off and Tag 502',
    );
    expect(clearedFilters(['tagDefinitionIds'])).toStrictEqual({
      tagDefinitionIds: undefined,
      tagMatch: undefined,
    });
  });

  it('are toggled', () => {
    expect(toggled(undefined, 'a')).toEqual(['a']);
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
    expect(toggled(['a'], 'a')).toBeUndefined();
  });
});
