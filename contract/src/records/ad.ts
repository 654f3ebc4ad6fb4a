import { z } from 'zod';
import { calendarDate, isoTime } from '../values/dates.ts';
import { format, platform } from '../values/fields.ts';
import {
  anyUrl,
  count,
  country,
  logoUrl,
  nullableText,
  quantity,
  recordId,
  share,
  shortenedFields,
  storedHash,
} from './common.ts';
import { AdLabel, Stage } from './label.ts';
import { AdMomentum } from './momentum.ts';

export const Media = z.strictObject({
  type: z.enum(['image', 'video']),
  url: anyUrl,
  thumbnailUrl: anyUrl.nullable(),
  width: count.nullable(),
  height: count.nullable(),
  durationSeconds: quantity.nullable(),
});
export type Media = z.infer<typeof Media>;

export const Card = z.strictObject({
  headline: nullableText,
  body: nullableText,
  description: nullableText,
  ctaText: nullableText,
  landingPageUrl: nullableText,
  media: z.array(Media),
});
export type Card = z.infer<typeof Card>;

/** The parts of a performance score, each 0 to 1; `null` if unknown, which adds nothing to the score. */
export const ScoreParts = z.strictObject({
  longevity: share.nullable(),
  reach: share.nullable(),
  engagement: share.nullable(),
  variants: share.nullable(),
});
export type ScoreParts = z.infer<typeof ScoreParts>;

export const performanceScore = z
  .number()
  .min(0)
  .max(100)
  .describe(
    'The weighted sum of scoreParts; 100 is best. Unknown parts add nothing, so it is a lower bound.',
  );

export const confidence = share.describe(
  'The sum of the weights of the known scoreParts. With all parts known, the score would be at most 100 × (1 - confidence) higher.',
);

/** How the score of an ad compares with others of the index. */
const scoreRank = {
  percentile: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe(
      'The percentage of the ads of comparedWith with a lower score, equal ones counted half; null if fewer than 50 are comparable.',
    ),
  comparedWith: z
    .strictObject({
      platform,
      minAge: count.describe('Days since the start of the ads.'),
      maxAge: count.nullable(),
      ads: count,
    })
    .nullable()
    .describe('Ads of the index on the same platform that started about as long ago.'),
};
const ScoreRank = z.strictObject(scoreRank);
export type ScoreRank = z.infer<typeof ScoreRank>;

export const Reach = z.strictObject({
  value: quantity.nullable(),
  lower: quantity.nullable(),
  upper: quantity.nullable(),
  kind: z.enum(['reported', 'range', 'estimated']).nullable(),
});
export type Reach = z.infer<typeof Reach>;

export const Spend = Reach.extend({ currency: nullableText.describe('ISO 4217, such as EUR.') });
export type Spend = z.infer<typeof Spend>;

export const Targeting = z.strictObject({
  ages: z.array(z.string()).describe('Such as 18-65, 65+.'),
  genders: z.array(z.enum(['female', 'male', 'unknown'])).describe('Empty if unknown or not restricted.'),
  countries: z.array(country),
  places: z.array(z.string()).describe('Places other than countries, as named by the library.'),
  parameters: z.array(z.string()).describe('The kinds of targeting that were used, as named by the library.'),
  excluded: z
    .array(z.string())
    .describe('Excluded places, audiences and parameters, as named by the library.'),
});
export type Targeting = z.infer<typeof Targeting>;

export const Engagement = z.strictObject({
  views: count.nullable(),
  likes: count.nullable(),
  comments: count.nullable(),
  shares: count.nullable(),
  total: count.nullable(),
  capturedAt: isoTime.nullable(),
  rankCountry: country.nullable(),
});
export type Engagement = z.infer<typeof Engagement>;

export const Tag = z.strictObject({
  tagDefinitionId: recordId,
  category: z.string(),
  shortText: z.string(),
  confidence: share,
});
export type Tag = z.infer<typeof Tag>;

/** Of `daysRunning`. */
export const daysRunningKind = z.enum(['exact', 'atLeast']);

export const adStatus = z
  .enum(['active', 'inactive'])
  .describe('active while a source confirmed it recently and no end or stop is known.');

