import { z } from 'zod';
import { calendarDate } from '../values/dates.ts';
import { daysRunningKind } from './ad.ts';
import { startEvidence } from './startEvidence.ts';
import { count, nullableText, quantity, recordId, share, storedHash } from './common.ts';
import { FamilyMomentum } from './momentum.ts';

const advertiser = { advertiserId: recordId, companyName: z.string() };
const firstDate = calendarDate.describe('The start as published, else the day on which it was first seen.');

/** Why two ads are the same creative. */
const sameCreative = {
  kind: z
    .enum(['collation', 'text', 'picture', 'video'])
    .describe(
      'collation: the library groups them; text, picture: their texts or pictures are equal or nearly equal; video: the advertiser runs the same video file.',
    ),
  similarity: share.nullable().describe('Of the texts, 1 if equal; null for another kind.'),
  pictureDistance: count
    .nullable()
    .describe(
      'Bits of 256 in which the PDQ hashes of the pictures differ, with or without their edges; null for another kind.',
    ),
};

const FamilyMember = z.strictObject({
  hash: storedHash,
  ...advertiser,
  headline: nullableText,
  body: nullableText,
  firstDate,
  lastDate: calendarDate.describe('The day on which it ended or was last seen running; today if it runs.'),
  isRunning: z.boolean(),
  sameAs: z
    .strictObject(sameCreative)
    .nullable()
    .describe('Compared with the given ad; null for itself and for ads that only others connect with it.'),
});

/** Ads of all advertisers that are the same creative. */
export const Family = z.strictObject({
  familyId: z
    .string()
    .nullable()
    .describe(
      'Equal for all ads of the family, until it joins another one. Null if the ad has no text that says enough, no stored picture, no video and no group in its library.',
    ),
  total: count.describe('Number of ads.'),
  members: z.array(FamilyMember).describe('The ads that started first.'),
  variants: z
    .array(z.strictObject({ text: z.string(), ads: count, firstDate }))
    .describe('The 20 most frequent texts; case, punctuation, emoji and links do not count.'),
  totalVariants: count,
  firstRunner: z
    .strictObject({ ...advertiser, hash: storedHash, firstDate, isDatePublished: z.boolean() })
    .nullable()
    .describe('Who ran it first; null if several advertisers started on the first day.'),
  advertisers: z
    .array(
      z.strictObject({
        ...advertiser,
        ads: count,
        runningAds: count,
        firstDate,
        lastDate: calendarDate,
      }),
    )
    .describe('Up to 50, by their first day.'),
  totalAdvertisers: count,
  revivals: z
    .array(z.strictObject({ date: calendarDate, pausedDays: count, hash: storedHash, ...advertiser }))
    .describe('Starts after at least 7 days on which no ad of the family ran, latest first; up to 20.'),
  copycats: z
    .array(
      z.strictObject({
        ...advertiser,
        ads: count,
        firstDate,
        daysLater: count
          .nullable()
          .describe('After the first runner; null if one of both starts is not published.'),
      }),
    )
    .describe('Other advertisers that ran it after the first runner; up to 50.'),
  edges: z
    .array(z.strictObject({ hash: storedHash, otherHash: storedHash, ...sameCreative }))
    .describe('What connects the ads, each with the first ads that have it; up to 50.'),
  momentum: FamilyMomentum.nullable().describe(
    'Of the launches of its ads in spans of 14 days; null if it has more than 5,000 ads.',
  ),
  evidence: z
    .strictObject({
      ...startEvidence,
      ads: count.describe('Ads that dates, advertisers and variants are made of: those that started first.'),
      sources: z.array(z.string()),
    })
    .describe('What the answer is made of.'),
});

/** The ads of one advertiser that are the same creative. */
export const AdvertiserCreative = z.strictObject({
  familyId: z.string().nullable().describe('As in ads.getFamily; null for an ad with nothing to compare.'),
  adCount: count,
  activeAds: count,
  totalReach: quantity.nullable().describe('Of the ads whose reach is known; null if none is.'),
  daysRunning: count.describe('Of the ad that ran longest.'),
  daysRunningKind: daysRunningKind.describe('exact if the days of all its ads are exact.'),
  firstDate,
  lastDate: calendarDate.describe('The last day on which one of its ads is known to have run.'),
  launchedLast14Days: count.describe(
    'Only ads whose start is published, so that a first import counts as no rise.',
  ),
  launchedPrevious14Days: count.describe('The same for the 14 days before.'),
  ad: z
    .strictObject({
      hash: storedHash,
      headline: nullableText,
      body: nullableText,
      thumbnailUrl: nullableText,
    })
    .describe('The ad that ran longest.'),
});
