import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellFilters, levelOf, levelRanges, type Saturation } from './saturation.ts';

describe('the shades of the heat map', () => {
  it('divide the counts up to the largest one without gaps, and are those of the legend', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (max) => {
        const ranges = levelRanges(max);
        expect(ranges.length).toBe(Math.min(5, max));
        const counts = ranges.flatMap(([from, to], at) =>
          Array.from({ length: to - from + 1 }, (_, more) => [from + more, at + 1]),
        );
        expect(counts).toEqual(Array.from({ length: max }, (_, at) => [at + 1, levelOf(at + 1, max)]));
      }),
    );
  });

  it('are none without brands', () => {
    expect([levelOf(0, 0), levelOf(0, 7), levelRanges(0)]).toEqual([0, 0, []]);
  });
});

describe('the filters for the ads of a cell', () => {
  const map = {
    category: 'Coffee shop',
    platform: null,
    country: null,
    from: '2026-03-01',
    to: '2026-03-07',
    before: { from: '2026-02-22', to: '2026-02-28' },
  } as Saturation;
  const pair = { angleId: 101, offerId: 501 };

  it('require both tags, the category and the days', () => {
    expect(cellFilters(map, { ...pair, ads: 1 })).toEqual({
      tagDefinitionIds: [101, 501],
      tagMatch: 'all',
      categories: ['Coffee shop'],
      dateFrom: '2026-03-01',
      dateTo: '2026-03-07',
    });
  });

  it('are those of the days before, if there are no ads in the window', () => {
    expect(cellFilters(map, { ...pair, ads: 0 })).toMatchObject({
      dateFrom: '2026-02-22',
      dateTo: '2026-02-28',
    });
  });

  it('include the followed brands, the platform and the country', () => {
    const followed: Saturation = { ...map, category: null, platform: 'tiktok', country: 'DE' };
    expect(cellFilters(followed, { ...pair, ads: 1 })).toMatchObject({
      companyNames: 'FOLLOWED',
      platforms: ['tiktok'],
      countries: ['DE'],
    });
  });
});
