import { z } from 'zod';
import { exactlyOne, parameters, query } from '../procedure.ts';
import { count, quantity, recordId, storedHash } from '../records/common.ts';
import { Coverage, libraries } from '../records/coverage.ts';
import { ShareMomentum, TagMomentum } from '../records/momentum.ts';
import { Saturation } from '../records/saturation.ts';
import { startEvidence } from '../records/startEvidence.ts';
import { asOf, calendarDate } from '../values/dates.ts';
import {
  choice,
  companyName,
  countryCode,
  either,
  fields,
  id,
  limit,
  list,
  only,
  platform,
  text,
  wholeNumber,
} from '../values/fields.ts';
import { must } from '../values/wording.ts';

const oneHour = 3600;

const window = {
  windowDays: wholeNumber(1, 90).describe('Ads launched in the last windowDays days, today included.'),
  country: countryCode.optional(),
  platform: platform.optional().describe('Only ads on this platform.'),
};

function leaderboard(defaultLimit: number) {
  return { ...window, limit: limit(defaultLimit, 200).describe('Maximum number of entries.'), asOf };
}

function sortBy(all: string) {
  return choice(['engagement', 'momentum'])
    .default('engagement')
    .describe(`\`momentum\`: the clearest rise of its share of all ${all} first.`);
}

const echoedWindow = {
  windowDays: z.int().min(1).max(90),
  country: z.string().nullable(),
  platform: platform.nullable(),
};

const echo = {
  ...echoedWindow,
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
        sortBy: sortBy('tags'),
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
    summary: 'Rank advertisers by engagement with ads launched in the last days, or by momentum.',
    limit: 'trending',
    cacheSeconds: oneHour,
    input: parameters(fields({ ...leaderboard(50), sortBy: sortBy('launched ads') })),
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
          momentum: ShareMomentum.optional().describe('With sortBy: momentum.'),
        }),
      ),
    }),
  }),

  saturation: query({
    summary:
      'Count the advertisers of a category or a list that use each ad angle with each offer, and rank unused pairs.',
    limit: 'trending',
    cachedUntilIndexChanges: true,
    input: parameters(
      exactlyOne(
        ['category', 'companyNames'],
        fields({
          category: text({ max: 100 })
            .optional()
            .describe('A category of advertisers from trending.listCategories, case-insensitive.'),
          companyNames: either('be a list of company names or FOLLOWED', [
            list(companyName, 100).min(1, {
              error: (issue) => must('be a list of 1 to 100 company names or FOLLOWED', issue.input),
            }),
            only('FOLLOWED'),
          ])
            .optional()
            .describe('FOLLOWED: companies that the caller follows.'),
          ...window,
          limit: limit(20, 200).describe('Maximum number of entries in `empty` and in `emptying`.'),
          asOf,
        }),
      ),
    ),
    output: Saturation.extend(echoedWindow),
    extension: true,
  }),

  getHistory: query({
    summary: 'Count launches of tags or advertisers by day, with their ads that got the most engagement.',
    limit: 'trending',
    cachedUntilIndexChanges: true,
    input: parameters(
      exactlyOne(
        ['tagDefinitionIds', 'advertiserIds'],
        fields({
          tagDefinitionIds: list(id, 100).optional(),
          advertiserIds: list(id, 100).optional(),
          ...window,
          asOf,
        }),
      ),
    ),
    output: z.strictObject({
      ...echoedWindow,
      from: calendarDate.describe(
        'The first day: windowDays before the window, or that of the window if windowDays is above 45.',
      ),
      to: calendarDate,
      history: z
        .array(
          z.strictObject({
            id: recordId,
            launched: z.array(count).describe('Ads launched on each day, from the first to the last.'),
            bestAds: z
              .array(
                z.strictObject({
                  hash: storedHash,
                  headline: z.string().nullable(),
                  thumbnailUrl: z.string().nullable(),
                }),
              )
              .describe('Up to three ads of the window, most engagement first.'),
          }),
        )
        .describe('In the order of the ids; zeros for those without ads.'),
      evidence: z
        .strictObject({
          ...startEvidence,
          ads: count.describe('Counted ads. One with several of the tags counts once.'),
          libraries: libraries.describe(
            'The libraries of all ads that were launched on these days, on the platform and in the country, those with the most ads first.',
          ),
        })
        .describe('What the numbers are made of.'),
    }),
    extension: true,
  }),

  listCategories: query({
    summary: 'List the categories of advertisers that launched ads in the last 90 days.',
    limit: 'trending',
    cachedUntilIndexChanges: true,
    input: parameters(fields({ asOf })),
    output: z.strictObject({
      categories: z
        .array(z.strictObject({ category: z.string(), advertisers: count }))
        .describe('As ad libraries name them; the 500 with the most advertisers, these first.'),
      evidence: z
        .strictObject({
          ...startEvidence,
          ads: count.describe('Ads that all advertisers launched in the last 90 days.'),
          libraries,
        })
        .describe('What the numbers are made of.'),
    }),
    extension: true,
  }),
};
