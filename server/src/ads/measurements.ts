import { isDeepStrictEqual } from 'node:util';
import type { OpenAd } from '@magpie/contract';
import type { Measurement } from './knownAd.ts';

/**
 * What is on disk of an ad's measurements, by time: at least the newest with engagement, the newest with reach, and those
 * of every time that a sighting tells of.
 */
export type History = ReadonlyMap<string, Measurement>;

/**
 * The measurements that a sighting adds. A value that is known of some time is never replaced by an unknown one, and
 * what is on disk already is not told again.
 */
export function newMeasurements(
  ad: OpenAd,
  reach: number | null,
  at: string,
  history: History,
  now: string,
): Measurement[] {
  const earlier = historyOf(ad, now);
  const told = [...earlier, ...current(ad, reach, at, [...earlier, ...history.values()])];
  const byTime = new Map<string, Measurement>();
  for (const each of told) {
    const known = byTime.get(each.capturedAt) ?? history.get(each.capturedAt);
    // Of two at the same time the first stays and the other fills its gaps, however often both are told.
    byTime.set(each.capturedAt, known === undefined ? each : over(each, known));
  }
  return [...byTime.values()].filter((each) => !isDeepStrictEqual(each, history.get(each.capturedAt)));
}

/** What fills gaps in the latest values, which stay as they are where they are known; as of the later time. */
export function fillingMeasurements(told: readonly Measurement[], history: History): Measurement[] {
  const known = [...history.values()];
  const [values, newest, later] = [latestOf(known), newestOf(known), newestOf(told)];
  if (values === null || newest === null || later === null) return [...told];
  const { capturedAt } = later;
  const filled = { ...over(later, values), capturedAt };
  return capturedAt <= newest.capturedAt || isDeepStrictEqual(filled, { ...values, capturedAt })
    ? []
    : [filled];
}

/** A time in the future would hold off every true one. */
function historyOf({ snapshots }: OpenAd, now: string): Measurement[] {
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
 * What this sighting counted. Without a time of its own it is no new measurement when nothing changed since the latest
 * values, so that repeated imports do not grow the history; with one it always is, because a measurement in between may
 * still arrive.
 */
function current(
  ad: OpenAd,
  reach: number | null,
  capturedAt: string,
  known: readonly Measurement[],
): Measurement[] {
  const { likes = null, comments = null, shares = null, rankCountry = null } = ad.engagement ?? {};
  const counted: Measurement = { capturedAt, reach, likes, comments, shares, rankCountry };
  if (!hasReach(counted) && !hasEngagement(counted)) return [];
  if (ad.capturedAt !== null) return [counted];
  const newest = newestOf(known);
  const isOlder = newest !== null && capturedAt < newest.capturedAt;
  return isOlder || addsNothing(counted, latestOf(known)) ? [] : [counted];
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

/**
 * The values that count now: engagement and its country from the most recent measurement of engagement, reach from the
 * most recent measurement of reach. The time is that of the engagement where there is any.
 */
export function latestOf(measurements: Iterable<Measurement>): Measurement | null {
  const all = [...measurements];
  const counted = newestOf(all.filter(hasEngagement));
  const reached = newestOf(all.filter(hasReach));
  const newest = counted ?? reached;
  return newest === null ? null : { ...newest, reach: reached?.reach ?? null };
}

/** The later values where they are known, the earlier ones where not. */
function over(earlier: Measurement, later: Measurement): Measurement {
  return {
    capturedAt: later.capturedAt,
    reach: later.reach ?? earlier.reach,
    likes: later.likes ?? earlier.likes,
    comments: later.comments ?? earlier.comments,
    shares: later.shares ?? earlier.shares,
    rankCountry: later.rankCountry ?? earlier.rankCountry,
  };
}

/** Of several at the newest time the first. */
function newestOf(measurements: Iterable<Measurement>): Measurement | null {
  let newest: Measurement | null = null;
  for (const each of measurements) {
    if (newest === null || each.capturedAt > newest.capturedAt) newest = each;
  }
  return newest;
}
