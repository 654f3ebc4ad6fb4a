import { scoreWeights } from '@magpie/contract';

/** SQL over the columns of `ads` for values of the current day; each needs the parameter `today`. */

/** A source states that the ad ended. An ad without a recent confirmation is not known to have ended. */
export const hasEnded = '(stopped OR last_day < {today:Date32})';

/** The ad runs or, if its start is planned, is still expected to. */
export const isExpected = `(NOT ${hasEnded} AND addDays(confirmed_day, freshness_days) >= {today:Date32})`;

export const isActive = `(first_day <= {today:Date32} AND ${isExpected})`;

/** The day the ad ended or was last confirmed, or today while it runs. */
export const lastDay = `if(${isActive}, {today:Date32},
  if(last_day < {today:Date32}, last_day, least({today:Date32}, confirmed_day)))`;

export const daysRunningSql = `greatest(1, dateDiff('day', first_day, ${lastDay}))`;

/** As `areDaysExact`. */
export const areDaysExact = `(start_date IS NOT NULL AND ((end_date IS NOT NULL AND last_day < {today:Date32})
  OR ((end_date IS NOT NULL OR ifNull(status = 'active', 0)) AND ${isActive})))`;

const firstSeenDay = 'toDate32(first_seen_at)';

/** As `observeRun`: the day from which an ad was observed, and whether it is planned or stopped on an unknown day. */
export const observedFrom = `if(${firstSeenDay} > first_day AND ${firstSeenDay} <= ${lastDay},
  dateDiff('day', first_day, ${firstSeenDay}), 0)`;
export const isUnobserved = `(first_day > {today:Date32} OR (
  ${hasEnded} AND NOT (end_date IS NOT NULL AND last_day < {today:Date32}) AND confirmed_day <= first_day))`;

/** Likes, comments and shares of the newest snapshot; null if all are unknown. */
export const engagement = `if(likes IS NULL AND comments IS NULL AND shares IS NULL, NULL,
  ifNull(likes, 0) + ifNull(comments, 0) + ifNull(shares, 0))`;

const longevityPart = `(1 - exp(-(${daysRunningSql}) / 30))`;
const reachPart = 'least(1, log10(1 + ifNull(reach, 0)) / 7)';
const engagementPart = `least(1, log10(1 + ifNull(${engagement}, 0)) / 5)`;

/** As `scoreOfAd`: unknown parts are zero. */
export const adScore = `round(100
  * (${scoreWeights.longevity} * ${longevityPart} + ${scoreWeights.reach} * ${reachPart} + ${scoreWeights.engagement} * ${engagementPart}), 2)`;

/** Neither words nor media are known. */
export const isWithoutContent = `(text_words = 0 AND media_type = 'other')`;

/** The order of recommended ads: those that show nothing come last. */
export const recommendedScore = `if(${isWithoutContent}, -1, ${adScore})`;

/**
 * ClickHouse compiles plain `min` and `max` after some runs, and then treats times before 1970 as the latest; it does not
 * compile `minOrNull` and `maxOrNull`.
 */
export const seenRange = 'minOrNull(first_seen_at) AS firstSeenAt, maxOrNull(last_seen_at) AS lastSeenAt';

/** Null counts as zero. Floating point does not overflow and is exact up to the maximum of the API. */
export function sumOf(column: string): string {
  return `sum(toFloat64(ifNull(${column}, 0)))`;
}

/** The sum for responses, limited to what JSON represents exactly. */
export function clippedSum(column: string): string {
  return `least(${sumOf(column)}, ${Number.MAX_SAFE_INTEGER}.0)`;
}
