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
import { toDate, toDay } from '../ads/run.ts';
import type { Handler } from '../rpc/procedure.ts';
import { assertKnownAdvertiser } from './directory.ts';
import { findAdvertiser, readReach, selectAds, type ResearchParts } from './research.ts';
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
