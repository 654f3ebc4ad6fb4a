import type { contract, OutputOf } from '@magpie/contract';
import { coverLaunched, type CoverageWindow, type IndexCoverage } from '../ads/coverage.ts';
import { classifyShare, measureRise, type Shares } from '../ads/momentum.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { ProcedureHandlers } from '../rpc/procedure.ts';
import { daysBefore } from './changedDays.ts';
import { historyHandler } from './history.ts';
import { readMoment } from './moment.ts';
import { countPastCategories } from './pastSaturation.ts';
import { countCategories } from './saturation.sql.ts';
import { findAxes, saturationHandler, type SaturationParts } from './saturation.ts';
import { createSaturationRows } from './saturationRows.ts';
import * as sql from './trending.sql.ts';
import type { SortedWindow, TagEngagement, Window } from './trending.sql.ts';
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
      const tags = listed.flatMap(({ row, shares }) => {
        const definition = definitions.get(row.tagDefinitionId);
        const avgEngagementPerAd = row.totalEngagement / row.adCount;
        const momentum = describeMomentum(row.adCount, shares);
        return definition === undefined ? [] : [{ ...definition, ...row, avgEngagementPerAd, momentum }];
      });
      return { ...echoInput(input), coverage: await cover(input), tags };
    },

    topAdvertisers: async ({ input, newestRecording }) => {
      const { sums, today, cover } = await readAt(parts, memory, input, await newestRecording());
      const rows = await listRanked(clickhouse, sums, input, today);
      const advertisers = rows.map(({ advertiserId, name, adCount, totalEngagement, platformBits, shares }) =>
        Object.assign(
          {
            advertiserId,
            name,
            adCount,
            totalEngagement,
            avgEngagementPerAd: totalEngagement / adCount,
            platforms: sql.platformsAmong(platformBits),
          },
          shares !== undefined && { momentum: describeMomentum(adCount, shares) },
        ),
      );
      return { ...echoInput(input), coverage: await cover(input), advertisers };
    },

    saturation: saturationHandler(parts, saturationMemory),

    getHistory: historyHandler(parts),

    listCategories: async ({ input, newestRecording }) => {
      const moment = await readMoment(parts, input.asOf, newestRecording);
      const counts =
        moment === null ? await countCategories(clickhouse, parts.today()) : countPastCategories(moment.past);
      return { categories: counts.slice(0, maxCategories) };
    },
  };
}

const maxCategories = 500;

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
  readonly shares: Shares | null;
}

async function rankTags(
  clickhouse: ClickHouse,
  sums: TrendingSums | null,
  window: SortedWindow,
  today: string,
): Promise<RankedTag[]> {
  const [rows, before] = await Promise.all([
    sums === null ? sql.rankedTags(clickhouse, window, today) : days.rankTags(sums, window),
    countBefore(clickhouse, sums, window, today),
  ]);
  const [allNow, allBefore] = [sumAds(rows.map(({ adCount }) => adCount)), sumAds(before?.values() ?? [])];
  const ranked = rows.map((row) => {
    const countedBefore = before?.get(row.tagDefinitionId) ?? 0;
    return { row, shares: before && { now: row.adCount, before: countedBefore, allNow, allBefore } };
  });
  if (window.sortBy === 'engagement') return ranked;
  // The sort is stable: equal ones stay in the order of their engagement.
  return ranked.toSorted((one, other) => measureRise(other.shares) - measureRise(one.shares));
}

/** By tag. */
async function countBefore(
  clickhouse: ClickHouse,
  sums: TrendingSums | null,
  window: Window,
  today: string,
): Promise<ReadonlyMap<number, number> | null> {
  const range = daysBefore(today, window);
  if (range === null) return null;
  return sums === null ? sql.countTags(clickhouse, window, range) : days.countTags(sums, window, range);
}

function sumAds(counts: Iterable<number>): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}

function describeMomentum(ads: number, shares: Shares | null): Tag['momentum'] {
  if (shares === null) {
    const evidence = { kind: 'measured', ads } as const;
    return { state: 'notKnown', adCountBefore: null, shareChange: null, evidence };
  }
  const { now, before, allNow, allBefore } = shares;
  return {
    state: classifyShare(shares),
    adCountBefore: before,
    shareChange: before === 0 ? null : (now * allBefore) / (before * allNow),
    evidence: { kind: 'measured', ads: now + before },
  };
}

/** More than are requested, for those that are not listed. */
const furtherRows = 10;

type Ranked = sql.RankedAdvertiser & {
  /** Undefined unless sorted by momentum; null if the days before the window are not known. */
  readonly shares?: Shares | null;
};

async function rankAdvertisers(
  clickhouse: ClickHouse,
  sums: TrendingSums | null,
  window: SortedWindow,
  today: string,
): Promise<readonly Ranked[]> {
  const before = window.sortBy === 'momentum' ? daysBefore(today, window) : null;
  if (before !== null) {
    return sums === null
      ? sql.risingAdvertisers(clickhouse, window, before, today)
      : days.rankRisingAdvertisers(sums, window, before);
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
