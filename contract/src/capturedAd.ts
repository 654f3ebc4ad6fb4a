import type { z } from 'zod';
import {
  cardPart,
  longestBody,
  longestHeadline,
  maybeText,
  mediaPart,
  reachPart,
  unlessKnown,
} from './adParts.ts';
import { dayOfAd } from './dates.ts';
import {
  choice,
  companyName,
  countryCode,
  fields,
  flag,
  format,
  httpUrl,
  languageCode,
  list,
  platform,
  text,
  wholeNumber,
} from './values.ts';
import { got } from './wording.ts';

/**
 * An ad as a browser extension saw it: the fields of the Ad record that a page can show. What is absent or
 * `null` is unknown. Texts and lists are bounded well above what the platforms themselves accept.
 */

const capturedEngagement = fields({
  views: unlessKnown(wholeNumber(0)),
  likes: unlessKnown(wholeNumber(0)),
  comments: unlessKnown(wholeNumber(0)),
  shares: unlessKnown(wholeNumber(0)),
  rankCountry: unlessKnown(countryCode),
});

interface WhereItIs {
  readonly externalId: string | null;
  readonly sourceUrl: string | null;
}

/** Refuses an ad of which neither is known. */
export function mustBeRecognisable({ value, issues }: z.core.ParsePayload<WhereItIs>): void {
  if (value.externalId !== null || value.sourceUrl !== null) return;
  const message = 'must have an externalId or a sourceUrl, since an ad is recognised by it';
  issues.push({ code: 'custom', path: [], message, input: value });
}

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
  headline: maybeText(longestHeadline),
  body: maybeText(longestBody),
  description: maybeText(5000),
  ctaType: maybeText(100),
  ctaText: maybeText(200),
  headlines: list(text({ max: longestHeadline }), 100).default([]),
  bodies: list(text({ max: longestBody }), 100).default([]),
  landingPageUrl: unlessKnown(httpUrl),
  language: unlessKnown(languageCode),
  countries: list(countryCode, 249).default([]),
  isPartnership: unlessKnown(flag),
  partnerName: maybeText(200),
  media: list(mediaPart, 50).default([]),
  cards: list(cardPart, 50).default([]),
  startDate: unlessKnown(dayOfAd),
  endDate: unlessKnown(dayOfAd),
  reach: unlessKnown(reachPart),
  engagement: unlessKnown(capturedEngagement),
})
  .check(mustBeRecognisable, ({ value, issues }) => {
    const { startDate, endDate } = value;
    if (startDate !== null && endDate !== null && startDate > endDate) {
      const message = `must not be before startDate (${startDate}), got ${got(endDate)}`;
      issues.push({ code: 'custom', path: ['endDate'], message, input: endDate });
    }
  })
  .meta({ anyOf: [{ required: ['externalId'] }, { required: ['sourceUrl'] }] });
export type CapturedAd = z.infer<typeof CapturedAd>;
