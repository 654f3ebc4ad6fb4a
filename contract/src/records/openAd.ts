import { z } from 'zod';
import { count, recordId } from './common.ts';
import { platformTable } from '../platforms.ts';
import { dayOfAd, instantOfAd } from '../values/dates.ts';
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
} from '../values/fields.ts';
import { isPlaceholderName } from '../values/placeholderNames.ts';
import { must } from '../values/wording.ts';
import {
  amountByKey,
  cardPart,
  coveragePart,
  engagementFields,
  maxBodyLength,
  maxHeadlineLength,
  mediaPart,
  nullByDefault,
  reachPart,
  requireOrderedDates,
  spendPart,
  targetingPart,
  textOrNull,
} from './adParts.ts';

/** One ad in Magpie's open format, a line of JSON Lines. Absent and `null` both mean unknown. */

/** Reach per gender, age and country; empty where the source reports no breakdown. */
const demographics = fields({
  gender: amountByKey.default({}).describe('Keys: female, male, unknown.'),
  age: amountByKey.default({}).describe('Keys such as 18-24, 65+, unknown.'),
  country: amountByKey.default({}).describe('Keys: two-letter country codes.'),
});

const snapshot = fields({
  capturedAt: instantOfAd,
  reach: nullByDefault(wholeNumber(0)),
  ...engagementFields,
});

/** A change that Magpie observed; exports only. */
const event = fields({
  at: instantOfAd,
  kind: choice(['launched', 'changed', 'stopped', 'revived']),
  changes: list(fields({ field: text({ max: 40 }), from: z.unknown(), to: z.unknown() }), 40).default([]),
});

const advertiser = fields({
  name: companyName.describe(
    'A placeholder such as "unknown" is not accepted, and a number of more than four digits only with externalId.',
  ),
  externalId: nullByDefault(text({ max: 200 })).describe("Its id in the ad's library."),
  externalIds: list(text({ max: 200 }), 100)
    .default([])
    .describe('All known ids.'),
  legalName: textOrNull(300).describe(
    'Of the company, as verified by the library (google and apple). Advertisers with the same one are one advertiser.',
  ),
  pageUrl: nullByDefault(httpUrl),
  logoUrl: nullByDefault(mediaUrl),
  categories: list(text({ max: 100 }), 20).default([]),
}).check(requireName);

function requireName({
  value: { name, externalId, externalIds },
  issues,
}: z.core.ParsePayload<{ name: string; externalId: string | null; externalIds: string[] }>): void {
  // An export has all ids of the advertiser instead of the one of the ad.
  const ids = externalId === null ? externalIds : [externalId, ...externalIds];
  if (!isPlaceholderName(name, ids.length > 0 ? 'page' : 'field', ids)) return;
  issues.push({ code: 'custom', path: ['name'], message: must('name an advertiser', name), input: name });
}

/** `meta:1234`: the library and the ad's id in it. */
export function createAdKeySchema(prefixes: readonly string[]) {
  const starts = prefixes.map((prefix) => `${prefix}:`);
  const expected = `${starts.slice(0, -1).join(', ')} or ${starts.at(-1)} followed by an id`;
  return text({ max: 2100 }).regex(new RegExp(`^(?:${prefixes.join('|')}):[^]+$`), {
    error: (issue) => must(`be ${expected}`, issue.input),
  });
}

const adKey = createAdKeySchema(platformTable.keyPrefixes);

