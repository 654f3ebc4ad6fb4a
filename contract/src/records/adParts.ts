import type { z } from 'zod';
import {
  amount,
  choice,
  countryCode,
  fields,
  httpUrl,
  list,
  mediaUrl,
  optionalText,
  wholeNumber,
} from '../values/fields.ts';
import { textLimits } from '../limits.ts';
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

export const reachPart = fields({
  value: nullByDefault(wholeNumber(0)),
  lower: nullByDefault(wholeNumber(0)),
  upper: nullByDefault(wholeNumber(0)),
  kind: nullByDefault(choice(['reported', 'range', 'estimated'])),
}).check(({ value, issues }) => {
  const { lower, upper } = value;
  if (lower === null || upper === null || lower <= upper) return;
  const message = `must not be above upper (${upper}), got ${lower}`;
  issues.push({ code: 'custom', path: ['lower'], message, input: lower });
});
