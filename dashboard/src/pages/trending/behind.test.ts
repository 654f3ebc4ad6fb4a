import { describe, expect, it } from 'vitest';
import { adsBehind } from './behind.ts';

const lateOnTheThird = Date.parse('2026-03-03T23:59:00Z');

describe('the ads behind a row', () => {
  it('are those of today and the days before it, as the leaderboard counts them', () => {
    expect(adsBehind({ windowDays: 7 }, lateOnTheThird)).toEqual({
      dateFrom: '2026-02-25',
      dateTo: '2026-03-03',
      sortBy: 'likes',
    });
  });

  it('are narrowed by the platform and the country that the leaderboard is narrowed by', () => {
    expect(adsBehind({ windowDays: 14, platform: 'tiktok', country: 'DE' }, lateOnTheThird)).toMatchObject({
      dateFrom: '2026-02-18',
      platforms: ['tiktok'],
      countries: ['DE'],
    });
  });
});
