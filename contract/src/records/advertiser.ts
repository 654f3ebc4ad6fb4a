import { z } from 'zod';
import { calendarDate, isoTime } from '../values/dates.ts';
import { format, platform } from '../values/fields.ts';
import { adStatus, confidence, daysRunningKind, performanceScore, ScoreParts } from './ad.ts';
import { momentumState } from './momentum.ts';
import { publishedStarts, startEvidence } from './startEvidence.ts';
import { count, logoUrl, quantity, recordId, share, shortenedFields, storedHash } from './common.ts';

const ofAllAds = daysRunningKind.describe('exact if the days of all its ads are exact.');
const ofAverage = daysRunningKind.describe(
  'atLeast if the days of some of the ads are a lower bound, so that the average is one too.',
);

const textStatistics = {
  adCount: count,
  totalReach: quantity,
  daysRunning: count.describe('Of the ad that ran longest.'),
  daysRunningKind: ofAllAds,
  performanceScore,
  scoreParts: ScoreParts,
  confidence,
  firstSeenAt: isoTime,
  lastSeenAt: isoTime,
  sampleAd: z.strictObject({ hash: storedHash, thumbnailUrl: z.string().nullable() }),
};

export const AdCopy = z.strictObject({ body: z.string(), ...textStatistics, shortened: shortenedFields });
export const Headline = z.strictObject({ headline: z.string(), ...textStatistics });
export const Hook = z.strictObject({ hook: z.string(), ...textStatistics });

export const stats = z.strictObject({
  totalAds: count,
  totalReach: quantity,
  imageAds: count,
  videoAds: count,
  activeAds: count,
  avgDaysRunning: quantity.nullable(),
  avgDaysRunningKind: ofAverage.nullable(),
});
export const mediaTypeBreakdown = z.strictObject({ image: share, video: share });

const portion = { adCount: count, share };
const tag = { tagDefinitionId: recordId, category: z.string(), shortText: z.string() };
const UsedTag = z.strictObject({ ...tag, ...portion });

export const RankedTag = z.strictObject({
  ...tag,
  ...portion,
  activeAds: count,
  totalReach: quantity,
  avgDaysRunning: quantity,
  avgDaysRunningKind: ofAverage,
  avgScore: performanceScore.describe('The mean performance score of the ads with this tag.'),
  adjustedScore: performanceScore.describe(
    'avgScore weighted with five ads of averageScore; tags are ranked by it.',
  ),
  sampleAds: z.array(storedHash).describe('Up to three ads with this tag, best score first.'),
});

export const TagShare = z.strictObject({
  ...tag,
  ...portion,
  now: count.describe('Ads with it in the later span.'),
  before: count.describe('Ads with it in the span before.'),
  shareNow: share.nullable().describe('Null if no ad was launched in the span.'),
  shareBefore: share.nullable(),
  state: momentumState,
});

export const comparedSpan = z
  .strictObject({ from: calendarDate, to: calendarDate, ads: count, publishedStarts })
  .describe('Ads launched on these days, whatever dateFrom is.');

export const ComparedAdvertiser = z.strictObject({
  advertiserId: recordId,
  name: z.string(),
  brandLogo: logoUrl,
  stats,
  mediaTypeBreakdown,
  formats: z.array(z.strictObject({ format, ...portion })),
  platforms: z.array(z.strictObject({ platform, ...portion })),
  languages: z.array(z.strictObject({ language: z.string(), ...portion })),
  tempo: z.strictObject({
    launchedLast7Days: count,
    launchedLast30Days: count,
    launchedLast90Days: count,
    publishedStarts: publishedStarts.describe(
      'Of those of the last 90 days, the ones whose start a source states; the others count on the day they were first seen.',
    ),
    launchesPerWeek: quantity.describe('On average over the last 90 days.'),
    medianDaysRunning: quantity.nullable(),
  }),
  topTags: z.array(UsedTag),
  distinctTags: z.array(UsedTag).describe('Frequent tags of this advertiser that the others never use.'),
});

