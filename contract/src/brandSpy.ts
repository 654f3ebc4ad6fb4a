import { z } from 'zod';
import { calendarDate, dateRange, isoTime, orderedDates } from './dates.ts';
import { parameters } from './input.ts';
import { query } from './procedure.ts';
import {
  adHash,
  adStatus,
  count,
  logoAddress,
  page,
  performanceScore,
  quantity,
  recordId,
  ScoreParts,
  share,
} from './records.ts';
import {
  choice,
  companyName,
  fields,
  format,
  languageCode,
  limit,
  mediaType,
  paging,
  platform,
  status,
  text,
} from './values.ts';

const filters = {
  companyName: companyName.describe('The stored name of an advertiser, whatever the case.'),
  ...dateRange,
  status: status.default('all'),
  mediaType: mediaType.default('all'),
  language: languageCode.optional(),
};

const onlyFilters = parameters(orderedDates(fields(filters)));

const textRanking = parameters(
  orderedDates(
    fields({
      ...filters,
      sortBy: choice(['adCount', 'reach', 'longestRunning', 'performanceScore']).default('performanceScore'),
      ...paging,
    }),
  ),
);

/** What is told of a copy or a headline besides its text. */
const textStatistics = {
  adCount: count,
  totalReach: quantity,
  daysRunning: count,
  performanceScore,
  scoreParts: ScoreParts,
  firstSeenAt: isoTime,
  lastSeenAt: isoTime,
  sampleAd: z.strictObject({ hash: adHash, thumbnailUrl: z.string().nullable() }),
};

const AdCopy = z.strictObject({ body: z.string(), ...textStatistics });
const Headline = z.strictObject({ headline: z.string(), ...textStatistics });

const reachShare = { reach: quantity, share };
const timeRange = choice(['1week', '1month', '3months', '6months', '1year']);

export const brandSpy = {
  listTopAdvertisers: query({
    summary: 'Rank all advertisers by reach.',
    access: 'read',
    limit: 'read',
    input: parameters(fields({ limit: limit(50, 200), search: text({ min: 0, max: 200 }).optional() })),
    output: z.array(
      z.strictObject({
        advertiserId: recordId,
        company: z.string(),
        adCount: count,
        totalViews: quantity,
        brandLogo: logoAddress,
        platforms: z.array(platform),
      }),
    ),
  }),

  getOverview: query({
    summary: "Get an advertiser's statistics, demographics and mix of media.",
    access: 'read',
    limit: 'read',
    input: onlyFilters,
    output: z.strictObject({
      stats: z.strictObject({
        totalAds: count,
        totalReach: quantity,
        imageAds: count,
        videoAds: count,
        activeAds: count,
        avgDaysRunning: quantity,
      }),
      mediaTypeBreakdown: z.strictObject({ image: share, video: share }),
      demographics: z.strictObject({
        gender: z.array(z.strictObject({ gender: z.enum(['female', 'male', 'unknown']), ...reachShare })),
        country: z.array(z.strictObject({ country: z.string(), ...reachShare })),
        age: z.array(z.strictObject({ age: z.string(), ...reachShare })),
      }),
    }),
  }),

  getAdCopies: query({
    summary: "Rank an advertiser's ad copies.",
    access: 'read',
    limit: 'read',
    input: textRanking,
    output: z.strictObject({ copies: z.array(AdCopy), ...page }),
  }),

  getHeadlines: query({
    summary: "Rank an advertiser's headlines.",
    access: 'read',
    limit: 'read',
    input: textRanking,
    output: z.strictObject({ headlines: z.array(Headline), ...page }),
  }),

  getLandingPages: query({
    summary: "List an advertiser's landing pages with their share of its reach in percent.",
    access: 'read',
    limit: 'read',
    input: parameters(
      orderedDates(
        fields({ ...filters, sortBy: choice(['adCount', 'distribution']).default('adCount'), ...paging }),
      ),
    ),
    output: z.strictObject({
      landingPages: z.array(
        z.strictObject({
          url: z.string(),
          domain: z.string(),
          adCount: count,
          activeAds: count,
          distribution: z.number().min(0).max(100),
          totalReach: quantity,
          firstSeenAt: isoTime,
          lastSeenAt: isoTime,
        }),
      ),
      ...page,
    }),
  }),

  getTimeline: query({
    summary: "List an advertiser's ad launches, newest first, with a count for each day.",
    access: 'read',
    limit: 'read',
    input: parameters(
      orderedDates(fields({ ...filters, timeRange: timeRange.default('3months'), ...paging })),
    ),
    output: z.strictObject({
      timeRange,
      from: calendarDate,
      to: calendarDate,
      series: z.array(z.strictObject({ date: calendarDate, launched: count, active: count })),
      launches: z.array(
        z.strictObject({
          hash: adHash,
          // A launch is known to the day.
          launchedAt: calendarDate,
          thumbnailUrl: z.string().nullable(),
          format,
          headline: z.string().nullable(),
          status: adStatus,
          daysRunning: count,
          platforms: z.array(platform),
        }),
      ),
      ...page,
    }),
  }),

  getHeader: query({
    summary: "Get an advertiser's name, logo, ad count and reach.",
    access: 'read',
    limit: 'read',
    input: onlyFilters,
    output: z.strictObject({
      advertiserId: recordId,
      name: z.string(),
      brandLogo: logoAddress,
      totalAds: count,
      totalReach: quantity,
      activeAds: count,
      platforms: z.array(platform),
      categories: z.array(z.string()),
      // No ad may match the filters.
      firstSeenAt: isoTime.nullable(),
      lastSeenAt: isoTime.nullable(),
    }),
  }),

  listSimilarAdvertisers: query({
    summary: 'List advertisers whose ads resemble those of a given one.',
    access: 'read',
    limit: 'read',
    input: parameters(orderedDates(fields({ ...filters, limit: limit(10, 50) }))),
    output: z.strictObject({
      companyName: z.string(),
      method: z.enum(['embedding', 'category']),
      advertisers: z.array(
        z.strictObject({
          advertiserId: recordId,
          name: z.string(),
          brandLogo: logoAddress,
          adCount: count,
          totalReach: quantity,
          platforms: z.array(platform),
          similarity: z.number(),
          sharedCategories: z.array(z.string()),
          sharedTags: z.array(z.string()),
        }),
      ),
    }),
  }),
};
