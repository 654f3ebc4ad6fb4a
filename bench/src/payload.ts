import type { contract, OutputOf } from '@magpie/contract';

type TagRanking = OutputOf<typeof contract.trending.topTagsByEngagement>;

const categories = ['angle', 'emotion', 'desire', 'offer'];

/** A typical response of about 2.5 kB: a leaderboard with the default of twenty tags. */
export const tagRanking: TagRanking = {
  windowDays: 30,
  country: null,
  platform: null,
  tags: Array.from({ length: 20 }, (_, place) => ({
    tagDefinitionId: 1000 + place,
    category: categories[place % categories.length] ?? '',
    shortText: `what tag number ${place + 1} stands for`,
    totalEngagement: 2_000_000 - place * 51_337,
    adCount: 900 - place * 31,
    avgEngagementPerAd: Math.round((2_000_000 - place * 51_337) / (900 - place * 31)),
  })),
};

export const unreadCount = { count: 3 };

export function envelope(data: unknown): string {
  return JSON.stringify({ result: { data } });
}
