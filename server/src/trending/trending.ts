import type { contract } from '@magpie/contract';
import type { IndexCoverage } from '../ads/coverage.ts';
import type { TagDefinition } from '../ads/enrichment.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { ProcedureHandlers } from '../rpc/procedure.ts';
import { namesOfListed, platformsAmong, rankedTags, topAdvertisers, type Window } from './trending.sql.ts';
import { createTrendingDays, rankAdvertisers, rankTags, type TrendingSums } from './trendingDays.ts';

export interface TrendingParts {
  readonly clickhouse: ClickHouse;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: () => string;
  readonly tagDefinitions: readonly TagDefinition[];
  readonly coverage: Pick<IndexCoverage, 'launched'>;
}

export function trendingRouter(
  { clickhouse, today, tagDefinitions, coverage }: TrendingParts,
  days = createTrendingDays(clickhouse),
): ProcedureHandlers<typeof contract.trending> {
  const definitions = new Map(tagDefinitions.map((each) => [each.tagDefinitionId, each]));
  return {
    topTagsByEngagement: async ({ input, newestRecording }) => {
      const newest = await newestRecording();
      const sums = days.at(newest, today());
      const rows = sums === null ? await rankedTags(clickhouse, input, today()) : rankTags(sums, input);
      const tags = rows.flatMap((row) => {
        const definition = definitions.get(row.tagDefinitionId);
        return definition === undefined
          ? []
          : [{ ...definition, ...row, avgEngagementPerAd: row.totalEngagement / row.adCount }];
      });
      const echo = { ...echoInput(input), coverage: await coverage.launched(newest, today(), input) };
      return { ...echo, tags: tags.slice(0, input.limit) };
    },

    topAdvertisers: async ({ input, newestRecording }) => {
      const newest = await newestRecording();
      const sums = days.at(newest, today());
      const rows = await listRanked(clickhouse, sums, input, today());
      const advertisers = rows.map(({ advertiserId, name, adCount, totalEngagement, platformBits }) => ({
        advertiserId,
        name,
        adCount,
        totalEngagement,
        avgEngagementPerAd: totalEngagement / adCount,
        platforms: platformsAmong(platformBits),
      }));
      const echo = { ...echoInput(input), coverage: await coverage.launched(newest, today(), input) };
      return { ...echo, advertisers };
    },
  };
}

/** More than are requested, for those that are not listed. */
const furtherRows = 10;

/** Without advertisers that no list contains, such as placeholders. */
async function listRanked(clickhouse: ClickHouse, sums: TrendingSums | null, input: Window, today: string) {
  const cached = sums?.names ?? new Map<number, string>();
  for (let limit = input.limit + furtherRows; ; limit *= 2) {
    const window = { ...input, limit };
    const rows =
      sums === null ? await topAdvertisers(clickhouse, window, today) : rankAdvertisers(sums, window);
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

type Names = Pick<TrendingSums['names'] | Map<number, string>, 'has' | 'get' | 'set'>;

/** The name of an advertiser changes only with a recording or a removal, after which `cached` is empty. */
async function readNames(clickhouse: ClickHouse, ids: readonly number[], cached: Names) {
  const missing = ids.filter((id) => !cached.has(id));
  const read = missing.length === 0 ? [] : await namesOfListed(clickhouse, missing);
  const found = new Map(read.map(({ advertiserId, name }) => [advertiserId, name]));
  for (const id of missing) cached.set(id, found.get(id) ?? '');
  return new Map(ids.map((id) => [id, cached.get(id)]));
}

function echoInput({ windowDays, country, platform }: Window) {
  return { windowDays, country: country ?? null, platform: platform ?? null };
}
