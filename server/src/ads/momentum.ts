/** Compares how often something happened in a span of days with the same number of days before. */

export type MomentumState = 'rising' | 'steady' | 'cooling' | 'notKnown';

export interface Spans {
  readonly now: number;
  readonly before: number;
  /** The mean of earlier spans of the same length; null if there were none. */
  readonly base: number | null;
}

/** With fewer in both spans, one more or less says nothing. */
export const minCount = 5;
/** The chance that equal rates differ as much, on either side. */
const maxChance = 0.05;

/**
 * `rising`: more than before by more than chance, and more than usual; `cooling`: less than both.
 * The counts of two spans with the same rate are like the heads and tails of a coin.
 */
export function classifyMomentum({ now, before, base }: Spans): MomentumState {
  const state = compareCounts(now, before, 0.5);
  const usual = base ?? before;
  const isUnusual = state === 'rising' ? now > usual : now < usual;
  return state === 'notKnown' || isUnusual ? state : 'steady';
}

export interface Shares {
  readonly now: number;
  readonly before: number;
  readonly allNow: number;
  readonly allBefore: number;
}

/** Of a part of all that happened: more or less of everything changes nothing. */
export function classifyShare({ now, before, allNow, allBefore }: Shares): MomentumState {
  if (allNow === 0 || allBefore === 0) return 'notKnown';
  return compareCounts(now, before, allNow / (allNow + allBefore));
}

/** Standard deviations by which the current count exceeds what its share before makes expect. */
export function measureShare({ now, before, allNow, allBefore }: Shares): number {
  const expected = allNow / (allNow + allBefore);
  const total = now + before;
  return (now - total * expected) / Math.sqrt(total * expected * (1 - expected));
}

/** By which a list of rises is sorted, highest first. What is not known comes last. */
export function measureRise(shares: Shares | null): number {
  const isKnown =
    shares !== null && shares.allNow > 0 && shares.allBefore > 0 && shares.now + shares.before >= minCount;
  return isKnown ? measureShare(shares) : unknownRise;
}

export const unknownRise = -Number.MAX_VALUE;

/** @param expected the share of both counts that falls into the current span if nothing changed */
function compareCounts(now: number, before: number, expected: number): MomentumState {
  const total = now + before;
  if (total < minCount) return 'notKnown';
  if (now > total * expected) {
    return chanceOfAtLeast(now, total, expected) <= maxChance ? 'rising' : 'steady';
  }
  return chanceOfAtLeast(before, total, 1 - expected) <= maxChance ? 'cooling' : 'steady';
}

/** The chance of at least so many heads when a coin with this share of heads is tossed a number of times. */
export function chanceOfAtLeast(heads: number, tosses: number, share = 0.5): number {
  const deviation = Math.sqrt(tosses * share * (1 - share));
  if (tosses > maxExactTosses) return normalTail((heads - 0.5 - tosses * share) / deviation);
  // In logarithms, because powers of the share underflow.
  const odds = Math.log((1 - share) / share);
  let term = tosses * Math.log(share);
  let chance = 0;
  for (let tails = 0; tails <= tosses - heads; tails += 1) {
    chance += Math.exp(term);
    term += Math.log((tosses - tails) / (tails + 1)) + odds;
  }
  return Math.min(1, chance);
}

/** Above, the normal distribution differs by less than a hundredth unless a share is close to 0 or 1. */
const maxExactTosses = 300;

/** Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17; the error is below 1e-7. */
function normalTail(value: number): number {
  if (value < 0) return 1 - normalTail(-value);
  const t = 1 / (1 + 0.2316419 * value);
  const coefficients = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = coefficients.reduceRight((rest, each) => (rest + each) * t, 0);
  return (Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

export interface SpanDays {
  /** The last day that is known. */
  readonly until: number;
  /** The first day from which on all is known. */
  readonly since: number;
  readonly days: number;
}

/** How many spans of equal length are known, the last one included. */
export function countSpans({ until, since, days }: SpanDays): number {
  return Math.max(0, Math.floor((until - since + 1) / days));
}

/**
 * Adds up values by their days in spans that end on the last known day.
 * Null if the span before is not known completely.
 */
export function sumSpans(
  span: SpanDays,
  maxBaseSpans: number,
  values: Iterable<readonly [day: number, value: number]>,
): Spans | null {
  const spans = Math.min(countSpans(span), maxBaseSpans + 2);
  if (spans < 2) return null;
  const sums = new Float64Array(spans);
  for (const [day, value] of values) {
    const place = Math.floor((span.until - day) / span.days);
    if (day <= span.until && place < spans) sums[place] = (sums[place] ?? 0) + value;
  }
  const [now = 0, before = 0, ...earlier] = sums;
  const base = earlier.length === 0 ? null : earlier.reduce((sum, each) => sum + each, 0) / earlier.length;
  return { now, before, base };
}
