import { z } from 'zod';
import { parameters, query } from '../procedure.ts';
import { count, quantity, recordId } from '../records/common.ts';
import { Coverage } from '../records/coverage.ts';
import { TagMomentum } from '../records/momentum.ts';
import { choice, countryCode, fields, limit, platform, wholeNumber } from '../values/fields.ts';

const oneHour = 3600;

function leaderboard(defaultLimit: number) {
  return {
    windowDays: wholeNumber(1, 90).describe('Ads launched in the last windowDays days, today included.'),
    country: countryCode.optional(),
    platform: platform.optional().describe('Only ads on this platform.'),
    limit: limit(defaultLimit, 200).describe('Maximum number of entries.'),
  };
}

const echo = {
  windowDays: z.int().min(1).max(90),
  country: z.string().nullable(),
  platform: platform.nullable(),
  coverage: Coverage.describe('Of the counted ads: those of the window, the platform and the country.'),
};

export const trending = {
  topTagsByEngagement: query({
    summary: 'Rank tags by engagement with ads launched in the last days.',
    limit: 'trending',
    cacheSeconds: oneHour,
    input: parameters(
      fields({
        ...leaderboard(20),
        sortBy: choice(['engagement', 'momentum'])
          .default('engagement')
          .describe('`momentum`: the clearest rise of its share of all tags first.'),
      }),
    ),
    output: z.strictObject({
      ...echo,
      tags: z.array(
        z.strictObject({
          tagDefinitionId: recordId,
          category: z.string(),
          shortText: z.string(),
          totalEngagement: quantity,
          adCount: count,
          avgEngagementPerAd: quantity,
          momentum: TagMomentum,
        }),
      ),
    }),
  }),

  topAdvertisers: query({
    summary: 'Rank advertisers by engagement with ads launched in the last days.',
    limit: 'trending',
    cacheSeconds: oneHour,
    input: parameters(fields(leaderboard(50))),
    output: z.strictObject({
      ...echo,
      advertisers: z.array(
        z.strictObject({
          advertiserId: recordId,
          name: z.string(),
          adCount: count,
          totalEngagement: quantity,
          avgEngagementPerAd: quantity,
          platforms: z.array(platform),
        }),
      ),
    }),
  }),
};
