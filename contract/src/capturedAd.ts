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
import { maxCapturedAdBytes, maxCapturedTextBytes } from './sizes.ts';
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

interface AdText {
  readonly headline: string | null;
  readonly body: string | null;
  readonly description: string | null;
  readonly ctaText: string | null;
}

interface AllAdText extends AdText {
  readonly headlines: readonly string[];
  readonly bodies: readonly string[];
  readonly cards: readonly AdText[];
}

function textsOf({ headline, body, description, ctaText }: AdText): (string | null)[] {
  return [headline, body, description, ctaText];
}

const utf8 = new TextEncoder();

/** Any key with the scope `write` can capture ads, and the ads appear in the lists of all users. */
function mustBeBounded({ value, issues }: z.core.ParsePayload<AllAdText>): void {
  const { headlines, bodies, cards } = value;
  const texts = [...textsOf(value), ...headlines, ...bodies, ...cards.flatMap(textsOf)];
  const mustHaveAtMost = (max: number, what: string, content: string): void => {
    const bytes = utf8.encode(content).length;
    if (bytes <= max) return;
    const message = `must have at most ${max / 1024} kB ${what} (${max} bytes), got ${bytes}; leave some out`;
    issues.push({ code: 'custom', path: [], message, input: value });
  };
  mustHaveAtMost(maxCapturedTextBytes, 'of text', texts.join(''));
  mustHaveAtMost(maxCapturedAdBytes, 'in all', JSON.stringify(value));
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
  .check(mustBeRecognisable, mustBeBounded, ({ value, issues }) => {
    const { startDate, endDate } = value;
    if (startDate !== null && endDate !== null && startDate > endDate) {
      const message = `must not be before startDate (${startDate}), got ${got(endDate)}`;
      issues.push({ code: 'custom', path: ['endDate'], message, input: endDate });
    }
  })
  .meta({
    anyOf: [{ required: ['externalId'] }, { required: ['sourceUrl'] }],
    description: 'At most 64 kB of text and 256 kB in all.',
  });
export type CapturedAd = z.infer<typeof CapturedAd>;
