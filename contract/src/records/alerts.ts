import { z } from 'zod';
import { isoTime } from '../values/dates.ts';
import { platform } from '../values/fields.ts';
import { anyUrl, count, nullableText, quantity, recordId, shortenedFields, storedHash } from './common.ts';

export const ruleEvents = [
  'new_ads',
  'ad_stopped',
  'reach_above',
  'landing_page_new',
  'copy_matches',
  'momentum',
  'claim',
] as const;
export const ruleFrequencies = ['instant', 'daily', 'weekly'] as const;

const matchedAds = {
  ruleName: z.string(),
  adCount: count,
  companyCount: count,
  companies: z
    .array(z.strictObject({ advertiserId: recordId, name: z.string(), adCount: count }))
    .describe('The 100 with the most ads.'),
};

const RuleMatch = z.discriminatedUnion('event', [
  z.strictObject({ event: z.enum(['new_ads', 'ad_stopped', 'copy_matches']), ...matchedAds }),
  z.strictObject({
    event: z.literal('landing_page_new'),
    ...matchedAds,
    landingPages: z.array(z.string()).describe('At most 100.'),
  }),
  z.strictObject({
    event: z.literal('reach_above'),
    ...matchedAds,
    threshold: quantity.nullable(),
    reach: quantity.nullable().describe('The highest of these ads.'),
  }),
  z.strictObject({
    event: z.literal('momentum'),
    ...matchedAds,
    threshold: quantity.nullable(),
    timesUsual: quantity.optional().describe('Absent in notifications of earlier versions.'),
  }),
  z.strictObject({
    event: z.literal('claim'),
    ...matchedAds,
    claims: z.array(z.string()).describe('At most 100, with the value before if only that changed.'),
  }),
]);
export type RuleMatch = z.infer<typeof RuleMatch>;

const DisabledWebhook = z.strictObject({ webhookId: recordId, url: anyUrl, reason: z.string() });

export const Notification = z.strictObject({
  id: recordId,
  ruleId: recordId.nullable(),
  type: z.string(),
  companyName: nullableText,
  title: z.string(),
  body: z.string(),
  adHashes: z.array(storedHash).describe('At most 10,000; data.adCount has the total.'),
  // The last one accepts notifications of other versions.
  data: z.union([RuleMatch, DisabledWebhook, z.looseObject({})]),
  createdAt: isoTime,
  readAt: isoTime.nullable(),
  shortened: shortenedFields,
});
export type Notification = z.infer<typeof Notification>;

export const Rule = z.strictObject({
  id: recordId,
  name: z.string(),
  enabled: z.boolean(),
  event: z.enum(ruleEvents),
  companyNames: z.union([z.array(z.string()), z.literal('FOLLOWED')]),
  platforms: z.array(platform),
  keywords: z.array(z.string()),
  threshold: quantity.nullable(),
  timesUsual: quantity.describe('For the event momentum only.'),
  frequency: z.enum(ruleFrequencies),
  channels: z.array(z.strictObject({ type: z.enum(['inbox', 'email', 'webhook']), target: nullableText })),
  lastFiredAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Rule = z.infer<typeof Rule>;

export const Webhook = z.strictObject({
  id: recordId,
  url: anyUrl,
  enabled: z.boolean(),
  disabledReason: nullableText,
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
      error: nullableText,
      milliseconds: count,
    }),
  ),
  nextAttemptAt: isoTime.nullable(),
  deliveredAt: isoTime.nullable(),
  createdAt: isoTime,
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
