import type { contract } from '@magpie/contract';
import { toCoverage } from '../ads/coverage.ts';
import {
  canCompare,
  describeLaunches,
  findObserved,
  listGains,
  toMeasuredSpans,
  toSeries,
  type AdGain,
  type ObservedSpan,
} from '../ads/launchMomentum.ts';
import { describeReachMomentum, type ReachMomentum } from '../ads/reachMomentum.ts';
import { toDate, toDay } from '../ads/run.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import type { Handler } from '../rpc/procedure.ts';
import { assertKnownAdvertiser } from './directory.ts';
import { findAdvertiser, readCounts, readReach, selectAds, type ResearchParts } from './research.ts';
import type { SelectedAds } from './selectedAds.ts';

type GetMomentum = typeof contract.brandSpy.getMomentum;

/** Of an advertiser with more, the reach of those launched last. */
const maxReachedAds = 20_000;

export function momentumHandler(parts: ResearchParts): Handler<GetMomentum> {
  return async ({ input: { companyName, days } }) => {
    const filters = { companyName, status: 'all', mediaType: 'all' } as const;
    const ads = await selectAds(parts, filters, await parts.newestRecording());
    const { libraries } = toCoverage(await ads.coverage());
    if (libraries.length === 0) await assertKnownAdvertiser(parts, companyName);
    const span = { ...findObserved(libraries, toDay(parts.today())), days };
    const launches = await ads.statedLaunches(toSeries(span));
    const gains = canCompare(span, launches) ? await readGains(parts, companyName, ads, span) : null;
    const name = (await findAdvertiser(parts, companyName))?.name ?? companyName;
    const names = libraries.map(({ library }) => library);
    return { companyName: name, ...describeLaunches(span, launches, gains, names) };
  };
}

async function readGains(
  parts: ResearchParts,
  companyName: string,
  ads: SelectedAds,
  span: ObservedSpan,
): Promise<AdGain[]> {
  const reached = await ads.reachedAds(toDate(span.until), maxReachedAds);
  const hashes = reached.map(({ hash }) => hash);
  return listGains(reached, await readReach(parts, companyName, hashes, toMeasuredSpans(span)), span);
}

type MeasuredAd = ReachMomentum & { readonly hash: string };

/**
 * The ads that are rising by the rules of their pages, and all of which that is known, with a count in the last days. The
 * fastest growing come first.
 */
export async function listRisingAds(parts: ResearchParts, companyName: string, days: number) {
  const filters = { companyName, status: 'all', mediaType: 'all' } as const;
  const ads = await selectAds(parts, filters, await parts.newestRecording());
  const coverage = toCoverage(await ads.coverage());
  const { until } = findObserved(coverage.libraries, toDay(parts.today()));
  const [from, to] = [toDate(until - days + 1), toDate(until)];
  const reached = await ads.reachedAds(to, maxReachedAds);
  const hashes = reached.map(({ hash }) => hash);
  const counted = await readReach(parts, companyName, hashes, { from, to, days });
  const counts = groupBy(
    await readCounts(
      parts,
      companyName,
      counted.map(({ hash }) => hash),
    ),
    ({ hash }) => hash,
  );
  const measured = reached.flatMap(({ hash, isEstimated }): MeasuredAd[] => {
    const own = counts.get(hash)?.filter(({ capturedAt }) => capturedAt.slice(0, 10) <= to) ?? [];
    const momentum = describeReachMomentum(own, isEstimated ? 'estimated' : 'reported');
    return momentum.state === 'notKnown' ? [] : [{ hash, ...momentum }];
  });
  const rising = measured
    .filter(({ state }) => state === 'rising')
    .toSorted((one, other) => rateOf(other) - rateOf(one) || (one.hash < other.hash ? -1 : 1));
  return { rising, measured };
}

function rateOf({ now }: MeasuredAd): number {
  return now?.reachPerDay ?? 0;
}
