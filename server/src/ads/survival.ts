import type { ObservedRun } from './run.ts';

/**
 * How long ads run, estimated from ads that ended and ads that had not when they were last seen (Kaplan–Meier). An ad that
 * was found on day 40 counts from then on: had it ended before, it would not have been found.
 */

/** Ads that were observed during the same days. */
export interface Lifetimes extends ObservedRun {
  readonly ads: number;
}

interface ObservedDay {
  readonly day: number;
  /** Ads that were observed on this day, including those that ended on it. */
  readonly running: number;
  readonly ended: number;
}

export interface SurvivalCurve {
  /** The days on which the number of observed ads changes, in order. */
  readonly days: readonly ObservedDay[];
  /** The last day with at least `minObservedAds`, or 0. */
  readonly lastDay: number;
}

export interface Estimate {
  readonly share: number;
  /** The 95 % confidence interval. */
  readonly lower: number;
  readonly upper: number;
  /** The number of ads that were observed on the last day. */
  readonly ads: number;
}

/** With fewer, one more ad would change the estimate by more than it is worth. */
export const minObservedAds = 5;

export function buildSurvivalCurve(lifetimes: readonly Lifetimes[]): SurvivalCurve {
  // An ad counts on the days after `from` up to and including `to`.
  const changes = new Map<number, { entering: number; leaving: number; ended: number }>();
  const at = (day: number) => {
    const change = changes.get(day) ?? { entering: 0, leaving: 0, ended: 0 };
    changes.set(day, change);
    return change;
  };
  for (const { from, to, hasEnded, ads } of lifetimes) {
    if (from >= to) continue;
    at(from).entering += ads;
    at(to).leaving += ads;
    if (hasEnded) at(to).ended += ads;
  }
  const days: ObservedDay[] = [];
  let [running, lastDay] = [0, 0];
  for (const [day, { entering, leaving, ended }] of [...changes].toSorted(([one], [other]) => one - other)) {
    days.push({ day, running, ended });
    if (running >= minObservedAds) lastDay = day;
    running += entering - leaving;
  }
  return { days, lastDay };
}

/**
 * The share of the ads that ran longer than `from` days which also run longer than `to` days. Null if too few were observed
 * at some time in between.
 */
export function estimateSurvival(
  { days, lastDay }: SurvivalCurve,
  from: number,
  to: number,
): Estimate | null {
  const ads = days.find(({ day }) => day >= to)?.running ?? 0;
  if (to > lastDay || ads < minObservedAds) return null;
  let [share, variance] = [1, 0];
  for (const { day, running, ended } of days) {
    if (day <= from || day > to || ended === 0) continue;
    if (running < minObservedAds) return null;
    share *= 1 - ended / running;
    variance += ended / (running * (running - ended));
  }
  return { share, ...confidenceInterval(share, variance, ads), ads };
}

const error = 0.05;
const standardNormal = 1.959_963_984_540_054;

/** On the scale log(-log(share)), so that it stays between 0 and 1, with Greenwood's variance. */
function confidenceInterval(share: number, variance: number, ads: number) {
  // There it is not defined; exact for none of `ads` instead.
  const furthest = (error / 2) ** (1 / ads);
  if (share === 1) return { lower: furthest, upper: 1 };
  if (share === 0) return { lower: 0, upper: 1 - furthest };
  const spread = Math.exp((standardNormal * Math.sqrt(variance)) / Math.log(share));
  return { lower: share ** (1 / spread), upper: share ** spread };
}

/** The first day after which at most half of the ads still run; null if it is not reached. */
export function findMedian(curve: SurvivalCurve): number | null {
  return curve.days.find(({ day }) => (estimateSurvival(curve, 0, day)?.share ?? 1) <= 0.5)?.day ?? null;
}
