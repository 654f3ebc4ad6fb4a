import { z } from 'zod';
import { isoTime } from '../values/dates.ts';
import { anyUrl, count, nullableText, quantity, recordId, share, storedHash } from './common.ts';

const owningTeam = recordId.nullable().describe('The owning team; null: the caller alone.');

/** Typefaces of templates; the first is the default. */
export const fonts = ['sans', 'geometric', 'rounded', 'serif', 'condensed'] as const;
export type Font = (typeof fonts)[number];

export const typefaces: Readonly<Record<Font, string>> = {
  sans: 'Inter',
  geometric: 'Montserrat',
  rounded: 'Nunito',
  serif: 'Source Serif',
  condensed: 'Roboto Condensed',
};

export const fontDescription = `The typeface of templates: ${fonts.map((font) => `${typefaces[font]} for \`${font}\``).join(', ')}.`;

export const CloneProduct = z.strictObject({
  id: recordId,
  name: z.string(),
  url: nullableText,
  description: nullableText,
  price: quantity.nullable(),
  currency: nullableText,
  brandName: nullableText,
  logoUrl: nullableText,
  images: z.array(anyUrl),
  colors: z.array(z.string()),
  font: z.enum(fonts).describe(fontDescription),
  sellingPoints: z.array(z.string()),
  audience: nullableText,
  tone: nullableText,
  isDefault: z.boolean().describe('Each user and each team with products has one default.'),
  teamId: owningTeam,
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type CloneProduct = z.infer<typeof CloneProduct>;

/** Image makers: built-in templates, or an external service with the OpenAI API. */
export const makers = ['template', 'endpoint'] as const;
export const aspectRatios = ['1:1', '4:5', '9:16', '1.91:1'] as const;

export const AiImageTexts = z.strictObject({
  headline: z.string(),
  text: nullableText,
  proof: nullableText.describe('Shown by the layout `quote`, which does not show the offer.'),
  offer: nullableText,
  callToAction: z.string(),
});
export type AiImageTexts = z.infer<typeof AiImageTexts>;

export const AiImage = z.strictObject({
  id: recordId,
  status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  progress: share,
  costEstimate: quantity.nullable().describe('In US dollars; null if unknown.'),
  url: anyUrl.nullable(),
  thumbnailUrl: anyUrl.nullable(),
  width: count.nullable(),
  height: count.nullable(),
  aspectRatio: z.enum(aspectRatios),
  prompt: z.string(),
  maker: z.enum(makers).describe('A built-in template or an external service.'),
  model: nullableText,
  layout: nullableText.describe(
    'The layout of the template, `reference` if it has the regions of the reference ad; null for an external service.',
  ),
  referenceLayout: z
    .enum(['followed', 'notDetected', 'notFitting'])
    .nullable()
    .describe(
      'Whether the template has the regions of the reference ad, or why not: none were detected in its picture, or the texts do not fit. Null without such an ad, with a given layout, for an external service, and until it is known.',
    ),
  texts: AiImageTexts.nullable().describe('The texts of a template; null for an external service.'),
  shownTexts: z
    .array(AiImageTexts.keyof())
    .describe(
      'The texts that the layout has a place for; none until it is known, and for an external service. A layout of a reference ad without a button has none for `callToAction`.',
    ),
  edits: count.describe('How often its texts were changed.'),
  seed: z.int().nullable(),
  sourceAdHash: storedHash.nullable(),
  productId: recordId.nullable(),
  teamId: owningTeam,
  error: nullableText,
  createdAt: isoTime,
});
export type AiImage = z.infer<typeof AiImage>;

export const brandImageKinds = ['logo', 'product', 'lifestyle', 'other'] as const;

export const BrandImage = z.strictObject({
  id: recordId,
  name: z.string(),
  kind: z.enum(brandImageKinds),
  url: anyUrl,
  thumbnailUrl: anyUrl.nullable(),
  width: count,
  height: count,
  mimeType: z.string(),
  bytes: count,
  companyName: nullableText,
  productId: recordId.nullable(),
  teamId: owningTeam,
  createdAt: isoTime,
});
export type BrandImage = z.infer<typeof BrandImage>;
