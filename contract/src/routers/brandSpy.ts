import { z } from 'zod';
import { listLimits } from '../limits.ts';
import { parameters, query } from '../procedure.ts';
import { unknownCompany } from '../records/errorDetails.ts';
import { adStatus, daysRunningKind, performanceScore } from '../records/ad.ts';
import {
  adChanges,
  AdCopy,
  addedAndDropped,
  ComparedAdvertiser,
  comparedSpan,
  CreativeTest,
  Headline,
  Hook,
  launchedAds,
  mediaTypeBreakdown,
  RankedTag,
  reachShare,
  SharedTag,
  stats,
  Survival,
  TagShare,
} from '../records/advertiser.ts';
import { startEvidence } from '../records/startEvidence.ts';
import { Claim, claimKinds } from '../records/claims.ts';
import { count, logoUrl, page, quantity, recordId, share, storedHash } from '../records/common.ts';
import { BrandCoverage, libraries } from '../records/coverage.ts';
import { AdvertiserCreative } from '../records/family.ts';
import { Momentum } from '../records/momentum.ts';
import {
  asOf,
  calendarDate,
  calendarMonth,
  dateRange,
  isoDateOrTime,
  isoTime,
  orderedDates,
} from '../values/dates.ts';
import {
  choice,
  companyName,
  fields,
  format,
  hash,
  languageFilter,
  limit,
  list,
  mediaType,
  paging,
  platform,
  status,
  text,
  wholeNumber,
} from '../values/fields.ts';
import { must } from '../values/wording.ts';

const storedName = companyName.describe('The stored name of an advertiser, case-insensitive.');

const researchFilters = {
  ...dateRange,
  status: status.default('all').describe('Only ads that run now, or only the others.'),
  mediaType: mediaType.default('all'),
  language: languageFilter.optional().describe('Only ads in this language, such as en; pt-BR is read as pt.'),
};

const filters = { companyName: storedName, ...researchFilters, asOf };

/** Ads that run and ads that stopped together are what an estimate is made of. */
const { status: _status, ...filtersWithoutStatus } = filters;

const onlyFilters = parameters(orderedDates(fields(filters)));

const textRanking = parameters(
  orderedDates(
    fields({
      ...filters,
      sortBy: choice(['adCount', 'reach', 'longestRunning', 'performanceScore'])
        .default('performanceScore')
        .describe('Highest first.'),
      ...paging,
    }),
  ),
);

const timeRange = choice(['1week', '1month', '3months', '6months', '1year', 'all']);

