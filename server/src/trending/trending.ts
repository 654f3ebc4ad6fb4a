import type { contract } from '@magpie/contract';
import { advertisersById } from '../ads/ads.sql.ts';
import type { TagDefinition } from '../ads/enrichment.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { ProcedureHandlers } from '../rpc/procedure.ts';
import { platformsAmong, rankedTags, topAdvertisers, type Window } from './trending.sql.ts';

export interface TrendingParts {
  readonly clickhouse: ClickHouse;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: () => string;
  readonly tagDefinitions: readonly TagDefinition[];
}

export function trendingRouter(parts: TrendingParts): ProcedureHandlers<typeof contract.trending> {
  const { clickhouse, today } = parts;
  const definitions = new Map(parts.tagDefinitions.map((each) => [each.tagDefinitionId, each]));
  return {
    topTagsByEngagement: async ({ input }) => {
      const rows = await rankedTags(clickhouse, input, today());
      const tags = rows.flatMap((row) => {
        const definition = definitions.get(row.tagDefinitionId);
        return definition === undefined
          ? []
          : [{ ...definition, ...row, avgEngagementPerAd: row.totalEngagement / row.adCount }];
      });
      return { ...echoInput(input), tags: tags.slice(0, input.limit) };
    },

    topAdvertisers: async ({ input }) => {
      const rows = await topAdvertisers(clickhouse, input, today());
      const ids = rows.map((row) => row.advertiserId);
      const known = await advertisersById(clickhouse, ids);
      const names = new Map(known.map((each) => [each.advertiser_id, each.name]));
      const advertisers = rows.map(({ advertiserId, adCount, totalEngagement, platformBits }) => ({
        advertiserId,
        name: names.get(advertiserId) ?? '',
        adCount,
        totalEngagement,
        avgEngagementPerAd: totalEngagement / adCount,
        platforms: platformsAmong(platformBits),
      }));
      return { ...echoInput(input), advertisers };
    },
  };
}

function echoInput({ windowDays, country, platform }: Window) {
  return { windowDays, country: country ?? null, platform: platform ?? null };
}
