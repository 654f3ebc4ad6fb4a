import type { contract, OutputOf } from '@magpie/contract';
import { coverLaunched, type CoverageWindow, type IndexCoverage } from '../ads/coverage.ts';
import { classifyShare, measureRise } from '../ads/momentum.ts';
import { describeStarts } from '../ads/run.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { ProcedureHandlers } from '../rpc/procedure.ts';
import { countBaseSpans, daysBefore, daysOfBase, maxWindowDays } from './changedDays.ts';
import { historyHandler } from './history.ts';
import { readMoment } from './moment.ts';
import { countPastCategories } from './pastSaturation.ts';
import type { PastLaunches } from './pastTrending.ts';
import { countCategories } from './saturation.sql.ts';
import { findAxes, saturationHandler, type SaturationParts } from './saturation.ts';
import { createSaturationRows } from './saturationRows.ts';
import * as sql from './trending.sql.ts';
import type { AdCounts, DayRange, Launches, SortedWindow, TagEngagement, Window } from './trending.sql.ts';
import * as days from './trendingDays.ts';
import type { TrendingSums } from './trendingDays.ts';

export interface TrendingParts extends SaturationParts {
  readonly coverage: Pick<IndexCoverage, 'launched'>;
}

export function trendingRouter(
  parts: TrendingParts,
  memory = days.createTrendingDays(parts.clickhouse),
  saturationMemory = createSaturationRows(parts.clickhouse, findAxes(parts.tagDefinitions)),
): ProcedureHandlers<typeof contract.trending> {
  const { clickhouse, tagDefinitions } = parts;
  const definitions = new Map(tagDefinitions.map((each) => [each.tagDefinitionId, each]));
  return {
    topTagsByEngagement: async ({ input, newestRecording }) => {
      const { sums, today, cover } = await readAt(parts, memory, input, await newestRecording());
      const ranked = await rankTags(clickhouse, sums, input, today);
      const listed = ranked.filter(({ row }) => definitions.has(row.tagDefinitionId)).slice(0, input.limit);
      const tags = listed.flatMap(({ row: { starts, ...row }, shares }) => {
        const definition = definitions.get(row.tagDefinitionId);
        const avgEngagementPerAd = row.totalEngagement / row.adCount;
        const momentum = describeMomentum(input, { adCount: row.adCount, starts }, shares);
        return definition === undefined ? [] : [{ ...definition, ...row, avgEngagementPerAd, momentum }];
      });
      return { ...echoInput(input), coverage: await cover(input), tags };
    },

    topAdvertisers: async ({ input, newestRecording }) => {
      const { sums, today, cover } = await readAt(parts, memory, input, await newestRecording());
      const rows = await listRanked(clickhouse, sums, input, today);
      const advertisers = rows.map(
        ({ advertiserId, name, adCount, starts, totalEngagement, platformBits, shares }) =>
          Object.assign(
            {
              advertiserId,
              name,
              adCount,
              totalEngagement,
              avgEngagementPerAd: totalEngagement / adCount,
              platforms: sql.platformsAmong(platformBits),
            },
            shares !== undefined && { momentum: describeMomentum(input, { adCount, starts }, shares) },
          ),
      );
      return { ...echoInput(input), coverage: await cover(input), advertisers };
    },

    saturation: saturationHandler(parts, saturationMemory),

    getHistory: historyHandler(parts),

    listCategories: async ({ input, newestRecording }) => {
      const moment = await readMoment(parts, input.asOf, newestRecording);
      const [counts, evidence] =
        moment === null ? await readCategories(parts, await newestRecording()) : countPast(moment.past);
      return { categories: counts.slice(0, maxCategories), evidence };
    },
  };
}

const maxCategories = 500;
const launchedLately = { windowDays: maxWindowDays };

/** With what the counts are made of. */
async function readCategories(parts: TrendingParts, newest: number) {
  const today = parts.today();
  const [counts, { ads, publishedStarts }, { libraries }] = await Promise.all([
    countCategories(parts.clickhouse, today),
    sql.countLaunched(parts.clickhouse, today, maxWindowDays),
    parts.coverage.launched(newest, today, launchedLately),
  ]);
  const names = libraries.map(({ library }) => library);
  return [counts, { ...describeStarts(ads, publishedStarts), libraries: names }] as const;
}

function countPast(past: PastLaunches) {
  const { libraries } = coverLaunched(past.groups, past.today, launchedLately);
  const publishedStarts = past.launches.reduce((sum, { starts }) => sum + starts, 0);
  const names = libraries.map(({ library }) => library);
  const evidence = { ...describeStarts(past.launches.length, publishedStarts), libraries: names };
  return [countPastCategories(past), evidence] as const;
}

/** What leaderboards are made of, as of now or of the moment of `asOf`. */
async function readAt(
  parts: TrendingParts,
  memory: days.TrendingDays,
  { asOf }: Pick<Window, 'asOf'>,
  newest: number,
) {
  const moment = await readMoment(parts, asOf, () => newest);
  if (moment === null) {
    const today = parts.today();
    return {
      sums: memory.at(newest, today),
      today,
      cover: (window: CoverageWindow) => parts.coverage.launched(newest, today, window),
    };
  }
  const { sums, groups, today } = moment.past;
  // Limits of live sources are known as of now only.
  const cover = async (window: CoverageWindow) => coverLaunched(groups, today, window);
  return { sums, today, cover };
}

type Tag = OutputOf<typeof contract.trending.topTagsByEngagement>['tags'][number];
interface RankedTag {
  readonly row: TagEngagement;
  /** Null if the days before the window are not known. */
  readonly shares: Launches | null;
}

