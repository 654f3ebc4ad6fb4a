import { isDeepStrictEqual } from 'node:util';
import type { OpenAd } from '@magpie/contract';
import type { Measurement } from './knownAd.ts';

/** By time: at least the newest with engagement, the newest with reach, and all times of the sighting. */
export type History = ReadonlyMap<string, Measurement>;

/** A known value is never replaced by an unknown one, and stored measurements are not returned again. */
export function newMeasurements(ad: OpenAd, reach: number | null, at: string, history: History, now: string) {
  const earlier = snapshotMeasurements(ad, now);
  const reported = [...earlier, ...currentMeasurements(ad, reach, at, [...earlier, ...history.values()])];
  const byTime = new Map<string, Measurement>();
  for (const each of reported) {
    const known = byTime.get(each.capturedAt) ?? history.get(each.capturedAt);
    // Of two at the same time, the first one wins and the other fills its gaps, even if both are reported repeatedly.
    byTime.set(each.capturedAt, known === undefined ? each : fillGaps(each, known));
  }
  return [...byTime.values()].filter((each) => !isDeepStrictEqual(each, history.get(each.capturedAt)));
}

/** A measurement at the later time that fills the gaps of the latest values and keeps the known ones. */
export function gapMeasurements(reported: readonly Measurement[], history: History): Measurement[] {
  const known = [...history.values()];
  const [values, newest, later] = [findLatest(known), findNewest(known), findNewest(reported)];
  if (values === null || newest === null || later === null) return [...reported];
  const { capturedAt } = later;
  const filled = { ...fillGaps(later, values), capturedAt };
  return capturedAt <= newest.capturedAt || isDeepStrictEqual(filled, { ...values, capturedAt })
    ? []
    : [filled];
}

/** A time in the future would outrank all later measurements, so it is clamped to now. */
function snapshotMeasurements({ snapshots }: OpenAd, now: string): Measurement[] {
  return snapshots.map(({ capturedAt, reach, views, likes, comments, shares, rankCountry }) => ({
    capturedAt: capturedAt > now ? now : capturedAt,
    reach: reach ?? views,
    likes,
    comments,
    shares,
    rankCountry,
  }));
}

/**
 * The counts of this sighting. Without an explicit time, unchanged values add no measurement, so that repeated imports
 * do not grow the history. With one they always do, because a measurement in between may still arrive.
 */
function currentMeasurements(
  ad: OpenAd,
  reach: number | null,
  capturedAt: string,
  known: readonly Measurement[],
): Measurement[] {
  const { likes = null, comments = null, shares = null, rankCountry = null } = ad.engagement ?? {};
  const counted: Measurement = { capturedAt, reach, likes, comments, shares, rankCountry };
  if (!hasReach(counted) && !hasEngagement(counted)) return [];
  if (ad.capturedAt !== null) return [counted];
  const newest = findNewest(known);
  const isOlder = newest !== null && capturedAt < newest.capturedAt;
  return isOlder || addsNothing(counted, findLatest(known)) ? [] : [counted];
}

function addsNothing(counted: Measurement, values: Measurement | null): boolean {
  if (values === null) return false;
  const sameReach = !hasReach(counted) || counted.reach === values.reach;
  return sameReach && (!hasEngagement(counted) || isDeepStrictEqual(engagement(counted), engagement(values)));
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

/** Engagement and country of the newest measurement with engagement, reach of the newest with reach. */
export function findLatest(measurements: Iterable<Measurement>): Measurement | null {
  const all = [...measurements];
  const counted = findNewest(all.filter(hasEngagement));
  const reached = findNewest(all.filter(hasReach));
  const newest = counted ?? reached;
  return newest === null ? null : { ...newest, reach: reached?.reach ?? null };
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