export const brandSpy = {
  listTopAdvertisers: query({
    summary: 'Rank all advertisers by reach.',
    cachedUntilIndexChanges: true,
    input: parameters(
      fields({
        limit: limit(50, 200),
        search: text({ min: 0, max: 200 })
          .optional()
          .describe('Words or parts of words in the name, or a domain.'),
        asOf,
      }),
    ),
    output: z.array(
      z.strictObject({
        advertiserId: recordId,
        company: z.string(),
        adCount: count,
        totalViews: quantity,
        brandLogo: logoUrl,
        platforms: z.array(platform),
      }),
    ),
  }),

  getOverview: query({
    summary: "Get an advertiser's statistics, demographics and media mix.",
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: onlyFilters,
    output: z.strictObject({
      stats,
      mediaTypeBreakdown,
      demographics: z.strictObject({
        // Each list is empty where no source reports the breakdown.
        gender: z.array(z.strictObject({ gender: z.enum(['female', 'male', 'unknown']), ...reachShare })),
        country: z.array(z.strictObject({ country: z.string(), ...reachShare })),
        age: z.array(z.strictObject({ age: z.string(), ...reachShare })),
      }),
      coverage: BrandCoverage,
    }),
  }),

  getAdCopies: query({
    summary: "Rank the distinct texts of an advertiser's ads, with the score, reach and run of each.",
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: textRanking,
    output: z.strictObject({ copies: z.array(AdCopy), ...page }),
  }),

  getHeadlines: query({
    summary: "Rank the distinct headlines of an advertiser's ads, with the score, reach and run of each.",
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: textRanking,
    output: z.strictObject({ headlines: z.array(Headline), ...page }),
  }),

  getLandingPages: query({
    summary: "List an advertiser's landing pages with their share of its reach in percent.",
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
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
          distribution: z
            .number()
            .min(0)
            .max(100)
            .describe("Its share of the advertiser's reach, in percent."),
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
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: parameters(
      orderedDates(
        fields({
          ...filters,
          timeRange: timeRange
            .optional()
            .describe(
              'The last 7, 30, 90, 180 or 365 days, or all since the first launch; dateFrom and dateTo narrow it. Default: dateFrom to dateTo; without them 3months.',
            ),
          ...paging,
        }),
      ),
    ),
    output: z.strictObject({
      timeRange: timeRange.nullable().describe('null: only dateFrom and dateTo apply.'),
      from: calendarDate.nullable().describe('The first day; null if the range is empty.'),
      to: calendarDate.nullable().describe('The last day; null if the range is empty.'),
      series: z
        .array(z.strictObject({ date: calendarDate, launched: count, active: count }))
        .describe('One element per day; at most the last 3,660 days.'),
      launches: z.array(
        z.strictObject({
          hash: storedHash,
          launchedAt: calendarDate,
          thumbnailUrl: z.string().nullable(),
          format,
          headline: z.string().nullable(),
          status: adStatus,
          daysRunning: count,
          daysRunningKind,
          platforms: z.array(platform),
        }),
      ),
      evidence: z.strictObject(startEvidence).describe('What the launches of all pages are made of.'),
      ...page,
    }),
  }),

  getHeader: query({
    summary: "Get an advertiser's name, logo, ad count and reach.",
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: onlyFilters,
    output: z.strictObject({
      advertiserId: recordId,
      name: z.string(),
      brandLogo: logoUrl,
      totalAds: count,
      totalReach: quantity,
      activeAds: count,
      platforms: z.array(platform),
      categories: z.array(z.string()),
      // Null if no ad matches the filters.
      firstSeenAt: isoTime.nullable(),
      lastSeenAt: isoTime.nullable(),
    }),
  }),

  listSimilarAdvertisers: query({
    summary: 'List advertisers with similar ads.',
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: parameters(orderedDates(fields({ ...filters, limit: limit(10, 50) }))),
    output: z.strictObject({
      companyName: z.string(),
      method: z.enum(['embedding', 'category']),
      advertisers: z.array(
        z.strictObject({
          advertiserId: recordId,
          name: z.string(),
          brandLogo: logoUrl,
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

  compare: query({
    summary: 'Compare two to five advertisers: statistics, mix, tempo and tags.',
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: parameters(
      orderedDates(
        fields({
          companyNames: list(companyName, listLimits.comparedCompanies)
            .min(2, {
              error: (issue) => must(`be a list of 2 to ${listLimits.comparedCompanies} names`, issue.input),
            })
            .describe('The stored names of different advertisers, case-insensitive.'),
          ...researchFilters,
          asOf,
        }),
      ),
    ),
    output: z.strictObject({ advertisers: z.array(ComparedAdvertiser), sharedTags: z.array(SharedTag) }),
    extension: true,
  }),

  getChanges: query({
    summary:
      'Get the ads an advertiser launched, stopped and revived in a date range, and the texts and pages it added and dropped.',
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: parameters(
      orderedDates(
        fields({
          companyName: storedName,
          dateFrom: isoDateOrTime.describe('The first day; a time means its UTC day.'),
          dateTo: isoDateOrTime.describe('The last day; a time means its UTC day.'),
          asOf,
        }),
      ),
    ),
    output: z.strictObject({
      companyName: z.string(),
      from: calendarDate,
      to: calendarDate,
      launched: launchedAds,
      stopped: adChanges,
      revived: adChanges,
      copies: addedAndDropped({ body: z.string() }),
      headlines: addedAndDropped({ headline: z.string() }),
      landingPages: addedAndDropped({ url: z.string() }),
    }),
    extension: true,
  }),

  getHooks: query({
    summary: "Rank the opening lines of an advertiser's ads, with the score, reach and run of each.",
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: textRanking,
    output: z.strictObject({ hooks: z.array(Hook), ...page }),
    extension: true,
  }),

  getTags: query({
    summary: "Rank the tags of an advertiser's ads by the scores of those ads.",
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: parameters(
      orderedDates(
        fields({
          ...filters,
          category: text({ max: 60 }).optional().describe('Only tags of this category, such as hook.'),
          limit: limit(20, 100),
        }),
      ),
    ),
    output: z.strictObject({
      totalAds: count,
      averageScore: performanceScore.nullable().describe('The mean performance score of all matching ads.'),
      tags: z.array(RankedTag),
      total: count.describe('Number of tags of the matching ads.'),
    }),
    extension: true,
  }),

  getProductCategory: query({
    summary: "Find the product category of an advertiser by the words of its ads' texts.",
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: onlyFilters,
    output: z.strictObject({
      taxonomy: z.literal('IAB Ad Product Taxonomy 2.0'),
      category: z
        .strictObject({
          id: recordId.describe('The id in the taxonomy.'),
          name: z.string(),
          within: z.array(z.string()).describe('The categories that contain it, the widest first.'),
        })
        .nullable()
        .describe('A guess from words; null if no category is clearly ahead.'),
      matchingTexts: count.describe('Texts with a word of the category.'),
      texts: count.describe(
        'Texts that were searched: names, the most used copies, headlines and landing pages.',
      ),
    }),
    extension: true,
  }),

  getSurvival: query({
    summary: 'Estimate how long ads of an advertiser run, and how long one of them still will.',
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: parameters(
      orderedDates(
        fields({
          ...filtersWithoutStatus,
          hash: hash.optional().describe('One of its ads, to estimate its further run.'),
        }),
      ),
    ),
    output: z.strictObject({
      basis: z
        .enum(['advertiser', 'category'])
        .describe('Whose ads it is made of. `category`: too few ended ads of the advertiser were observed.'),
      medianDays: count
        .nullable()
        .describe('After this many days, half of the ads have ended; null if more than half still ran.'),
      curve: z.array(Survival).describe('The share of ads that run longer than some numbers of days.'),
      ad: z
        .strictObject({
          daysRunning: count,
          daysRunningKind,
          isRunning: z.boolean(),
          outlived: share.nullable().describe('The share of the other ads that ended by its age.'),
          chances: z.array(Survival).describe('Of running longer than 30, 60 and 90 days; only later days.'),
        })
        .nullable()
        .describe('Null without `hash`, or if it is not one of these ads.'),
      evidence: z
        .strictObject({
          kind: z.literal('estimated'),
          ads: count.describe('Ads that were observed for at least a day.'),
          ended: count.describe('Those of them that ended. The others still ran when they were last seen.'),
          notUsed: count.describe(
            'Ads that are planned, were seen on one day only or ended on an unknown day.',
          ),
          libraries,
        })
        .describe('What the estimate is made of.'),
    }),
    extension: true,
  }),

  listTests: query({
    summary: 'List the tests of an advertiser: ads launched within 7 days that differ in one part.',
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: parameters(orderedDates(fields({ ...filtersWithoutStatus, ...paging }))),
    output: z.strictObject({
      tests: z.array(CreativeTest).describe('The newest first.'),
      evidence: z
        .strictObject({
          kind: z.literal('measured'),
          ads: count.describe('Ads that were compared.'),
          notUsed: count.describe('Ads whose day of launch no source states.'),
          libraries,
        })
        .describe('What the tests were found in.'),
      ...page,
    }),
    extension: true,
  }),

  listCreatives: query({
    summary: 'List the creatives of an advertiser: one entry for all of its ads that are the same creative.',
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: parameters(
      orderedDates(
        fields({
          ...filters,
          sortBy: choice(['daysRunning', 'adCount', 'newest', 'rising'])
            .default('daysRunning')
            .describe('`rising`: more ads launched in the last 14 days than in the 14 before, most first.'),
          ...paging,
        }),
      ),
    ),
    output: z.strictObject({
      creatives: z.array(AdvertiserCreative),
      evidence: z
        .strictObject({
          ...startEvidence,
          ads: count.describe('All ads that the creatives were counted in.'),
          libraries,
        })
        .describe('What the list is made of.'),
      ...page,
    }),
    extension: true,
  }),

  getLaunchHistory: query({
    summary: "Count an advertiser's launches and running ads by month, from its first launch until today.",
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: onlyFilters,
    output: z.strictObject({
      months: z
        .array(
          z.strictObject({
            month: calendarMonth,
            launched: count,
            active: count.describe('Ads that ran on its last day; in the current month, today.'),
          }),
        )
        .describe('Without gaps, from the month of the first launch to the current one.'),
      planned: count.describe('Ads that start after today, which no month counts.'),
      evidence: z
        .strictObject({ ...startEvidence, ads: count.describe('All matching ads.'), libraries })
        .describe('What the months are made of.'),
    }),
    extension: true,
  }),

  getTagShares: query({
    summary: "List the shares of an advertiser's ads that use each tag, now and in the days before.",
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: parameters(
      orderedDates(
        fields({
          ...filters,
          category: text({ max: 60 }).optional().describe('Only tags of this category, such as hook.'),
          days: wholeNumber(7, 90)
            .default(30)
            .describe('The length of the compared spans; the later one ends on dateTo, or else today.'),
          limit: limit(20, 100),
        }),
      ),
    ),
    output: z.strictObject({
      totalAds: count,
      days: count,
      now: comparedSpan,
      before: comparedSpan,
      tags: z.array(TagShare).describe('Those of the most matching ads first.'),
      total: count.describe('Number of tags of the matching ads.'),
      evidence: z
        .strictObject({
          ...startEvidence,
          ads: count.describe('All matching ads.'),
          libraries,
        })
        .describe('What the shares are made of.'),
    }),
    extension: true,
  }),

  getMomentum: query({
    summary:
      'Compare how many ads an advertiser launched lately with the days before and with its usual rate.',
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: parameters(
      fields({
        companyName: storedName,
        days: wholeNumber(7, 30).default(14).describe('The length of the compared spans.'),
        asOf,
      }),
    ),
    output: Momentum,
    extension: true,
  }),

  listClaims: query({
    summary:
      'List the claims in the texts of an advertiser: discounts, prices, figures, guarantees, comparatives.',
    errors: unknownCompany,
    cachedUntilIndexChanges: true,
    input: parameters(
      orderedDates(
        fields({
          ...filtersWithoutStatus,
          dateFrom: dateRange.dateFrom.describe('Only claims that were first used on this day or later.'),
          dateTo: dateRange.dateTo.describe('Only claims that were first used on this day or earlier.'),
          kind: choice(claimKinds).optional().describe('Only claims of this kind.'),
          ...paging,
        }),
      ),
    ),
    output: z.strictObject({
      claims: z.array(Claim).describe('The last that was first used comes first.'),
      evidence: z
        .strictObject({
          kind: startEvidence.kind.describe(
            'estimated: the dates of some claims are those of the first sighting of an ad.',
          ),
          ads: count.describe('Ads with a text.'),
          adsWithClaims: count.describe('Those of them with a claim of any kind.'),
          withoutStart: count.describe('Of those with a claim, the ads whose start no source states.'),
          notUsed: count.describe('Ads of which no text is known.'),
          libraries,
        })
        .describe('What the claims were found in.'),
      ...page,
    }),
    extension: true,
  }),
};