export const Ad = z.strictObject({
  hash: storedHash,
  platform: platform.nullable().describe('The first of platforms; null if there are none.'),
  platforms: z.array(platform),
  externalId: z.string(),
  sourceUrl: anyUrl.nullable(),
  advertiser: z.strictObject({
    advertiserId: recordId,
    name: z.string(),
    brandLogo: logoUrl,
    pageUrl: anyUrl.nullable(),
  }),
  format,
  mediaType: z.enum(['image', 'video', 'other']),
  adType: nullableText,
  status: adStatus,
  headline: nullableText,
  body: nullableText,
  description: nullableText,
  ctaType: nullableText,
  ctaText: nullableText,
  headlines: z.array(z.string()),
  bodies: z.array(z.string()),
  landingPageUrl: nullableText,
  landingPageDomain: nullableText,
  language: nullableText,
  countries: z.array(country),
  isPartnership: z.boolean(),
  partnerName: nullableText,
  media: z.array(Media),
  cards: z.array(Card),
  startDate: calendarDate.nullable(),
  endDate: calendarDate.nullable(),
  firstSeenAt: isoTime,
  lastSeenAt: isoTime,
  lastConfirmedAt: isoTime
    .nullable()
    .describe('When a source last showed the ad as running; null if none ever did.'),
  daysRunning: z
    .int()
    .min(1)
    .describe('To the end date, else to lastConfirmedAt; to today while the ad is active.'),
  daysRunningKind: daysRunningKind.describe(
    'exact if a source states the start, and the end or that the ad is running; else a lower bound.',
  ),
  reach: Reach,
  impressions: Reach.describe('How often the ad was shown; not a number of people.'),
  spend: Spend.describe('What the ad cost, as published by its library.'),
  legalName: nullableText.describe('Of the company behind the advertiser, as stated by its library.'),
  payer: nullableText.describe('Who paid for the ad.'),
  beneficiary: nullableText.describe('On whose behalf the ad was shown.'),
  targeting: Targeting.nullable().describe(
    'Whom the ad was shown to; null if its library does not publish it.',
  ),
  collationId: nullableText.describe('The group of ads with the same creative, as numbered by the library.'),
  engagement: Engagement,
  tags: z.array(Tag),
  performanceScore,
  scoreParts: ScoreParts,
  confidence,
  ...scoreRank,
  shortened: shortenedFields,
});
export type Ad = z.infer<typeof Ad>;

export const AdMeasurements = Ad.pick({
  status: true,
  startDate: true,
  endDate: true,
  firstSeenAt: true,
  lastSeenAt: true,
  lastConfirmedAt: true,
  daysRunning: true,
  daysRunningKind: true,
  reach: true,
  engagement: true,
  performanceScore: true,
  scoreParts: true,
  confidence: true,
  percentile: true,
  comparedWith: true,
});
export type AdMeasurements = z.infer<typeof AdMeasurements>;

const savedAs = AdMeasurements.describe(
  'The values at the time of saving. If the index has the ad, the top-level fields are current.',
);

const organized = {
  labels: z.array(AdLabel).describe("The copy's labels, by name."),
  stage: Stage.nullable().describe('How far the work on the ad is; null: none chosen.'),
};

/** Texts and media are those of the copy; the fields of AdMeasurements are current if the index has the ad. */
export const SavedAd = Ad.extend({
  savedAs,
  savedAt: isoTime,
  boardIds: z.array(recordId),
  note: nullableText,
  ...organized,
});
export type SavedAd = z.infer<typeof SavedAd>;

const familyId = z
  .string()
  .nullable()
  .optional()
  .describe('With duplicates: family, as in ads.getFamily; null for an ad with nothing to compare.');

export const ListedAd = SavedAd.extend({
  similarAds: count
    .optional()
    .describe('With duplicates: family, the number of further matching ads that are the same creative.'),
  familyId,
});
export type ListedAd = z.infer<typeof ListedAd>;

export const FoundAd = Ad.extend({
  similarAds: count
    .optional()
    .describe(
      'The number of further matching ads: with duplicates: fold, with nearly the same text; with family, that are the same creative.',
    ),
  familyId,
  similarity: z
    .strictObject({
      text: share
        .nullable()
        .describe('Cosine of the vectors of the texts; null if it is not among the nearest texts.'),
      pictureDistance: count
        .nullable()
        .describe('Bits of 256 in which the PDQ hashes of the pictures differ; null if none is near.'),
      hasWords: z
        .boolean()
        .describe('With match: meaning, whether the ad has all words of the query and ranks high by them.'),
    })
    .optional()
    .describe('With similarTo or match: meaning, why the ad was found.'),
  pictureMatch: z
    .strictObject({
      lines: z.array(z.string()).describe('Lines that a machine read in the picture; at most 5.'),
      isOnlyInPicture: z
        .boolean()
        .describe('Whether a word of the query is in these lines and in no text of the ad.'),
    })
    .optional()
    .describe('With searchQuery, if words of it were read in the picture of the ad.'),
});
export type FoundAd = z.infer<typeof FoundAd>;

const AdSnapshot = z.strictObject({
  capturedAt: isoTime,
  reach: quantity.nullable(),
  likes: count.nullable(),
  comments: count.nullable(),
  shares: count.nullable(),
  rankCountry: country.nullable(),
});

const PictureLine = z.strictObject({
  text: z.string(),
  confidence: share.describe('As the recognizer estimates it.'),
});

export const AdDetails = Ad.extend({
  pictureWords: z
    .array(PictureLine)
    .nullable()
    .describe(
      'Lines that a machine read in the picture of the ad, which may be wrong. Empty if it found none, null if the picture was not read.',
    ),
  savedAs: savedAs.nullable(),
  savedAt: isoTime.nullable(),
  boardIds: z.array(recordId),
  note: nullableText,
  ...organized,
  history: z.array(AdSnapshot),
  momentum: AdMomentum.nullable().describe('Null if the index does not have the ad.'),
});
export type AdDetails = z.infer<typeof AdDetails>;
