import type { Ad, AdMomentum } from '@magpie/contract';
import type { Measurement } from './knownAd.ts';
import { findNewestReach, type ReachPoint } from './measurements.ts';
import { toDate, toDay } from './run.ts';

/** A shorter span depends on the days of the week that it contains. */
export const minSpanDays = 7;
/** A longer span says nothing about its last days. */
export const maxSpanDays = 31;
/** Earlier counts than that before the last one are not compared. */
export const comparedDays = 2 * maxSpanDays;
/** With less reach in both spans, a few people more or less change the state. */
export const minReach = 100;
/** Added to the reach per day of both spans, so that ads of which few people are reached are not the first. */
const dampingReach = 100;
/** A change of these rules is a new version of the step `momentum` of enrichment. */
export const momentumVersion = 2;
/** By how much reach per day has to differ: spans may contain an unequal number of weekends. */
const minRatio = 1.5;

type ReachSpan = NonNullable<AdMomentum['now']>;
type Unknown = NonNullable<AdMomentum['notKnownBecause']>;
type Compared = Pick<AdMomentum, 'state' | 'notKnownBecause' | 'now' | 'before' | 'change'>;
export type ReachMomentum = Omit<AdMomentum, 'usual'>;
export type ReachKind = Ad['reach']['kind'];

/**
 * Compares the reach that an ad gained per day in the span up to its last count with that in the span before. Each span lies
 * between two counts, so no day between them is estimated.
 */
export function describeReachMomentum(
  measurements: readonly Measurement[],
  reachKind: ReachKind,
): ReachMomentum {
  if (!isCounted(reachKind)) {
    return { ...describeUnknown('reachIsRange'), evidence: { kind: 'estimated', counts: [] } };
  }
  const counts = selectCounts(measurements);
  return {
    ...compareCounts(counts),
    evidence: {
      kind: reachKind === 'reported' ? 'measured' : 'estimated',
      counts: counts.map(({ capturedAt, value }) => ({ date: dateOf(capturedAt), reach: value })),
    },
  };
}

/** By which ads are sorted by momentum: reach per day now to before; null if it is not known. */
export function findReachGrowth(measurements: Iterable<Measurement>, reachKind: ReachKind): number | null {
  if (!isCounted(reachKind)) return null;
  const { state, now, before } = compareCounts(selectCounts(measurements));
  if (state === 'notKnown' || now === null || before === null) return null;
  return (now.reachPerDay + dampingReach) / (before.reachPerDay + dampingReach);
}

/** An ad that stays in one range may gain reach, and one that enters the next may gain a few people only. */
function isCounted(reachKind: ReachKind): boolean {
  return reachKind !== 'range';
}

/** The last count, the last one far enough before it, and the last one far enough before that. */
function selectCounts(measurements: Iterable<Measurement>): ReachPoint[] {
  const known = [...measurements];
  const counts: ReachPoint[] = [];
  for (let next = findNewestReach(known); next !== null;) {
    counts.push(next);
    if (counts.length === 3) break;
    const day = toDay(dateOf(next.capturedAt));
    const earlier = findNewestReach(known, toDate(day - minSpanDays));
    next = earlier !== null && toDay(dateOf(earlier.capturedAt)) >= day - maxSpanDays ? earlier : null;
  }
  return counts;
}

function compareCounts([last, middle, first]: readonly ReachPoint[]): Compared {
  const now = describeSpan(middle, last);
  const before = describeSpan(first, middle);
  if (now === 'fell' || before === 'fell') return describeUnknown('reachFell');
  if (now === null || before === null) return describeUnknown('tooFewCounts', { now, before });
  if (now.reach + before.reach < minReach) return describeUnknown('tooLittleReach', { now, before });
  const change = now.reachPerDay - before.reachPerDay;
  return { state: classifyReach(now, before), notKnownBecause: null, now, before, change };
}

function describeUnknown(
  notKnownBecause: Unknown,
  spans: Pick<Compared, 'now' | 'before'> = { now: null, before: null },
): Compared {
  return { state: 'notKnown', notKnownBecause, ...spans, change: null };
}

/** A source that corrects a count downwards states no gain. */
function describeSpan(start: ReachPoint | undefined, end: ReachPoint | undefined): ReachSpan | 'fell' | null {
  if (start === undefined || end === undefined) return null;
  const [from, to] = [dateOf(start.capturedAt), dateOf(end.capturedAt)];
  const reach = end.value - start.value;
  const days = toDay(to) - toDay(from);
  return reach < 0 ? 'fell' : { from, to, days, reach, reachPerDay: reach / days };
}

function classifyReach(now: ReachSpan, before: ReachSpan): 'rising' | 'steady' | 'cooling' {
  // Multiplied, because quotients are rounded.
  const [one, other] = [now.reach * before.days, before.reach * now.days];
  if (one >= other * minRatio) return 'rising';
  return other >= one * minRatio ? 'cooling' : 'steady';
}

function dateOf(time: string): string {
  return time.slice(0, 10);
}
