import type { contract } from '@magpie/contract';
import { advertisersById } from '../ads/ads.sql.ts';
import type { IndexCoverage } from '../ads/coverage.ts';
import type { TagDefinition } from '../ads/enrichment.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { ProcedureHandlers } from '../rpc/procedure.ts';
import { platformsAmong, rankedTags, topAdvertisers, type Window } from './trending.sql.ts';
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
      const rows =
        sums === null ? await topAdvertisers(clickhouse, input, today()) : rankAdvertisers(sums, input);
      const ids = rows.map((row) => row.advertiserId);
      const names = await readNames(clickhouse, ids, sums?.names ?? new Map<number, string>());
      const advertisers = rows.map(({ advertiserId, adCount, totalEngagement, platformBits }) => ({
        advertiserId,
        name: names.get(advertiserId) ?? '',
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

type Names = Pick<TrendingSums['names'] | Map<number, string>, 'has' | 'get' | 'set'>;

/** The name of an advertiser changes only with a recording or a removal, after which `cached` is empty. */
async function readNames(clickhouse: ClickHouse, ids: readonly number[], cached: Names) {
  const missing = ids.filter((id) => !cached.has(id));
  const read = missing.length === 0 ? [] : await advertisersById(clickhouse, missing);
  for (const { advertiser_id: id, name } of read) cached.set(id, name);
  return new Map(ids.map((id) => [id, cached.get(id)]));
}

function echoInput({ windowDays, country, platform }: Window) {
  return { windowDays, country: country ?? null, platform: platform ?? null };
}
