import type { z } from 'zod';
import { listLimits, maxCapturedAdBytes, maxCapturedTextBytes } from '../limits.ts';
import { platformTable } from '../platforms.ts';
import { exactlyOne } from '../procedure.ts';
import { dayOfAd } from '../values/dates.ts';
import { isPlaceholderName } from '../values/placeholderNames.ts';
import { must } from '../values/wording.ts';
import {
  choice,
  companyName,
  countryCode,
  fields,
  flag,
  format,
  httpUrl,
  languageCode,
  library,
  list,
  platform,
  text,
} from '../values/fields.ts';
import {
  cardPart,
  engagementFields,
  maxBodyLength,
  maxHeadlineLength,
  mediaPart,
  nullByDefault,
  reachPart,
  requireOrderedDates,
  textOrNull,
} from './adParts.ts';

/** An ad captured by the browser extension. What is absent or `null` is unknown. */

interface AdIdentity {
  readonly externalId: string | null;
  readonly sourceUrl: string | null;
}

/** An ad without id and URL cannot be matched with the index. */
export function requireAdIdentity({ value, issues }: z.core.ParsePayload<AdIdentity>): void {
  if (value.externalId !== null || value.sourceUrl !== null) return;
  const message = 'must have an externalId or a sourceUrl to identify the ad';
  issues.push({ code: 'custom', path: [], message, input: value });
}

function requireName({
  value: { companyName: name },
  issues,
}: z.core.ParsePayload<{ readonly companyName: string }>): void {
  if (!isPlaceholderName(name, 'field')) return;
  const message = must('name an advertiser', name);
  issues.push({ code: 'custom', path: ['companyName'], message, input: name });
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

function listTexts({ headline, body, description, ctaText }: AdText): (string | null)[] {
  return [headline, body, description, ctaText];
}

const utf8 = new TextEncoder();

/** Any key with the scope `write` can capture ads, and the ads appear in the lists of all users. */
function limitSize({ value, issues }: z.core.ParsePayload<AllAdText>): void {
  const { headlines, bodies, cards } = value;
  const texts = [...listTexts(value), ...headlines, ...bodies, ...cards.flatMap(listTexts)];
  const mustHaveAtMost = (max: number, what: string, content: string): void => {
    const bytes = utf8.encode(content).length;
    if (bytes <= max) return;
    const message = `must have at most ${max / 1024} kB ${what} (${max} bytes), got ${bytes}; leave some out`;
    issues.push({ code: 'custom', path: [], message, input: value });
  };
  mustHaveAtMost(maxCapturedTextBytes, 'of text', texts.join(''));
  mustHaveAtMost(maxCapturedAdBytes, 'in all', JSON.stringify(value));
}

const capturedFields = fields({
  platform: platform.optional(),
  library: library.optional(),
  platforms: list(platform, platformTable.platforms.length).default([]),
  externalId: nullByDefault(text({ max: 200 })),
  sourceUrl: nullByDefault(httpUrl),
  companyName,
  brandLogo: nullByDefault(httpUrl),
  pageUrl: nullByDefault(httpUrl),
  format: nullByDefault(format),
  adType: textOrNull(100),
  status: nullByDefault(choice(['active', 'inactive'])),
  headline: textOrNull(maxHeadlineLength),
  body: textOrNull(maxBodyLength),
  description: textOrNull(5000),
  ctaType: textOrNull(100),
  ctaText: textOrNull(200),
  headlines: list(text({ max: maxHeadlineLength }), listLimits.capturedTexts).default([]),
  bodies: list(text({ max: maxBodyLength }), listLimits.capturedTexts).default([]),
  landingPageUrl: nullByDefault(httpUrl),
  language: nullByDefault(languageCode),
  countries: list(countryCode, 249).default([]),
  isPartnership: nullByDefault(flag),
  partnerName: textOrNull(200),
  media: list(mediaPart, listLimits.capturedMedia).default([]),
  cards: list(cardPart, listLimits.capturedCards).default([]),
  startDate: nullByDefault(dayOfAd),
  endDate: nullByDefault(dayOfAd),
  reach: nullByDefault(reachPart),
  impressions: nullByDefault(reachPart).describe('How often it was shown; not a number of people.'),
  payer: textOrNull(300).describe('Who paid for it.'),
  engagement: nullByDefault(fields(engagementFields)),
});

export const CapturedAd = exactlyOne(['platform', 'library'], capturedFields)
  .check(requireName, requireAdIdentity, limitSize, requireOrderedDates)
  .meta({
    anyOf: [{ required: ['externalId'] }, { required: ['sourceUrl'] }],
    description: 'At most 64 kB of text and 256 kB in all.',
  });
export type CapturedAd = z.infer<typeof CapturedAd>;
