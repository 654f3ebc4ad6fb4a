import { isDeepStrictEqual } from 'node:util';
import type { OpenAd } from '@magpie/contract';
import type { Measurement } from './knownAd.ts';

/** What is on disk of an ad's measurements, by time: the newest, and those of every time that a sighting tells of. */
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
  const told = [...historyOf(ad, now), ...current(ad, reach, at, newestOf(history.values()))];
  const byTime = new Map<string, Measurement>();
  for (const each of told) {
    const known = byTime.get(each.capturedAt) ?? history.get(each.capturedAt);
    // Of two at the same time the first stays and the other fills its gaps, however often both are told.
    byTime.set(each.capturedAt, known === undefined ? each : over(each, known));
  }
  return [...byTime.values()].filter((each) => !isDeepStrictEqual(each, history.get(each.capturedAt)));
}

/** What fills gaps of the newest measurement, which stays as it is in everything that it knows; as of the later time. */
export function fillingMeasurements(told: readonly Measurement[], history: History): Measurement[] {
  const [newest, later] = [newestOf(history.values()), newestOf(told)];
  if (newest === null || later === null) return [...told];
  const { capturedAt } = later;
  const filled = { ...over(later, newest), capturedAt };
  return capturedAt <= newest.capturedAt || isDeepStrictEqual(filled, { ...newest, capturedAt })
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
 * What this sighting counted, over what was known before: a source that counts only the reach does not make the likes
 * unknown. None when nothing was counted, or nothing has changed since the newest.
 */
function current(
  ad: OpenAd,
  reach: number | null,
  capturedAt: string,
  before: Measurement | null,
): Measurement[] {
  // An ad that brings its history tells the present in it, unless it says when it was looked at.
  if (ad.snapshots.length > 0 && ad.capturedAt === null) return [];
  const { likes = null, comments = null, shares = null, rankCountry = null } = ad.engagement ?? {};
  if ([reach, likes, comments, shares].every((value) => value === null)) return [];
  if (before !== null && capturedAt < before.capturedAt && ad.capturedAt === null) return [];
  const counted: Measurement = { capturedAt, reach, likes, comments, shares, rankCountry };
  if (before === null || before.capturedAt >= capturedAt) return [counted];
  const now = over(before, counted);
  return isDeepStrictEqual(now, { ...before, capturedAt }) ? [] : [now];
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
export function newestOf(measurements: Iterable<Measurement>): Measurement | null {
  let newest: Measurement | null = null;
  for (const each of measurements) {
    if (newest === null || each.capturedAt > newest.capturedAt) newest = each;
  }
  return newest;
}
