import { z } from 'zod';
import { calendarDate, isoTime } from './dates.ts';
import { format, forms, platform, role, scope } from './values.ts';

/**
 * The records in responses. `null` means unknown; zero means measured and zero. Objects are strict, so that tests
 * that parse a response find fields that are not part of the API.
 */

export const recordId = z.int().min(1);
export const count = z.int().min(0);
/** A sum or an estimate; may have decimals. */
export const quantity = z.number().min(0);
/** A fraction of a whole. */
export const share = z.number().min(0).max(1);
export const adHash = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .register(forms, { form: '32 hexadecimal digits' });
const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .register(forms, { form: 'two-letter code of a country' });
/** A URL from a source or of this service. */
const address = z.string().min(1);
/** Always an absolute URL: an advertiser without a logo gets a generated one. */
export const logoAddress = z.url({ protocol: /^https?$/ });
const optional = z.string().nullable();

/** A page of a longer list; `nextCursor` is `null` on the last one. */
export const page = {
  total: count.describe('Number of entries on all pages.'),
  hasMore: z.boolean(),
  nextCursor: count.nullable().describe('The cursor of the next page; null on the last page.'),
};

export const Success = z.strictObject({ success: z.literal(true) });
export type Success = z.infer<typeof Success>;

export const Board = z.strictObject({
  id: recordId,
  name: z.string(),
  slug: optional,
  description: optional,
  order: count,
  published: z.boolean(),
  views: count,
  adCount: count,
  authorId: z.string(),
  parentBoardId: recordId.nullable(),
  teamId: recordId.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Board = z.infer<typeof Board>;

export const Media = z.strictObject({
  type: z.enum(['image', 'video']),
  url: address,
  thumbnailUrl: address.nullable(),
  width: count.nullable(),
  height: count.nullable(),
  durationSeconds: quantity.nullable(),
});
export type Media = z.infer<typeof Media>;

export const Card = z.strictObject({
  headline: optional,
  body: optional,
  description: optional,
  ctaText: optional,
  landingPageUrl: optional,
  media: z.array(Media),
});
export type Card = z.infer<typeof Card>;

/** The parts of a performance score, each 0 to 1; `null` when left out of the sum. */
export const ScoreParts = z.strictObject({
  longevity: share.nullable(),
  reach: share.nullable(),
  engagement: share.nullable(),
  variants: share.nullable(),
});
export type ScoreParts = z.infer<typeof ScoreParts>;

export const performanceScore = z.number().min(0).max(100).describe('From scoreParts; 100 is best.');

export const Reach = z.strictObject({
  value: quantity.nullable(),
  lower: quantity.nullable(),
  upper: quantity.nullable(),
  kind: z.enum(['reported', 'range', 'estimated']).nullable(),
});
export type Reach = z.infer<typeof Reach>;

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

export const adStatus = z.enum(['active', 'inactive']);

/** Present only on entries of a list that would exceed `maxListBytes`. */
export const shortenedFields = z
  .array(z.string())
  .exactOptional()
  .describe(
    'Only in lists that would exceed 4 MB: the fields that were cut. A cut text ends with …, a cut list ends early. ads.getDetails and notifications.get return everything, as does a list with a smaller limit.',
  );

export const Ad = z.strictObject({
  hash: adHash,
  platform: platform.nullable().describe('The first of platforms; null if there are none.'),
  platforms: z.array(platform),
  externalId: z.string(),
  sourceUrl: address.nullable(),
  advertiser: z.strictObject({
    advertiserId: recordId,
    name: z.string(),
    brandLogo: logoAddress,
    pageUrl: address.nullable(),
  }),
  format,
  mediaType: z.enum(['image', 'video', 'other']),
  adType: optional,
  status: adStatus,
  headline: optional,
  body: optional,
  description: optional,
  ctaType: optional,
  ctaText: optional,
  headlines: z.array(z.string()),
  bodies: z.array(z.string()),
  landingPageUrl: optional,
  landingPageDomain: optional,
  language: optional,
  countries: z.array(country),
  isPartnership: z.boolean(),
  partnerName: optional,
  media: z.array(Media),
  cards: z.array(Card),
  startDate: calendarDate.nullable(),
  endDate: calendarDate.nullable(),
  firstSeenAt: isoTime,
  lastSeenAt: isoTime,
  daysRunning: z.int().min(1),
  reach: Reach,
  engagement: Engagement,
  tags: z.array(Tag),
  performanceScore,
  scoreParts: ScoreParts,
  shortened: shortenedFields,
});
export type Ad = z.infer<typeof Ad>;

/** The fields of an ad that change over time. */
export const AdMeasurements = Ad.pick({
  status: true,
  startDate: true,
  endDate: true,
  firstSeenAt: true,
  lastSeenAt: true,
  daysRunning: true,
  reach: true,
  engagement: true,
  performanceScore: true,
  scoreParts: true,
});
export type AdMeasurements = z.infer<typeof AdMeasurements>;

const savedAs = AdMeasurements.describe(
  'The values at the time of saving. If the index has the ad, the top-level fields are current.',
);

/** Texts and media are those of the copy; the fields of AdMeasurements are current if the index has the ad. */
export const SavedAd = Ad.extend({
  savedAs,
  savedAt: isoTime,
  boardIds: z.array(recordId),
  note: optional,
});
export type SavedAd = z.infer<typeof SavedAd>;

/** The measurements of an ad at one time. */
export const Snapshot = z.strictObject({
  capturedAt: isoTime,
  reach: quantity.nullable(),
  likes: count.nullable(),
  comments: count.nullable(),
  shares: count.nullable(),
  rankCountry: country.nullable(),
});
export type Snapshot = z.infer<typeof Snapshot>;

export const AdDetails = Ad.extend({
  savedAs: savedAs.nullable(),
  savedAt: isoTime.nullable(),
  boardIds: z.array(recordId),
  note: optional,
  history: z.array(Snapshot),
});
export type AdDetails = z.infer<typeof AdDetails>;

export const ApiKey = z.strictObject({
  id: recordId,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(scope),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
  expiresAt: isoTime.nullable(),
  revokedAt: isoTime.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** A key with its secret; returned only by `apiKeys.create`. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const Team = z.strictObject({
  id: recordId,
  name: z.string(),
  slug: z.string(),
  role,
  status: z
    .enum(['active', 'invited'])
    .describe(
      'invited: the caller can join with teams.acceptInvitation, and sees nothing else of the team yet.',
    ),
  memberCount: count,
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Team = z.infer<typeof Team>;

export const Member = z.strictObject({
  userId: optional,
  email: z.string(),
  name: optional,
  role,
  status: z.enum(['active', 'invited']),
  invitedAt: isoTime.nullable(),
  joinedAt: isoTime.nullable(),
});
export type Member = z.infer<typeof Member>;

export const Notification = z.strictObject({
  id: recordId,
  ruleId: recordId.nullable(),
  type: z.string(),
  companyName: optional,
  title: z.string(),
  body: z.string(),
  adHashes: z.array(adHash).describe('At most 10,000; data.adCount has the total.'),
  data: z.record(z.string(), z.unknown()),
  createdAt: isoTime,
  readAt: isoTime.nullable(),
  shortened: shortenedFields,
});
export type Notification = z.infer<typeof Notification>;

export const ruleEvents = [
  'new_ads',
  'ad_stopped',
  'reach_above',
  'landing_page_new',
  'copy_matches',
] as const;
export const ruleFrequencies = ['instant', 'daily', 'weekly'] as const;

export const Rule = z.strictObject({
  id: recordId,
  name: z.string(),
  enabled: z.boolean(),
  event: z.enum(ruleEvents),
  companyNames: z.union([z.array(z.string()), z.literal('FOLLOWED')]),
  platforms: z.array(platform),
  keywords: z.array(z.string()),
  threshold: quantity.nullable(),
  frequency: z.enum(ruleFrequencies),
  channels: z.array(z.strictObject({ type: z.enum(['inbox', 'email', 'webhook']), target: optional })),
  lastFiredAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Rule = z.infer<typeof Rule>;

/** A URL that notifications are sent to. */
export const Webhook = z.strictObject({
  id: recordId,
  url: address,
  enabled: z.boolean(),
  disabledReason: optional,
  failingSince: isoTime.nullable(),
  lastDeliveredAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookDelivery = z.strictObject({
  id: recordId,
  webhookId: recordId,
  messageId: z.string(),
  notificationId: recordId.nullable(),
  type: z.string(),
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.array(
    z.strictObject({
      at: isoTime,
      httpStatus: z.int().nullable(),
      error: optional,
      milliseconds: count,
    }),
  ),
  nextAttemptAt: isoTime.nullable(),
  deliveredAt: isoTime.nullable(),
  createdAt: isoTime,
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** An audit log entry. */
export const Act = z.strictObject({
  id: recordId,
  at: isoTime,
  act: z.string(),
  actorId: optional,
  actorEmail: optional,
  teamId: recordId.nullable(),
  subject: optional,
  via: optional,
  address: optional,
  details: z.record(z.string(), z.unknown()),
});
export type Act = z.infer<typeof Act>;

const owningTeam = recordId.nullable().describe('The owning team; null: the caller alone.');

export const CloneProduct = z.strictObject({
  id: recordId,
  name: z.string(),
  url: optional,
  description: optional,
  price: quantity.nullable(),
  currency: optional,
  brandName: optional,
  logoUrl: optional,
  images: z.array(address),
  colors: z.array(z.string()),
  sellingPoints: z.array(z.string()),
  audience: optional,
  tone: optional,
  isDefault: z.boolean().describe('Each user and each team with products has one default.'),
  teamId: owningTeam,
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type CloneProduct = z.infer<typeof CloneProduct>;

/** Image makers: built-in templates, or an external service with the OpenAI API. */
export const makers = ['template', 'endpoint'] as const;
export const aspectRatios = ['1:1', '4:5', '9:16', '1.91:1'] as const;

export const AiImage = z.strictObject({
  id: recordId,
  status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  progress: share,
  costEstimate: quantity.nullable().describe('In US dollars; null if unknown.'),
  url: address.nullable(),
  thumbnailUrl: address.nullable(),
  width: count.nullable(),
  height: count.nullable(),
  aspectRatio: z.enum(aspectRatios),
  prompt: z.string(),
  maker: z.enum(makers).describe('A built-in template or an external service.'),
  model: optional,
  layout: optional.describe('The layout of the template; null for an external service.'),
  seed: z.int().nullable(),
  sourceAdHash: adHash.nullable(),
  productId: recordId.nullable(),
  teamId: owningTeam,
  error: optional,
  createdAt: isoTime,
});
export type AiImage = z.infer<typeof AiImage>;

export const brandImageKinds = ['logo', 'product', 'lifestyle', 'other'] as const;

export const BrandImage = z.strictObject({
  id: recordId,
  name: z.string(),
  kind: z.enum(brandImageKinds),
  url: address,
  thumbnailUrl: address.nullable(),
  width: count,
  height: count,
  mimeType: z.string(),
  bytes: count,
  companyName: optional,
  productId: recordId.nullable(),
  teamId: owningTeam,
  createdAt: isoTime,
});
export type BrandImage = z.infer<typeof BrandImage>;
