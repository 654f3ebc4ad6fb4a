import { describe, expect, it } from 'vitest';
import { adsBehind } from './adsBehind.ts';

const theThird = '2026-03-03';

describe('the ads behind a row', () => {
  it('are those of today and the days before it, as the leaderboard counts them', () => {
    expect(adsBehind({ windowDays: 7 }, theThird)).toEqual({
      dateFrom: '2026-02-25',
      dateTo: '2026-03-03',
      sortBy: 'likes',
    });
  });

  it('are narrowed by the platform and the country that the leaderboard is narrowed by', () => {
    expect(adsBehind({ windowDays: 14, platform: 'tiktok', country: 'DE' }, theThird)).toMatchObject({
      dateFrom: '2026-02-18',
      platforms: ['tiktok'],
      countries: ['DE'],
    });
  });
});
