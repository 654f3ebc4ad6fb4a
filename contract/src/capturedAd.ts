import type { z } from 'zod';
import { dayOfAd } from './dates.ts';
import {
  amount,
  choice,
  companyName,
  countryCode,
  fields,
  flag,
  format,
  httpUrl,
  languageCode,
  list,
  optionalText,
  platform,
  text,
  wholeNumber,
} from './values.ts';
import { got } from './wording.ts';

/**
 * An ad as a browser extension saw it: the fields of the Ad record that a page can show. What is absent or
 * `null` is unknown. Texts and lists are bounded well above what the platforms themselves accept.
 */

/** Unknown unless given: what reaches the implementation is a value or `null`. */
function unlessKnown<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().default(null);
}

function maybeText(max: number) {
  return optionalText(max).prefault(null);
}

const headline = 2000;
const body = 20_000;
const pixels = wholeNumber(1, 100_000);

const capturedMedia = fields({
  type: choice(['image', 'video']),
  url: httpUrl,
  thumbnailUrl: unlessKnown(httpUrl),
  width: unlessKnown(pixels),
  height: unlessKnown(pixels),
  durationSeconds: unlessKnown(amount(86_400)),
});

const capturedCard = fields({
  headline: maybeText(headline),
  body: maybeText(body),
  description: maybeText(5000),
  ctaText: maybeText(200),
  landingPageUrl: unlessKnown(httpUrl),
  media: list(capturedMedia, 10).default([]),
});

const capturedReach = fields({
  value: unlessKnown(wholeNumber(0)),
  lower: unlessKnown(wholeNumber(0)),
  upper: unlessKnown(wholeNumber(0)),
  kind: unlessKnown(choice(['reported', 'range', 'estimated'])),
}).check(({ value, issues }) => {
  const { lower, upper } = value;
  if (lower === null || upper === null || lower <= upper) return;
  const message = `must not be above upper (${upper}), got ${lower}`;
  issues.push({ code: 'custom', path: ['lower'], message, input: lower });
});

const capturedEngagement = fields({
  views: unlessKnown(wholeNumber(0)),
  likes: unlessKnown(wholeNumber(0)),
  comments: unlessKnown(wholeNumber(0)),
  shares: unlessKnown(wholeNumber(0)),
  rankCountry: unlessKnown(countryCode),
});

export const CapturedAd = fields({
  platform,
  platforms: list(platform, 5).default([]),
  externalId: unlessKnown(text({ max: 200 })),
  sourceUrl: unlessKnown(httpUrl),
  companyName,
  brandLogo: unlessKnown(httpUrl),
  pageUrl: unlessKnown(httpUrl),
  format: unlessKnown(format),
  adType: maybeText(100),
  status: unlessKnown(choice(['active', 'inactive'])),
  headline: maybeText(headline),
  body: maybeText(body),
  description: maybeText(5000),
  ctaType: maybeText(100),
  ctaText: maybeText(200),
  headlines: list(text({ max: headline }), 100).default([]),
  bodies: list(text({ max: body }), 100).default([]),
  landingPageUrl: unlessKnown(httpUrl),
  language: unlessKnown(languageCode),
  countries: list(countryCode, 249).default([]),
  isPartnership: unlessKnown(flag),
  partnerName: maybeText(200),
  media: list(capturedMedia, 50).default([]),
  cards: list(capturedCard, 50).default([]),
  startDate: unlessKnown(dayOfAd),
  endDate: unlessKnown(dayOfAd),
  reach: unlessKnown(capturedReach),
  engagement: unlessKnown(capturedEngagement),
})
  .check(({ value, issues }) => {
    if (value.externalId === null && value.sourceUrl === null) {
      const message = 'must have an externalId or a sourceUrl, since an ad is recognised by it';
      issues.push({ code: 'custom', path: [], message, input: value });
    }
    const { startDate, endDate } = value;
    if (startDate !== null && endDate !== null && startDate > endDate) {
      const message = `must not be before startDate (${startDate}), got ${got(endDate)}`;
      issues.push({ code: 'custom', path: ['endDate'], message, input: endDate });
    }
  })
  .meta({ anyOf: [{ required: ['externalId'] }, { required: ['sourceUrl'] }] });
export type CapturedAd = z.infer<typeof CapturedAd>;
