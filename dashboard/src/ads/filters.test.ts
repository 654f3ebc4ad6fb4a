import { describe, expect, it } from 'vitest';
import { formatDay, formatNumber } from '../words/format.ts';
import { activeFilters, dropped, type IndexFilters, toggled } from './filters.ts';
import { chipsOf, wordsOf } from './filterWords.ts';

const tagNames = new Map([[501, 'Percentage off']]);
const search: IndexFilters = {
  searchQuery: 'sale',
  platforms: ['tiktok', 'youtube'],
  companyNames: 'FOLLOWED',
  adTypes: ['how_to'],
  ctaTypes: ['SHOP_NOW', 'Jetzt Kaufen'],
  tagDefinitionIds: [501, 502],
  dateFrom: '2026-03-01',
  viewsMax: 5000,
};

describe('the filters of a search', () => {
  it('are a chip for each value, and each chip takes away that value alone', () => {
    const chips = chipsOf(search, tagNames);
    expect(chips.map(({ words }) => words)).toEqual([
      'TikTok',
      'YouTube',
      'Brands you follow',
      'How to',
      'Shop now',
      'Jetzt Kaufen',
      'Percentage off',
      'Tag 502',
      `Started from ${formatDay('2026-03-01')}`,
      `Reach up to ${formatNumber(5000)}`,
    ]);
    expect(chips[0]?.without).toEqual({ platforms: ['youtube'] });
    expect(chips[2]?.without).toStrictEqual({ companyNames: undefined });
    expect(chips.at(-1)?.without).toStrictEqual({ viewsMin: undefined, viewsMax: undefined });
    expect(chipsOf({})).toEqual([]);
  });

  it('are dropped as one, a range with both its ends', () => {
    expect(activeFilters(search)).toEqual([
      'searchQuery',
      'platforms',
      'companyNames',
      'adTypes',
      'ctaTypes',
      'tagDefinitionIds',
      'dates',
      'views',
    ]);
    expect(dropped(['dates', 'status'])).toStrictEqual({
      dateFrom: undefined,
      dateTo: undefined,
      status: undefined,
    });
    expect(wordsOf(search, 'platforms')).toBe('TikTok or YouTube');
  });

  it('are chosen and given up by the same press', () => {
    expect(toggled(undefined, 'a')).toEqual(['a']);
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
    expect(toggled(['a'], 'a')).toBeUndefined();
  });
});
