import { describe, expect, it } from 'vitest';
import { rowFilters } from './BestAds.tsx';

const today = '2026-03-03';

describe('the filters for the ads of a row', () => {
  it('cover the same days as the leaderboard', () => {
    expect(rowFilters({ windowDays: 7 }, today)).toEqual({
      dateFrom: '2026-02-25',
      dateTo: '2026-03-03',
      sortBy: 'likes',
    });
  });

  it('include the platform and country of the leaderboard', () => {
    expect(rowFilters({ windowDays: 14, platform: 'tiktok', country: 'DE' }, today)).toMatchObject({
      dateFrom: '2026-02-18',
      platforms: ['tiktok'],
      countries: ['DE'],
    });
  });
});
