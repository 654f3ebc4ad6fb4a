import { z } from 'zod';
import {
  cardPart,
  longestBody,
  longestHeadline,
  maybeText,
  mediaPart,
  reachPart,
  unlessKnown,
} from './adParts.ts';
import { dayOfAd, instantOfAd } from './dates.ts';
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
  mediaUrl,
  platform,
  text,
  wholeNumber,
} from './values.ts';
import { got } from './wording.ts';

/**
 * One ad in Magpie's open format, a line of JSON Lines: what importers make of every source, what
 * `POST /api/ingest` takes and what an export writes. Absent and `null` both mean unknown.
 */

const amountOf = z.record(text({ max: 40 }), wholeNumber(0));

/** People reached, added up over each of the three; what a source does not break down is left out. */
const demographics = fields({
  gender: amountOf.default({}).describe('female, male and unknown'),
  age: amountOf.default({}).describe('18-24, 65+, unknown'),
  country: amountOf.default({}).describe('Two-letter codes.'),
});

const measured = {
  views: unlessKnown(wholeNumber(0)),
  likes: unlessKnown(wholeNumber(0)),
  comments: unlessKnown(wholeNumber(0)),
  shares: unlessKnown(wholeNumber(0)),
  rankCountry: unlessKnown(countryCode),
};

const snapshot = fields({ capturedAt: instantOfAd, reach: unlessKnown(wholeNumber(0)), ...measured });

/** What happened to the ad while Magpie watched; only an export has it. */
const event = fields({
  at: instantOfAd,
  kind: choice(['launched', 'changed', 'stopped', 'revived']),
  changes: list(fields({ field: text({ max: 40 }), from: z.unknown(), to: z.unknown() }), 40).default([]),
});

const advertiser = fields({
  name: companyName,
  externalId: unlessKnown(text({ max: 200 })).describe('Its id in the library that the ad is from.'),
  externalIds: list(text({ max: 200 }), 100)
    .default([])
    .describe('All that are known.'),
  pageUrl: unlessKnown(httpUrl),
  logoUrl: unlessKnown(mediaUrl),
  categories: list(text({ max: 100 }), 20).default([]),
});

/** `meta:1234`: the family of the library and the ad's id in it. */
const adKey = text({ max: 2100 }).regex(/^(?:meta|tiktok|linkedin|google|web|row):[^]+$/, {
  error: (issue) =>
    `must be meta:, tiktok:, linkedin:, google:, web: or row: followed by an id, got ${got(issue.input)}`,
});

export const OpenAd = fields({
  key: unlessKnown(adKey).describe('Absent: made of the platform and externalId, or of sourceUrl.'),
  externalId: unlessKnown(text({ max: 200 })),
  sourceUrl: unlessKnown(httpUrl).describe('Where the ad can be looked at.'),
  platforms: list(platform, 5).default([]),
  placements: list(text({ max: 60 }), 50)
    .default([])
    .describe('Where it runs, as the source names the places.'),
  advertiser,
  format: unlessKnown(format),
  mediaType: unlessKnown(choice(['image', 'video', 'other'])),
  status: unlessKnown(choice(['active', 'inactive'])),
  headlines: list(text({ max: longestHeadline }), 500).default([]),
  bodies: list(text({ max: longestBody }), 500).default([]),
  description: maybeText(5000),
  ctaType: maybeText(100),
  ctaText: maybeText(200),
  landingPageUrl: unlessKnown(mediaUrl),
  landingPageDomain: maybeText(253).describe('Where only the domain is known.'),
  language: unlessKnown(languageCode).describe('As the source says; detected when absent.'),
  countries: list(countryCode, 249).default([]),
  isPartnership: unlessKnown(flag),
  partnerName: maybeText(200),
  media: list(mediaPart, 200).default([]),
  cards: list(cardPart, 200).default([]),
  startDate: unlessKnown(dayOfAd),
  endDate: unlessKnown(dayOfAd),
  firstSeenAt: unlessKnown(instantOfAd),
  lastSeenAt: unlessKnown(instantOfAd),
  capturedAt: unlessKnown(instantOfAd).describe('When the source was looked at; absent: now.'),
  reach: unlessKnown(reachPart),
  reachText: maybeText(100).describe('The reach in the words of the source, such as 10K-100K.'),
  demographics: unlessKnown(demographics),
  engagement: unlessKnown(fields(measured)),
  snapshots: list(snapshot, 100_000).default([]).describe('What was measured earlier, in any order.'),
  events: list(event, 100_000).default([]),
  sources: list(text({ max: 60 }), 50)
    .default([])
    .describe('The importers that told of it.'),
  derived: z.record(z.string(), z.unknown()).optional().describe('What Magpie makes of the rest; not read.'),
}).check(({ value, issues }) => {
  const { startDate, endDate } = value;
  if (startDate === null || endDate === null || startDate <= endDate) return;
  const message = `must not be before startDate (${startDate}), got ${got(endDate)}`;
  issues.push({ code: 'custom', path: ['endDate'], message, input: endDate });
});

/** As it is written by hand: only the advertiser's name is needed. */
export type OpenAdInput = z.input<typeof OpenAd>;
/** As it is read: every field there, `null` or empty where unknown. */
export type OpenAd = z.output<typeof OpenAd>;