export const SharedTag = z.strictObject({
  ...tag,
  advertisers: z.array(z.strictObject({ advertiserId: recordId, ...portion })),
});

const adChangesShape = {
  total: count,
  ads: z.array(
    z.strictObject({
      hash: storedHash,
      at: calendarDate,
      headline: z.string().nullable(),
      thumbnailUrl: z.string().nullable(),
      shortened: shortenedFields,
    }),
  ),
};

export const adChanges = z.strictObject(adChangesShape);
export const launchedAds = z.strictObject({ ...adChangesShape, evidence: z.strictObject(startEvidence) });

export function addedAndDropped<Shape extends z.ZodRawShape>(shape: Shape) {
  const entry = z.strictObject({ ...shape, at: calendarDate, adCount: count, shortened: shortenedFields });
  const side = z.strictObject({ total: count, entries: z.array(entry) });
  return z.strictObject({ added: side, dropped: side });
}

export const reachShare = {
  reach: quantity,
  share: share.nullable().describe('Share of the reach with a known breakdown; null if that is 0.'),
};

/** An estimate with its 95 % confidence interval. */
export const Survival = z.strictObject({
  days: count.describe('Longer than this many days.'),
  share,
  lower: share,
  upper: share,
  ads: count.describe('Number of ads that were observed for so long.'),
});

export const testedParts = [
  'headline',
  'hook',
  'callToAction',
  'landingPage',
  'audience',
  'picture',
] as const;

const testArm = z.strictObject({
  value: z
    .string()
    .describe(
      'Its value of the part that differs. Of a picture its PDQ hash, of nearly equal ones the lowest.',
    ),
  words: z
    .array(z.strictObject({ text: z.string(), isShared: z.boolean() }))
    .describe(
      'The words of the value, and whether the first arm has them too, in the same order. A picture has none.',
    ),
  daysRunning: count.describe('Of its ad that ran longest.'),
  daysRunningKind: ofAllAds,
  end: z
    .enum(['ended', 'running', 'notKnown'])
    .describe('`notKnown`: an ad was no longer confirmed, but no source states that it ended.'),
  adCount: count,
  ads: z
    .array(
      z.strictObject({
        hash: storedHash,
        thumbnailUrl: z.string().nullable(),
        status: adStatus,
        daysRunning: count,
        daysRunningKind,
      }),
    )
    .describe('Its ads, at most five, the longest running first.'),
});

export const CreativeTest = z.strictObject({
  differs: z
    .enum(testedParts)
    .describe(
      'The only part in which the arms differ. Their format, platforms and library are the same, as far as they are known.',
    ),
  launchedFrom: calendarDate,
  launchedTo: calendarDate,
  shared: z
    .strictObject({
      headline: z.string().nullable(),
      hook: z.string().nullable(),
      callToAction: z.string().nullable(),
      landingPage: z.string().nullable(),
      audience: z
        .string()
        .nullable()
        .describe(
          'The countries, and the targeting where its source publishes it, such as DE; 18-34; female.',
        ),
      picture: z.string().nullable().describe('The PDQ hash, as in `value` of an arm.'),
    })
    .describe('The parts that all arms have in common; null for the one that differs and for unknown ones.'),
  arms: z.array(testArm).describe('The longest running first.'),
  outcome: z
    .enum(['clear', 'unclear', 'tooEarly', 'notKnown'])
    .describe(
      '`clear`: all other arms ended, and the first ran at least twice as long and 7 days longer than the second. `tooEarly`: another arm still runs, or all were launched less than 7 days ago. `notKnown`: no source states whether another arm ended or how long it ran, or the first may have run longer than is known and is not `clear`.',
    ),
  notCompared: z
    .array(z.enum([...testedParts, 'targeting', 'format', 'platforms']))
    .describe(
      'Parts of which it is not known whether they are the same. `targeting`: of the audience, only the countries are known. `picture`: neither the pictures of all ads were read nor are their addresses equal.',
    ),
});