export const OpenAd = fields({
  key: nullByDefault(adKey).describe('Default: derived from the platform and externalId, or from sourceUrl.'),
  externalId: nullByDefault(text({ max: 200 })),
  sourceUrl: nullByDefault(httpUrl).describe('The page that shows the ad.'),
  platforms: list(platform, platformTable.platforms.length).default([]),
  placements: list(text({ max: 60 }), 50)
    .default([])
    .describe('Where it runs, as named by the source.'),
  advertiser,
  format: nullByDefault(format),
  mediaType: nullByDefault(choice(['image', 'video', 'other'])),
  status: nullByDefault(choice(['active', 'inactive'])),
  headlines: list(text({ max: maxHeadlineLength }), 500).default([]),
  bodies: list(text({ max: maxBodyLength }), 500).default([]),
  description: textOrNull(5000),
  ctaType: textOrNull(100),
  ctaText: textOrNull(200),
  landingPageUrl: nullByDefault(mediaUrl),
  landingPageDomain: textOrNull(253).describe('If only the domain is known.'),
  language: nullByDefault(languageCode).describe('As reported by the source. Default: detected.'),
  countries: list(countryCode, 249).default([]),
  isPartnership: nullByDefault(flag),
  partnerName: textOrNull(200),
  media: list(mediaPart, 200).default([]),
  cards: list(cardPart, 200).default([]),
  startDate: nullByDefault(dayOfAd),
  endDate: nullByDefault(dayOfAd),
  firstSeenAt: nullByDefault(instantOfAd),
  lastSeenAt: nullByDefault(instantOfAd),
  capturedAt: nullByDefault(instantOfAd).describe('When the source was read. Default: now.'),
  lastConfirmedAt: nullByDefault(instantOfAd).describe(
    'When it was last shown as running. Default: lastSeenAt, capturedAt or now, unless it has ended.',
  ),
  freshnessDays: nullByDefault(wholeNumber(0, 14)).describe(
    'Days after lastConfirmedAt during which it counts as running; 0 without lastConfirmedAt: nothing confirms that it runs. Default: 14.',
  ),
  reach: nullByDefault(reachPart),
  reachText: textOrNull(100).describe('The reach as written by the source, such as 10K-100K.'),
  demographics: nullByDefault(demographics),
  impressions: nullByDefault(reachPart).describe('How often it was shown; not a number of people.'),
  impressionsByCountry: amountByKey.default({}).describe('Keys: two-letter country codes.'),
  spend: nullByDefault(spendPart),
  payer: textOrNull(300).describe('Who paid for it.'),
  beneficiary: textOrNull(300).describe('On whose behalf it was shown.'),
  targeting: nullByDefault(targetingPart),
  collationId: textOrNull(200).describe(
    'The group of ads with the same creative, as numbered by the library.',
  ),
  coverage: nullByDefault(coveragePart).describe('What the measurements of the library include.'),
  engagement: nullByDefault(fields(engagementFields)),
  snapshots: list(snapshot, 100_000).default([]).describe('Earlier measurements, in any order.'),
  events: list(event, 100_000).default([]),
  sources: list(text({ max: 60 }), 50)
    .default([])
    .describe('The importers that delivered it.'),
  derived: z.record(z.string(), z.unknown()).optional().describe('Computed by Magpie; ignored on import.'),
}).check(requireOrderedDates);

/** Before parsing: only the advertiser's name is required. */
export type OpenAdInput = z.input<typeof OpenAd>;
/** After parsing: every field is present, `null` or empty if unknown. */
export type OpenAd = z.output<typeof OpenAd>;

export const adStreamContentTypes = ['application/x-ndjson', 'application/jsonl'] as const;

const acknowledged = count.describe(
  'Number of records from the start of the stream that are processed and on disk, rejected ones included.',
);

export function writeCounts(where: string) {
  return {
    created: count.describe(`Ads ${where} that were new.`),
    updated: count.describe(`Ads ${where} that changed.`),
    unchanged: count.describe(`Ads ${where} that did not change.`),
  };
}

/** A response line: a batch that is on disk. */
export const IngestedBatch = z.strictObject({
  acknowledged,
  ...writeCounts('of this batch'),
  rejected: z
    .array(
      z.strictObject({
        record: recordId.describe('Counted from 1; blank lines do not count.'),
        reason: z.string(),
      }),
    )
    .describe('The rejected records of this batch.'),
});

export type IngestedBatch = z.infer<typeof IngestedBatch>;

/** The last response line of a complete stream. */
export const IngestedStream = z.strictObject({
  done: z.literal(true),
  acknowledged,
  ...writeCounts('of the stream'),
  rejected: count.describe('Number of rejected records.'),
});

export type IngestLine = IngestedBatch | z.infer<typeof IngestedStream>;
