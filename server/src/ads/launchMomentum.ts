import type { contract, OutputOf } from '@magpie/contract';
import type { MeasuredReach } from './measuredReach.sql.ts';
import { classifyMomentum, countSpans, sumSpans, type Spans } from './momentum.ts';
import { toDate, toDay } from './run.ts';

export type LaunchMomentum = Omit<OutputOf<typeof contract.brandSpy.getMomentum>, 'companyName'>;
type Span = NonNullable<LaunchMomentum['now']>;

/** Spans before the two that are compared. */
const maxBaseSpans = 6;

export interface StatedLaunches {
  /** By day of the series. */
  readonly launched: readonly number[];
  /** Ads of which a source states the day of launch, on any day. */
  readonly stated: number;
  readonly notStated: number;
}

interface Observed {
  readonly since: number;
  readonly until: number;
}

export interface ObservedSpan extends Observed {
  readonly days: number;
}

/** The days from the first to the last sighting of any ad. */
export function findObserved(
  libraries: readonly { readonly firstSeenAt: string; readonly lastSeenAt: string }[],
  today: number,
): Observed {
  let [since, until] = [today, Number.NEGATIVE_INFINITY];
  for (const { firstSeenAt, lastSeenAt } of libraries) {
    since = Math.min(since, toDay(firstSeenAt.slice(0, 10)));
    until = Math.max(until, toDay(lastSeenAt.slice(0, 10)));
  }
  return { since, until: Math.max(since, Math.min(today, until)) };
}

function firstDayOf({ since, until, days }: ObservedSpan): number {
  return Math.max(since, until - days * (maxBaseSpans + 2) + 1);
}

/** The days of which launches are counted. */
export function toSeries(span: ObservedSpan) {
  const from = firstDayOf(span);
  return { from: toDate(from), count: Math.max(1, span.until - from + 1) };
}

/**
 * How many ads were launched in the last span, compared with the span before and the usual rate.
 * @param gains null if they were not read, because nothing can be compared
 */
export function describeLaunches(
  span: ObservedSpan,
  launches: StatedLaunches,
  gains: readonly AdGain[] | null,
  libraries: string[],
): LaunchMomentum {
  const spans = sumLaunches(span, launches);
  const reach = gains && sumGains(gains);
  return {
    days: span.days,
    ...describeState(spans, launches),
    ...describeSpans(span, launches, spans, reach),
    evidence: {
      kind: 'measured',
      ads: launches.stated,
      notUsed: launches.notStated,
      libraries,
      observedFrom: toDate(span.since),
      observedTo: toDate(span.until),
      reach: reach && { kind: reach.isEstimated ? 'estimated' : 'measured', ads: reach.ads },
    },
  };
}

/** Whether a source states days of launch, and two spans were observed. */
export function canCompare(span: ObservedSpan, { stated }: StatedLaunches): boolean {
  return stated > 0 && countSpans(span) >= 2;
}

function sumLaunches(span: ObservedSpan, launches: StatedLaunches): Spans | null {
  if (!canCompare(span, launches)) return null;
  const first = firstDayOf(span);
  return sumSpans(
    span,
    maxBaseSpans,
    launches.launched.map((ads, day) => [first + day, ads] as const),
  );
}

function describeState(
  spans: Spans | null,
  { stated }: StatedLaunches,
): Pick<LaunchMomentum, 'state' | 'notKnownBecause'> {
  if (spans === null) {
    return { state: 'notKnown', notKnownBecause: stated === 0 ? 'noLaunchDates' : 'observedTooShort' };
  }
  const state = classifyMomentum(spans);
  return { state, notKnownBecause: state === 'notKnown' ? 'tooFewLaunches' : null };
}

function describeSpans(
  span: ObservedSpan,
  { launched, stated }: StatedLaunches,
  spans: Spans | null,
  reach: GainedReach | null,
): Pick<LaunchMomentum, 'now' | 'before' | 'usual'> {
  const { until, days } = span;
  const known = stated === 0 ? 0 : countSpans(span);
  const base = spans?.base ?? null;
  const describe = (end: number, launches: number, gained: number | undefined): Span => ({
    from: toDate(end - days + 1),
    to: toDate(end),
    launches,
    launchesPerDay: launches / days,
    reach: gained ?? null,
    reachPerDay: gained === undefined ? null : gained / days,
  });
  const now = launched.slice(-days).reduce((sum, ads) => sum + ads, 0);
  return {
    now: known === 0 ? null : describe(until, spans?.now ?? now, reach?.now),
    before: spans && describe(until - days, spans.before, reach?.before),
    usual:
      base === null
        ? null
        : { spans: Math.min(known - 2, maxBaseSpans), launches: base, launchesPerDay: base / days },
  };
}

interface GainedReach {
  readonly now: number;
  readonly before: number;
  readonly ads: number;
  readonly isEstimated: boolean;
}

export interface AdGain {
  readonly hash: string;
  readonly now: number;
  readonly before: number;
  readonly isEstimated: boolean;
}

/** An ad with a known reach that is not a range. */
export interface ReachedAd {
  readonly hash: string;
  /** Days since 1970; null if no source states it. */
  readonly launchDay: number | null;
  readonly isEstimated: boolean;
}

/** The spans of which the last counts of reach are needed. */
export function toMeasuredSpans({ until, days }: ObservedSpan) {
  return { from: toDate(until - 3 * days + 1), to: toDate(until), days };
}

/**
 * Of ads that were measured at the end of both spans and before them, or launched since. Of an ad whose source corrected
 * a count downwards, no gain is known.
 */
export function listGains(
  reached: readonly ReachedAd[],
  measured: readonly MeasuredReach[],
  { until, days }: ObservedSpan,
): AdGain[] {
  const from = until - 3 * days + 1;
  const byHash = new Map<string, (number | undefined)[]>();
  for (const { hash, span, reach } of measured) {
    const known = byHash.get(hash) ?? [];
    byHash.set(hash, known);
    known[span] = reach;
  }
  return reached.flatMap(({ hash, launchDay, isEstimated }) => {
    const own = byHash.get(hash);
    if (own === undefined) return [];
    // Nobody saw the ad before its launch.
    const [start, middle, end] = [1, 2, 3].map((spans, at) =>
      launchDay !== null && launchDay >= from + spans * days ? 0 : own[at],
    );
    if (start === undefined || middle === undefined || end === undefined) return [];
    const [now, before] = [end - middle, middle - start];
    return now < 0 || before < 0 ? [] : [{ hash, now, before, isEstimated }];
  });
}

function sumGains(gains: readonly AdGain[]): GainedReach | null {
  if (gains.length === 0) return null;
  let [now, before] = [0, 0];
  for (const gain of gains) {
    now += gain.now;
    before += gain.before;
  }
  return { now, before, ads: gains.length, isEstimated: gains.some(({ isEstimated }) => isEstimated) };
}