async function rankTags(
  clickhouse: ClickHouse,
  sums: TrendingSums | null,
  window: SortedWindow,
  today: string,
): Promise<RankedTag[]> {
  const countIn = (range: DayRange | null) => countTags(clickhouse, sums, window, range);
  const [rows, before, earlier] = await Promise.all([
    sums === null ? sql.rankedTags(clickhouse, window, today) : days.rankTags(sums, window),
    countIn(daysBefore(today, window)),
    countIn(daysOfBase(today, window)),
  ]);
  const [allNow, allBefore] = [sumStarts(rows), sumStarts(before?.values() ?? [])];
  const ranked = rows.map((row) => {
    const { tagDefinitionId: id, adCount, starts: now } = row;
    const then = before?.get(id) ?? noAds;
    const notUsed = adCount - now + then.adCount - then.starts;
    const launchedEarlier = earlier && (earlier.get(id) ?? noAds).starts;
    const shares = { now, before: then.starts, earlier: launchedEarlier, notUsed, allNow, allBefore };
    return { row, shares: before && shares };
  });
  if (window.sortBy === 'engagement') return ranked;
  // The sort is stable: equal ones stay in the order of their engagement.
  return ranked.toSorted((one, other) => measureRise(other.shares) - measureRise(one.shares));
}

const noAds: AdCounts = { adCount: 0, starts: 0 };

/** By tag; null without days. */
async function countTags(
  clickhouse: ClickHouse,
  sums: TrendingSums | null,
  window: Window,
  range: DayRange | null,
): Promise<ReadonlyMap<number, AdCounts> | null> {
  if (range === null) return null;
  return sums === null ? sql.countTags(clickhouse, window, range) : days.countTags(sums, window, range);
}

function sumStarts(counts: Iterable<AdCounts>): number {
  let sum = 0;
  for (const { starts } of counts) sum += starts;
  return sum;
}

/** @param counts of the window */
function describeMomentum(
  window: Window,
  { adCount, starts }: AdCounts,
  shares: Launches | null,
): Tag['momentum'] {
  const { windowDays } = window;
  const describe = (launches: number) => ({ launches, launchesPerDay: launches / windowDays });
  if (shares === null) {
    return {
      state: 'notKnown',
      adCountBefore: null,
      shareChange: null,
      now: describe(starts),
      before: null,
      usual: null,
      evidence: { kind: 'measured', ads: starts, notUsed: adCount - starts },
    };
  }
  const { now, before, earlier, notUsed, allNow, allBefore } = shares;
  const spans = countBaseSpans(window);
  return {
    state: classifyShare(shares),
    adCountBefore: before,
    shareChange: before === 0 || allNow === 0 ? null : (now * allBefore) / (before * allNow),
    now: describe(now),
    before: describe(before),
    usual: earlier === null ? null : { spans, ...describe(earlier / spans) },
    evidence: { kind: 'measured', ads: now + before, notUsed },
  };
}

/** More than are requested, for those that are not listed. */
const furtherRows = 10;

type Ranked = sql.RankedAdvertiser & {
  /** Undefined unless sorted by momentum; null if the days before the window are not known. */
  readonly shares?: Launches | null;
};

async function rankAdvertisers(
  clickhouse: ClickHouse,
  sums: TrendingSums | null,
  window: SortedWindow,
  today: string,
): Promise<readonly Ranked[]> {
  const before = window.sortBy === 'momentum' ? daysBefore(today, window) : null;
  if (before !== null) {
    const compared = { before, base: daysOfBase(today, window) };
    return sums === null
      ? sql.risingAdvertisers(clickhouse, window, compared, today)
      : days.rankRisingAdvertisers(sums, window, compared);
  }
  const rows =
    sums === null ? await sql.topAdvertisers(clickhouse, window, today) : days.rankAdvertisers(sums, window);
  return window.sortBy === 'momentum' ? rows.map((row) => ({ ...row, shares: null })) : rows;
}

/** Without advertisers that no list contains, such as placeholders. */
async function listRanked(
  clickhouse: ClickHouse,
  sums: TrendingSums | null,
  input: SortedWindow,
  today: string,
) {
  const cached: days.NameCache = sums?.names ?? new Map<number, string>();
  for (let limit = input.limit + furtherRows; ; limit *= 2) {
    const window = { ...input, limit };
    const rows = await rankAdvertisers(clickhouse, sums, window, today);
    const names = await readNames(
      clickhouse,
      rows.map((row) => row.advertiserId),
      cached,
    );
    const listed = rows
      .map((row) => ({ ...row, name: names.get(row.advertiserId) ?? '' }))
      .filter(({ name }) => name !== '');
    if (listed.length >= input.limit || rows.length < limit) return listed.slice(0, input.limit);
  }
}

/** The name of an advertiser changes only with a recording or a removal, after which `cached` is empty. */
async function readNames(clickhouse: ClickHouse, ids: readonly number[], cached: days.NameCache) {
  const missing = ids.filter((id) => !cached.has(id));
  const read = missing.length === 0 ? [] : await sql.namesOfListed(clickhouse, missing);
  const found = new Map(read.map(({ advertiserId, name }) => [advertiserId, name]));
  for (const id of missing) cached.set(id, found.get(id) ?? '');
  return new Map(ids.map((id) => [id, cached.get(id)]));
}

function echoInput({ windowDays, country, platform }: Window) {
  return { windowDays, country: country ?? null, platform: platform ?? null };
}
