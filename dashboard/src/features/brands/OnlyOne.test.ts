import { expect, test } from 'vitest';
import { listOwnTraits } from './OnlyOne.tsx';

type Brand = Parameters<typeof listOwnTraits>[0];

const brand = (name: string, more: Partial<Brand>): Brand => ({
  advertiserId: name.length,
  name,
  brandLogo: '',
  stats: {
    totalAds: 100,
    totalReach: 0,
    imageAds: 0,
    videoAds: 0,
    activeAds: 0,
    avgDaysRunning: null,
    avgDaysRunningKind: null,
  },
  mediaTypeBreakdown: { image: 0, video: 0 },
  formats: [],
  platforms: [],
  languages: [],
  tempo: {
    launchedLast7Days: 0,
    launchedLast30Days: 0,
    launchedLast90Days: 0,
    publishedStarts: 0,
    launchesPerWeek: 0,
    medianDaysRunning: null,
  },
  topTags: [],
  distinctTags: [],
  ...more,
});

test('only what no other brand does is listed, most used first, without what is rare', () => {
  const one = brand('One', {
    platforms: [
      { platform: 'facebook', adCount: 90, share: 0.9 },
      { platform: 'tiktok', adCount: 10, share: 0.1 },
    ],
    formats: [{ format: 'carousel', adCount: 1, share: 0.01 }],
    distinctTags: [
      { tagDefinitionId: 501, category: 'offer', shortText: 'Percentage off', adCount: 40, share: 0.4 },
    ],
  });
  const other = brand('Another', { platforms: [{ platform: 'facebook', adCount: 1, share: 0.01 }] });
  expect(listOwnTraits(one, [one, other])).toEqual([
    { name: 'Percentage off', share: 0.4, tagId: 501 },
    { name: 'TikTok', share: 0.1 },
  ]);
  expect(listOwnTraits(other, [one, other])).toEqual([]);
});
