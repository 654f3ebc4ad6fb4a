import type { contract, OutputOf } from '@magpie/contract';
import { toCoverage } from '../ads/coverage.ts';
import { classifyMomentum, countSpans, sumSpans, type Spans } from '../ads/momentum.ts';
import { toDate, toDay } from '../ads/run.ts';
import type { Handler } from '../rpc/procedure.ts';
import { assertKnownAdvertiser } from './directory.ts';
import { findAdvertiser, readReach, selectAds, type ResearchParts } from './research.ts';
import type { ReachedAd, SelectedAds } from './selectedAds.ts';
import type { StatedLaunches } from './timeline.sql.ts';

type GetMomentum = typeof contract.brandSpy.getMomentum;
type Momentum = OutputOf<GetMomentum>;
type Span = NonNullable<Momentum['now']>;

/** Spans before the two that are compared. */
const maxBaseSpans = 6;
/** Of an advertiser with more, the reach of those launched last. */
const maxReachedAds = 20_000;

export function momentumHandler(parts: ResearchParts): Handler<GetMomentum> {
  return async ({ input: { companyName, days } }) => {
    const filters = { companyName, status: 'all', mediaType: 'all' } as const;
    const ads = await selectAds(parts, filters, await parts.newestRecording());
    const coverage = toCoverage(await ads.coverage());
    if (coverage.libraries.length === 0) await assertKnownAdvertiser(parts, companyName);
    const observed = findObserved(coverage.libraries, toDay(parts.today()));
    const span = { ...observed, days };
    const launches = await ads.statedLaunches(toSeries(span));
    const spans = launches.stated === 0 ? null : sumLaunches(span, launches);
    const reach = spans === null ? null : sumGains(await readGains(parts, companyName, ads, span));
    const name = (await findAdvertiser(parts, companyName))?.name ?? companyName;
    return {
      companyName: name,
      days,
      ...describeState(spans, launches),
      ...describeSpans(span, launches, spans, reach),
      evidence: {
        kind: 'measured',
        ads: launches.stated,
        notUsed: launches.notStated,
        libraries: coverage.libraries.map(({ library }) => library),
        observedFrom: toDate(observed.since),
        observedTo: toDate(observed.until),
        reach: reach && { kind: reach.isEstimated ? 'estimated' : 'measured', ads: reach.ads },
      },
    };
  };
}

interface Observed {
  readonly since: number;
  readonly until: number;
}

interface ObservedSpan extends Observed {
  readonly days: number;
}

/** The days from the first to the last sighting of any ad. */
function findObserved(
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

function toSeries(span: ObservedSpan) {
  const from = firstDayOf(span);
  return { from: toDate(from), count: Math.max(1, span.until - from + 1) };
}

function sumLaunches(span: ObservedSpan, { launched }: StatedLaunches): Spans | null {
  const first = firstDayOf(span);
  return sumSpans(
    span,
    maxBaseSpans,
    launched.map((ads, day) => [first + day, ads] as const),
  );
}

function describeState(
  spans: Spans | null,
  { stated }: StatedLaunches,
): Pick<Momentum, 'state' | 'notKnownBecause'> {
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
): Pick<Momentum, 'now' | 'before' | 'usual'> {
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

/** Of ads that were measured at the end of both spans and before them, or launched since. */
async function readGains(
  parts: ResearchParts,
  companyName: string,
  ads: SelectedAds,
  { until, days }: ObservedSpan,
): Promise<AdGain[]> {
  const reached = await ads.reachedAds(toDate(until), maxReachedAds);
  const from = until - 3 * days + 1;
  const measured = await readReach(
    parts,
    companyName,
    reached.map(({ hash }) => hash),
    { from: toDate(from), to: toDate(until), days },
  );
  const byHash = new Map<string, (number | undefined)[]>();
  for (const { hash, span, reach } of measured) {
    const known = byHash.get(hash) ?? [];
    byHash.set(hash, known);
    known[span] = reach;
  }
  return [...listGains(reached, byHash, { from, days })];
}

export interface AdGain {
  readonly hash: string;
  readonly now: number;
  readonly before: number;
  readonly isEstimated: boolean;
}

function* listGains(
  reached: readonly ReachedAd[],
  byHash: ReadonlyMap<string, readonly (number | undefined)[]>,
  { from, days }: { readonly from: number; readonly days: number },
): Generator<AdGain> {
  for (const { hash, launchDay, isEstimated } of reached) {
    const measured = byHash.get(hash);
    if (measured === undefined) continue;
    // Nobody saw the ad before its launch.
    const [start, middle, end] = [1, 2, 3].map((spans, at) =>
      launchDay !== null && launchDay >= from + spans * days ? 0 : measured[at],
    );
    if (start === undefined || middle === undefined || end === undefined) continue;
    yield { hash, now: Math.max(0, end - middle), before: Math.max(0, middle - start), isEstimated };
  }
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

/** The ads that gained more reach in the last days than in the days before, the highest gain first. */
export async function listRisingAds(parts: ResearchParts, companyName: string, days: number) {
  const filters = { companyName, status: 'all', mediaType: 'all' } as const;
  const ads = await selectAds(parts, filters, await parts.newestRecording());
  const coverage = toCoverage(await ads.coverage());
  const span = { ...findObserved(coverage.libraries, toDay(parts.today())), days };
  const gains = await readGains(parts, companyName, ads, span);
  const rising = gains
    .filter(({ now, before }) => now > before)
    .toSorted((one, other) => other.now - one.now || (one.hash < other.hash ? -1 : 1));
  return { rising, measured: gains };
}
