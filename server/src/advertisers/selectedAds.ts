import type { Ad, contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import type { Matching } from '../ads/conditions.sql.ts';
import { type MeasuredAds, readCoverage } from '../ads/coverage.sql.ts';
import type { ReachedAd, StatedLaunches } from '../ads/launchMomentum.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { ClaimUse } from '../ads/claims/claimHistory.ts';
import type { CreativeTest, TestableAd, TestedPart } from '../ads/creativeTests.ts';
import type { Lifetimes } from '../ads/survival.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import * as changes from './changes.sql.ts';
import { buildColumns } from './memory/adColumns.ts';
import { readMatchingColumns } from './memory/adColumns.sql.ts';
import * as memoryChanges from './memory/changes.ts';
import { readClaims } from './memory/claims.ts';
import { type AdPictures, readTests, type TestableRow } from './memory/creativeTests.ts';
import * as memoryLifetimes from './memory/lifetimes.ts';
import { listReachedAds } from './memory/momentum.ts';
import { readPictures } from './memory/pictures.sql.ts';
import * as memoryStats from './memory/stats.ts';
import * as memoryTexts from './memory/texts.ts';
import * as memoryTimeline from './memory/timeline.ts';
import { selectAllRows, type Selection } from './memory/selection.ts';
import * as lifetimes from './lifetimes.sql.ts';
import * as momentum from './momentum.sql.ts';
import * as stats from './stats.sql.ts';
import * as texts from './texts.sql.ts';
import * as timeline from './timeline.sql.ts';

type BrandSpy = typeof contract.brandSpy;

export type CommonFilters = Omit<ParsedInputOf<BrandSpy['getOverview']>, 'companyName'>;

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface TextPage extends Page {
  readonly sortBy: ParsedInputOf<BrandSpy['getAdCopies']>['sortBy'];
}

export interface PagesPage extends Page {
  readonly sortBy: ParsedInputOf<BrandSpy['getLandingPages']>['sortBy'];
}

type TextStatistics = Omit<
  OutputOf<BrandSpy['getAdCopies']>['copies'][number],
  'body' | 'shortened' | 'performanceScore' | 'scoreParts' | 'confidence'
>;

export interface RankedTexts {
  readonly texts: readonly (TextStatistics & { readonly text: string })[];
  /** Ranks of this page. An ad may lose a text between two statements, so there may be fewer texts. */
  readonly read: number;
  readonly total: number;
}

export interface TagChoice {
  readonly averageScore: number;
  readonly tagIds: readonly number[];
  readonly limit: number;
}

export type Launch = OutputOf<BrandSpy['getTimeline']>['launches'][number];

interface RankedRows<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** The questions about the ads of one advertiser that match some filters. */
export interface SelectedAds {
  readonly overview: () => MaybePromise<stats.OverviewRow>;
  readonly totals: () => MaybePromise<stats.Totals>;
  readonly coverage: () => MaybePromise<readonly MeasuredAds[]>;
  readonly counts: () => MaybePromise<stats.AdCounts>;
  readonly texts: (kind: texts.TextKind, page: TextPage) => MaybePromise<RankedTexts>;
  readonly landingPages: (page: PagesPage) => MaybePromise<RankedRows<stats.LandingPageRow>>;
  readonly averageScore: () => MaybePromise<{
    readonly totalAds: number;
    readonly averageScore: number | null;
  }>;
  readonly tags: (choice: TagChoice) => MaybePromise<RankedRows<stats.RankedTagRow>>;
  readonly firstLaunch: () => MaybePromise<string | null>;
  readonly dailyCounts: (
    days: timeline.DayRange,
    series: timeline.Series,
  ) => MaybePromise<timeline.DayCounts>;
  readonly monthlyCounts: () => MaybePromise<readonly timeline.MonthRow[]>;
  readonly statedLaunches: (series: timeline.Series) => MaybePromise<StatedLaunches>;
  /** Those with a known reach that is not a range, the last launched first. */
  readonly reachedAds: (until: string, limit: number) => MaybePromise<readonly ReachedAd[]>;
  readonly launches: (days: timeline.DayRange, page: Page) => MaybePromise<readonly Launch[]>;
  readonly statuses: (days: timeline.DayRange) => MaybePromise<readonly changes.ListedStatus[]>;
  readonly contentUsage: (days: timeline.DayRange) => MaybePromise<readonly changes.UsageRow[]>;
  readonly lifetimes: () => MaybePromise<AdLifetimes>;
  /** Of one ad; undefined if it is not one of these. */
  readonly runOf: (hash: string) => MaybePromise<AdRun | undefined>;
  readonly tests: () => MaybePromise<AdTests<TestableRow>>;
  readonly claims: () => MaybePromise<AdClaims>;
}

export interface UsedClaim extends ClaimUse {
  /** Positions of its ads. */
  readonly rows: readonly number[];
}

type ClaimRecord = OutputOf<BrandSpy['listClaims']>['claims'][number];

export interface ClaimEvidence extends Pick<
  ClaimRecord['evidence'],
  'withoutStart' | 'platforms' | 'libraries'
> {
  readonly ads: ClaimRecord['ads'];
}

export interface AdClaims {
  /** The last that was first used comes first. */
  readonly claims: readonly UsedClaim[];
  readonly describe: (claim: UsedClaim) => ClaimEvidence;
  /** Ads with a text. */
  readonly ads: number;
  readonly adsWithClaims: number;
  /** Of those, the ads whose start no source states. */
  readonly withoutStart: number;
  readonly notUsed: number;
  readonly libraries: string[];
}

type Test = OutputOf<BrandSpy['listTests']>['tests'][number];

export interface TestedAd extends Omit<Test['arms'][number]['ads'][number], 'parts'> {
  readonly parts: Readonly<Record<TestedPart, string | null>>;
}

export interface AdTests<A extends TestableAd> {
  readonly tests: readonly CreativeTest<A>[];
  readonly describe: (ad: A) => TestedAd;
  /** Ads that were compared. */
  readonly ads: number;
  readonly notUsed: number;
  readonly libraries: string[];
}

export interface AdLifetimes {
  readonly observed: readonly Lifetimes[];
  /** Ads that ended on an unknown day. */
  readonly unknown: number;
  readonly libraries: string[];
}

export interface AdRun extends Pick<Ad, 'daysRunning' | 'daysRunningKind'> {
  readonly isActive: boolean;
  /** Null if it ended on an unknown day. */
  readonly observed: Omit<Lifetimes, 'ads'> | null;
}

export function adsInMemory(
  selection: Selection,
  histories: () => Promise<memoryChanges.Histories>,
  pictures: () => Promise<AdPictures>,
): SelectedAds {
  return {
    overview: () => memoryStats.readOverview(selection),
    totals: () => memoryStats.readTotals(selection),
    coverage: () => memoryStats.readCoverage(selection),
    counts: () => memoryStats.countAds(selection),
    texts: (kind, page) => memoryTexts.rankTexts(selection, kind, page),
    landingPages: (page) => memoryStats.listLandingPages(selection, page),
    averageScore: () => memoryStats.averageScore(selection),
    tags: (choice) => memoryStats.rankTags(selection, choice),
    firstLaunch: () => memoryTimeline.firstLaunch(selection),
    dailyCounts: (days, series) => memoryTimeline.readDailyCounts(selection, days, series),
    monthlyCounts: () => memoryTimeline.readMonthlyCounts(selection),
    statedLaunches: (series) => memoryTimeline.countStatedLaunches(selection, series),
    reachedAds: (until, limit) => listReachedAds(selection, until, limit),
    launches: (days, page) => memoryTimeline.launchesOn(selection, days, page),
    statuses: async (days) => memoryChanges.readStatuses(selection, await histories(), days),
    contentUsage: async (days) => memoryChanges.readContentUsage(selection, await histories(), days),
    lifetimes: () => memoryLifetimes.readLifetimes(selection),
    runOf: (hash) => memoryLifetimes.readRun(selection, hash),
    tests: async () => readTests(selection, await pictures()),
    claims: () => readClaims(selection),
  };
}

/** Of an advertiser whose ads are not in memory, the ads that were launched last. */
const maxComparedAds = 20_000;

export function adsInClickHouse(clickhouse: ClickHouse, ads: Matching, today: string): SelectedAds {
  const selectNewest = async (): Promise<Selection> => {
    const columns = buildColumns(await readMatchingColumns(clickhouse, ads, maxComparedAds));
    return selectAllRows(columns, today);
  };
  return {
    overview: () => stats.readOverview(clickhouse, ads),
    totals: () => stats.adTotals(clickhouse, ads),
    coverage: () => readCoverage(clickhouse, ads),
    counts: () => stats.countAds(clickhouse, ads),
    texts: async (kind, { sortBy, ...page }) => {
      const ranked = await rankedPage(page, (at) =>
        texts.rankTexts(clickhouse, ads, kind, { sortBy, ...at }),
      );
      return {
        texts: await texts.withTexts(clickhouse, ads, kind, ranked.rows),
        read: ranked.rows.length,
        total: ranked.total,
      };
    },
    landingPages: ({ sortBy, ...page }) =>
      rankedPage(page, (at) => stats.listLandingPages(clickhouse, ads, { sortBy, ...at })),
    averageScore: () => stats.getAverageScore(clickhouse, ads),
    tags: ({ limit, ...choice }) =>
      rankedPage({ limit, offset: 0 }, () => stats.rankTags(clickhouse, ads, { limit, ...choice })),
    firstLaunch: () => timeline.firstLaunch(clickhouse, ads),
    dailyCounts: (days, series) => timeline.readDailyCounts(clickhouse, ads, days, series),
    monthlyCounts: () => timeline.readMonthlyCounts(clickhouse, ads),
    statedLaunches: (series) => timeline.countStatedLaunches(clickhouse, ads, series),
    reachedAds: (until, limit) => momentum.listReachedAds(clickhouse, ads, until, limit),
    launches: (days, page) => timeline.launchesOn(clickhouse, ads, days, page, today),
    statuses: (days) => changes.listStatuses(clickhouse, ads, days),
    contentUsage: (days) => changes.readContentUsage(clickhouse, ads, days),
    lifetimes: () => lifetimes.readLifetimes(clickhouse, ads),
    runOf: (hash) => lifetimes.readRun(clickhouse, ads, hash),
    tests: async () => {
      const [selection, pictures] = await Promise.all([selectNewest(), readPictures(clickhouse, ads)]);
      return readTests(selection, pictures);
    },
    claims: async () => readClaims(await selectNewest()),
  };
}

/** Reads a page of a ranking. A page beyond the last one has no rows, so the total is read from the first row. */
async function rankedPage<Row extends object>(
  { limit, offset }: Page,
  read: (page: Page) => Promise<(Row & { readonly total: number })[]>,
): Promise<RankedRows<Omit<Row, 'total'>>> {
  const rows = await read({ limit, offset });
  const [first] = rows.length === 0 && offset > 0 ? await read({ limit: 1, offset: 0 }) : rows;
  return { rows: rows.map(({ total: _total, ...row }) => row), total: first?.total ?? 0 };
}
