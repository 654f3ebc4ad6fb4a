import { z } from 'zod';
import {
  amount,
  choice,
  countryCode,
  fields,
  httpUrl,
  list,
  mediaUrl,
  optionalCurrencyCode,
  optionalText,
  text,
  wholeNumber,
} from '../values/fields.ts';
import { textLimits } from '../limits.ts';
import { dayOfAd } from '../values/dates.ts';
import { describeValue } from '../values/wording.ts';

/** Texts and lists are bounded well above what the platforms accept. */

/** Absent and `null` both mean unknown; the implementation receives `null`. */
export function nullByDefault<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().default(null);
}

export function textOrNull(max: number) {
  return optionalText(max).prefault(null);
}

export const maxHeadlineLength = 2000;
export const maxBodyLength = textLimits.adBody;
const pixels = wholeNumber(1, 100_000);

export const mediaPart = fields({
  type: choice(['image', 'video']),
  url: mediaUrl,
  thumbnailUrl: nullByDefault(mediaUrl),
  width: nullByDefault(pixels),
  height: nullByDefault(pixels),
  durationSeconds: nullByDefault(amount(86_400)),
});

export const cardPart = fields({
  headline: textOrNull(maxHeadlineLength),
  body: textOrNull(maxBodyLength),
  description: textOrNull(5000),
  ctaText: textOrNull(200),
  landingPageUrl: nullByDefault(httpUrl),
  media: list(mediaPart, 10).default([]),
});

export const engagementFields = {
  views: nullByDefault(wholeNumber(0)),
  likes: nullByDefault(wholeNumber(0)),
  comments: nullByDefault(wholeNumber(0)),
  shares: nullByDefault(wholeNumber(0)),
  rankCountry: nullByDefault(countryCode),
};

interface RunDates {
  readonly startDate: string | null;
  readonly endDate: string | null;
}

export function requireOrderedDates({ value, issues }: z.core.ParsePayload<RunDates>): void {
  const { startDate, endDate } = value;
  if (startDate === null || endDate === null || startDate <= endDate) return;
  const message = `must not be before startDate (${startDate}), got ${describeValue(endDate)}`;
  issues.push({ code: 'custom', path: ['endDate'], message, input: endDate });
}

interface Bounds {
  readonly lower: number | null;
  readonly upper: number | null;
}

function requireOrderedBounds({ value, issues }: z.core.ParsePayload<Bounds>): void {
  const { lower, upper } = value;
  if (lower === null || upper === null || lower <= upper) return;
  const message = `must not be above upper (${upper}), got ${lower}`;
  issues.push({ code: 'custom', path: ['lower'], message, input: lower });
}

/** Reach, impressions and spend are separate measurements: none stands in for another. */
function measurementFields<Value extends z.ZodType>(value: Value) {
  return {
    value: nullByDefault(value),
    lower: nullByDefault(value),
    upper: nullByDefault(value),
    kind: nullByDefault(choice(['reported', 'range', 'estimated'])),
  };
}

export const reachPart = fields(measurementFields(wholeNumber(0))).check(requireOrderedBounds);

export const spendPart = fields({
  ...measurementFields(amount(Number.MAX_SAFE_INTEGER)),
  currency: optionalCurrencyCode.prefault(null),
}).check(requireOrderedBounds);

/** Numbers by a name, such as reach by country. */
export const amountByKey = z.record(text({ max: 40 }), wholeNumber(0));

const names = (max: number) => list(text({ max: 300 }), max).default([]);

export const targetingPart = fields({
  ages: list(text({ max: 20 }), 50)
    .default([])
    .describe('Such as 18-65, 65+.'),
  genders: list(choice(['female', 'male', 'unknown']), 3)
    .default([])
    .describe('Empty if unknown or not restricted.'),
  countries: list(countryCode, 249).default([]),
  places: names(500).describe('Targeted places other than countries, as named by the library.'),
  parameters: names(100).describe('The kinds of targeting that were used, as named by the library.'),
  excluded: names(500).describe('Excluded places, audiences and parameters, as named by the library.'),
});

export const coveragePart = fields({
  regions: list(text({ max: 40 }), 50)
    .default([])
    .describe('Where the library measures: EU, EEA, a country code.'),
  from: nullByDefault(dayOfAd).describe('The first day that the measurements include.'),
  until: nullByDefault(dayOfAd).describe('The last day that the measurements include.'),
  ceiling: nullByDefault(wholeNumber(1)).describe(
    'The library listed only this many ads of the query: there may be more.',
  ),
});
