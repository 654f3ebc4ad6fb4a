import { isDeepStrictEqual } from 'node:util';
import type { OpenAd } from '@magpie/contract';
import type { Measurement } from './knownAd.ts';

/** By time: at least the newest with engagement, the newest with reach, and all times of the sighting. */
export type History = ReadonlyMap<string, Measurement>;

export interface ReachPoint {
  readonly capturedAt: string;
  readonly value: number;
}

export interface ReportedMeasurements {
  /** With a time that the record contains; always stored, because a measurement in between may still arrive. */
  readonly dated: readonly Measurement[];
  /** At the time of the import; stored only if it differs, so that repeated imports do not grow the history. */
  readonly current: Measurement | null;
}

export function readMeasurements(
  ad: OpenAd,
  reach: number | null,
  at: string,
  now: string,
): ReportedMeasurements {
  const earlier = snapshotMeasurements(ad, now);
  const { likes = null, comments = null, shares = null, rankCountry = null } = ad.engagement ?? {};
  const counted: Measurement = { capturedAt: at, reach, likes, comments, shares, rankCountry };
  if (!hasReach(counted) && !hasEngagement(counted)) return { dated: earlier, current: null };
  if (ad.capturedAt !== null) return { dated: [...earlier, counted], current: null };
  // An export repeats the counts of its snapshots.
  if (isRepeated(counted, earlier)) return { dated: earlier, current: null };
  return ad.lastSeenAt === null
    ? { dated: earlier, current: counted }
    : { dated: [...earlier, counted], current: null };
}

/** Returns what changes the history. At the same time, the counts of each field are merged. */
export function newMeasurements({ dated, current }: ReportedMeasurements, history: History): Measurement[] {
  const byTime = new Map<string, Measurement>();
  const add = (each: Measurement): void => {
    const known = byTime.get(each.capturedAt) ?? history.get(each.capturedAt);
    byTime.set(each.capturedAt, known === undefined ? each : mergeCounts(known, each));
  };
  for (const each of dated) add(each);
  const readAll = (): History => (byTime.size === 0 ? history : new Map([...history, ...byTime]));
  if (current !== null && isMissing(current, readAll())) add(current);
  return [...byTime.values()].filter((each) => !isDeepStrictEqual(each, history.get(each.capturedAt)));
}

/** Whether it differs from what was measured before it. That may change if a measurement in between arrives. */
function isMissing(counts: Measurement, history: History): boolean {
  const before = findLatest(history.values(), counts.capturedAt);
  return before === null || !hasSameCounts(counts, before);
}

/**
 * A measurement at the later time that fills the gaps of the latest values and keeps the known ones. A known reach is not
 * repeated at a time at which it was not counted.
 */
export function gapMeasurements(reported: readonly Measurement[], history: History): Measurement[] {
  const known = [...history.values()];
  const [values, newest, later] = [findLatest(known), findNewest(known), findNewest(reported)];
  if (values === null || newest === null || later === null) return [...reported];
  const { capturedAt } = later;
  const filled = { ...fillGaps(later, values), capturedAt };
  return capturedAt <= newest.capturedAt || isDeepStrictEqual(filled, { ...values, capturedAt })
    ? []
    : [{ ...filled, reach: values.reach === null ? filled.reach : null }];
}

/** A time in the future would outrank all later measurements, so it is clamped to now. Views are plays, not people. */
function snapshotMeasurements({ snapshots }: OpenAd, now: string): Measurement[] {
  return snapshots.map(({ capturedAt, reach, likes, comments, shares, rankCountry }) => ({
    capturedAt: capturedAt > now ? now : capturedAt,
    reach,
    likes,
    comments,
    shares,
    rankCountry,
  }));
}

/** Whether it is older than the known ones or has the latest values. */
function isRepeated(counted: Measurement, known: readonly Measurement[]): boolean {
  const [newest, values] = [findNewest(known), findLatest(known)];
  if (newest === null || values === null) return false;
  return counted.capturedAt < newest.capturedAt || hasSameCounts(counted, values);
}

function hasSameCounts(counted: Measurement, known: Measurement): boolean {
  const sameReach = !hasReach(counted) || counted.reach === known.reach;
  return sameReach && (!hasEngagement(counted) || isDeepStrictEqual(engagement(counted), engagement(known)));
}

function engagement({ likes, comments, shares, rankCountry }: Measurement): object {
  return { likes, comments, shares, rankCountry };
}

function hasReach({ reach }: Measurement): boolean {
  return reach !== null;
}

function hasEngagement({ likes, comments, shares }: Measurement): boolean {
  return likes !== null || comments !== null || shares !== null;
}

/**
 * Engagement and country of the newest measurement with engagement, reach of the newest with reach. In one pass without
 * copies: it runs for each logged sighting of an ad.
 * @param until ignores later measurements
 */
export function findLatest(measurements: Iterable<Measurement>, until?: string): Measurement | null {
  let counted: Measurement | null = null;
  let reached: Measurement | null = null;
  for (const each of measurements) {
    const { capturedAt } = each;
    if (until !== undefined && capturedAt > until) continue;
    if (hasEngagement(each) && (counted === null || capturedAt > counted.capturedAt)) counted = each;
    if (hasReach(each) && (reached === null || capturedAt > reached.capturedAt)) reached = each;
  }
  const newest = counted ?? reached;
  return newest === null ? null : { ...newest, reach: reached?.reach ?? null };
}

/** @param untilDay ignores those of later days */
export function findNewestReach(measurements: Iterable<Measurement>, untilDay?: string): ReachPoint | null {
  let newest: ReachPoint | null = null;
  for (const { capturedAt, reach: value } of measurements) {
    if (untilDay !== undefined && capturedAt.slice(0, 10) > untilDay) continue;
    if (value !== null) newest = laterReach(newest, { capturedAt, value });
  }
  return newest;
}

/** Of two at the same time the higher one, as in `mergeCounts`. */
export function laterReach(one: ReachPoint | null, other: ReachPoint | null): ReachPoint | null {
  if (one === null || other === null) return one ?? other;
  if (one.capturedAt !== other.capturedAt) return one.capturedAt > other.capturedAt ? one : other;
  return one.value >= other.value ? one : other;
}

function higher(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** Two measurements of the same time, in any order: the higher count of each field. */
function mergeCounts(one: Measurement, other: Measurement): Measurement {
  const [country, second] = [one.rankCountry, other.rankCountry];
  return {
    capturedAt: one.capturedAt,
    reach: higher(one.reach, other.reach),
    likes: higher(one.likes, other.likes),
    comments: higher(one.comments, other.comments),
    shares: higher(one.shares, other.shares),
    rankCountry:
      country === null || second === null ? (country ?? second) : country < second ? country : second,
  };
}

function fillGaps(earlier: Measurement, later: Measurement): Measurement {
  return {
    capturedAt: later.capturedAt,
    reach: later.reach ?? earlier.reach,
    likes: later.likes ?? earlier.likes,
    comments: later.comments ?? earlier.comments,
    shares: later.shares ?? earlier.shares,
    rankCountry: later.rankCountry ?? earlier.rankCountry,
  };
}

function findNewest(measurements: Iterable<Measurement>): Measurement | null {
  let newest: Measurement | null = null;
  for (const each of measurements) {
    if (newest === null || each.capturedAt > newest.capturedAt) newest = each;
  }
  return newest;
}
