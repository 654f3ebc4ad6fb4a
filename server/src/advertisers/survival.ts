import type { contract, OutputOf } from '@magpie/contract';
import { ofCategories } from '../ads/conditions.sql.ts';
import { readUnmerged } from '../ads/search/currentRows.sql.ts';
import {
  buildSurvivalCurve,
  estimateSurvival,
  findMedian,
  type Lifetimes,
  type SurvivalCurve,
} from '../ads/survival.ts';
import type { Handler } from '../rpc/procedure.ts';
import { assertKnownAdvertiser, unknownAdvertiser } from './directory.ts';
import { readLifetimes } from './lifetimes.sql.ts';
import { readPastLifetimes } from './pastLifetimes.ts';
import { filteredAds, findAdvertiser, selectAds, type ResearchParts } from './research.ts';
import type { AdLifetimes, AdRun, CommonFilters } from './selectedAds.ts';

type GetSurvival = typeof contract.brandSpy.getSurvival;
type SurvivalAnswer = OutputOf<GetSurvival>;

/** With fewer ended ads, those of all advertisers of its categories are used. */
const minEndedAds = 20;
const curveDays = [1, 3, 7, 14, 21, 30, 45, 60, 90, 120, 180, 270, 365];
const chanceDays = [30, 60, 90];

export function survivalHandler(parts: ResearchParts): Handler<GetSurvival> {
  return async ({ input: { hash, ...filters } }) => {
    const input = { ...filters, status: 'all' as const };
    const asOf = await parts.newestRecording();
    const [advertiser, ads] = await Promise.all([
      findAdvertiser(parts, input.companyName),
      selectAds(parts, input, asOf),
    ]);
    if (advertiser === undefined) throw await unknownAdvertiser(parts, input.companyName);
    const [own, run] = await Promise.all([ads.lifetimes(), hash === undefined ? undefined : ads.runOf(hash)]);
    if (own.observed.length + own.unknown === 0) await assertKnownAdvertiser(parts, input.companyName);
    const { categories } = advertiser;
    const isFew = countEnded(own.observed) < minEndedAds && categories.length > 0;
    const lifetimes = isFew ? await readOfCategories(parts, input, asOf, categories) : own;
    return describeSurvival(isFew ? 'category' : 'advertiser', lifetimes, run);
  };
}

async function readOfCategories(
  parts: ResearchParts,
  { companyName: _name, ...filters }: CommonFilters & { readonly companyName: string },
  asOf: number,
  categories: readonly string[],
): Promise<AdLifetimes> {
  const { clickhouse, today, at } = parts;
  if (at !== undefined) return readPastLifetimes(parts, filters, categories);
  const matching = filteredAds(filters, asOf, today(), [ofCategories(categories)]);
  return readLifetimes(clickhouse, matching, await readUnmerged(clickhouse));
}

function describeSurvival(
  basis: SurvivalAnswer['basis'],
  { observed, unknown, libraries }: AdLifetimes,
  run: AdRun | undefined,
): SurvivalAnswer {
  const curve = buildSurvivalCurve(observed);
  const used = observed.filter(({ from, to }) => from < to);
  return {
    basis,
    medianDays: findMedian(curve),
    curve: estimateDays(curve, 0, curveDays),
    ad: run === undefined ? null : describeAd(observed, run),
    evidence: {
      kind: 'estimated',
      ads: countAds(used),
      ended: countEnded(observed),
      notUsed: unknown + countAds(observed) - countAds(used),
      libraries,
    },
  };
}

/** The ad itself is no evidence for its further run. */
function describeAd(observed: readonly Lifetimes[], run: AdRun) {
  const { daysRunning, daysRunningKind, isActive, observed: own } = run;
  const isOwn = ({ from, to, hasEnded }: Lifetimes): boolean =>
    own !== null && from === own.from && to === own.to && hasEnded === own.hasEnded;
  const others = observed.map((each) => (isOwn(each) ? { ...each, ads: each.ads - 1 } : each));
  const curve = buildSurvivalCurve(others);
  const survived = estimateSurvival(curve, 0, daysRunning);
  return {
    daysRunning,
    daysRunningKind,
    isRunning: isActive,
    outlived: survived === null ? null : 1 - survived.share,
    chances: isActive ? estimateDays(curve, daysRunning, chanceDays) : [],
  };
}

function estimateDays(curve: SurvivalCurve, from: number, days: readonly number[]) {
  return days.flatMap((each) => {
    const estimate = each > from ? estimateSurvival(curve, from, each) : null;
    return estimate === null ? [] : [{ days: each, ...estimate }];
  });
}

function countAds(lifetimes: readonly Lifetimes[]): number {
  return lifetimes.reduce((sum, { ads }) => sum + ads, 0);
}

function countEnded(lifetimes: readonly Lifetimes[]): number {
  return countAds(lifetimes.filter(({ from, to, hasEnded }) => hasEnded && from < to));
}
