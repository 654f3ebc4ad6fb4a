import type { contract, OutputOf } from '@magpie/contract';

type TagRanking = OutputOf<typeof contract.trending.topTagsByEngagement>;

const categories = ['angle', 'emotion', 'desire', 'offer'];

/** A typical response of about 4.5 kB: a leaderboard with the default of twenty tags. */
export const tagRanking: TagRanking = {
  windowDays: 30,
  country: null,
  platform: null,
  coverage: { libraries: [], countries: [], ceilings: [] },
  tags: Array.from({ length: 20 }, (_, place) => ({
    tagDefinitionId: 1000 + place,
    category: categories[place % categories.length] ?? '',
    shortText: `what tag number ${place + 1} stands for`,
    totalEngagement: 2_000_000 - place * 51_337,
    adCount: 900 - place * 31,
    avgEngagementPerAd: Math.round((2_000_000 - place * 51_337) / (900 - place * 31)),
    momentum: {
      state: 'steady',
      adCountBefore: 880 - place * 30,
      shareChange: 1.0225 - place / 1000,
      now: { launches: 900 - place * 31, launchesPerDay: 30 - place },
      before: { launches: 880 - place * 30, launchesPerDay: 29 - place },
      usual: { spans: 1, launches: 870 - place * 30, launchesPerDay: 29 - place },
      evidence: { kind: 'measured', ads: 1780 - place * 61, notUsed: 0 },
    },
  })),
};

type HeadlineRanking = OutputOf<typeof contract.brandSpy.getHeadlines>;

/** A typical research response of about 12 kB. */
export const headlineRanking: HeadlineRanking = {
  headlines: Array.from({ length: 28 }, (_, place) => ({
    headline: `Headline number ${place + 1}: free shipping on everything this week`,
    adCount: 320 - place * 7,
    totalReach: 4_000_000 - place * 81_337,
    daysRunning: 90 - place,
    daysRunningKind: 'exact' as const,
    performanceScore: 99.5 - place,
    scoreParts: { longevity: 40 - place / 2, reach: 30.25 - place / 2, engagement: 29.25, variants: 12.5 },
    confidence: 0.65,
    firstSeenAt: '2026-01-05T10:00:00.000Z',
    lastSeenAt: '2026-03-05T10:00:00.000Z',
    sampleAd: {
      hash: place.toString(16).padStart(32, '0'),
      thumbnailUrl: `https://images.example.com/thumbnails/${place}.jpg`,
    },
  })),
  total: 28,
  hasMore: false,
  nextCursor: null,
};

export const unreadCount = { count: 3 };

export function envelope(data: unknown): string {
  return JSON.stringify({ result: { data } });
}
