import { describe, expect, it } from 'vitest';
import { formatDay, formatNumber } from '../../words/format.ts';
import { activeFilters, biggestObstacle, chipsOf, toggled, withoutFilter, wordsOf } from './filters.ts';
import type { DiscoverSearch } from './search.ts';

const tagNames = new Map([[501, 'Percentage off']]);
const search: DiscoverSearch = {
  searchQuery: 'sale',
  platforms: ['tiktok', 'youtube'],
  companyNames: 'FOLLOWED',
  tagDefinitionIds: [501, 502],
  dateFrom: '2026-03-01',
  viewsMax: 5000,
  sortBy: 'likes',
};

describe('the filters of a search', () => {
  it('are a chip for each value, and each chip takes away that value alone', () => {
    const chips = chipsOf(search, tagNames);
    expect(chips.map(({ words }) => words)).toEqual([
      'TikTok',
      'YouTube',
      'Brands you follow',
      'Percentage off',
      'Tag 502',
      `Started from ${formatDay('2026-03-01')}`,
      `Reach up to ${formatNumber(5000)}`,
    ]);
    expect(chips[0]?.rest).toEqual({ ...search, platforms: ['youtube'] });
    expect(Object.keys(chips[2]?.rest ?? {})).not.toContain('companyNames');
    expect(chips.every(({ rest }) => rest.searchQuery === 'sale' && rest.sortBy === 'likes')).toBe(true);
  });

  it('are dropped as one, a range with both its ends; the order is no filter', () => {
    expect(activeFilters(search)).toEqual([
      'searchQuery',
      'platforms',
      'companyNames',
      'tagDefinitionIds',
      'dates',
      'views',
    ]);
    expect(
      withoutFilter({ dateFrom: '2026-03-01', dateTo: '2026-03-02', status: 'active' }, 'dates'),
    ).toEqual({
      status: 'active',
    });
    expect(wordsOf(search, 'platforms', tagNames)).toBe('TikTok or YouTube');
  });

  it('have one that removed most: without it there would be most ads', () => {
    expect(
      biggestObstacle([
        { filter: 'platforms', total: 3 },
        { filter: 'status', total: 40 },
        { filter: 'dates', total: 0 },
      ]),
    ).toEqual({ filter: 'status', total: 40 });
    expect(biggestObstacle([{ filter: 'platforms', total: 0 }])).toBeNull();
    expect(biggestObstacle([])).toBeNull();
  });

  it('are chosen and given up by the same press', () => {
    expect(toggled(undefined, 'a')).toEqual(['a']);
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
    expect(toggled(['a'], 'a')).toBeUndefined();
  });
});
