import type { z } from 'zod';
import { amount, choice, fields, httpUrl, list, mediaUrl, optionalText, wholeNumber } from './values.ts';

/**
 * The parts that every ad from outside is made of, whether captured by a browser or read from a file. Texts and
 * lists are bounded well above what the platforms themselves accept.
 */

/** Unknown unless given: what reaches the implementation is a value or `null`. */
export function unlessKnown<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().default(null);
}

export function maybeText(max: number) {
  return optionalText(max).prefault(null);
}

export const longestHeadline = 2000;
export const longestBody = 20_000;
const pixels = wholeNumber(1, 100_000);

export const mediaPart = fields({
  type: choice(['image', 'video']),
  url: mediaUrl,
  thumbnailUrl: unlessKnown(mediaUrl),
  width: unlessKnown(pixels),
  height: unlessKnown(pixels),
  durationSeconds: unlessKnown(amount(86_400)),
});

export const cardPart = fields({
  headline: maybeText(longestHeadline),
  body: maybeText(longestBody),
  description: maybeText(5000),
  ctaText: maybeText(200),
  landingPageUrl: unlessKnown(httpUrl),
  media: list(mediaPart, 10).default([]),
});

export const reachPart = fields({
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
