import { contract, type Procedure } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import { createAliases } from '../ads/aliases.ts';
import type { Catalog } from '../ads/catalog.ts';
import { createIndexCoverage } from '../ads/coverage.ts';
import type { Enrichment, TagDefinition } from '../ads/enrichment.ts';
import { createPastFigures } from '../ads/past/pastFigures.ts';
import { createPastAdvertisers } from '../ads/past/pastAdvertisers.ts';
import type { PastLimits } from '../ads/past/pastIndex.ts';
import { createScorePercentiles } from '../ads/percentiles.ts';
import { createPresentation } from '../ads/presentation.ts';
import { createPastSearch } from '../ads/search/past/pastSearch.ts';
import { searchHandler } from '../ads/search/search.ts';
import { detailsRouter } from '../boards/details.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { TextEmbedder } from '../ads/vectors.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Handler } from '../rpc/procedure.ts';
import { createPastTrending } from '../trending/pastTrending.ts';
import { findAxes } from '../trending/saturation.ts';
import { createSaturationRows } from '../trending/saturationRows.ts';
import { trendingRouter } from '../trending/trending.ts';
import { createTrendingDays } from '../trending/trendingDays.ts';

interface InstanceParts {
  readonly clickhouse: ClickHouse;
  readonly db: Postgres;
  readonly catalog: Catalog;
  readonly enrichment: Enrichment;
  readonly tagDefinitions: readonly TagDefinition[];
  readonly today: () => string;
  readonly limits?: PastLimits;
  readonly embedder?: () => Promise<TextEmbedder>;
}

const trendingNames = {
  topTags: 'topTagsByEngagement',
  topAdvertisers: 'topAdvertisers',
  history: 'getHistory',
  saturation: 'saturation',
  categories: 'listCategories',
} as const;

/** The contract parses the input. */
export type IndexQuestion = readonly [name: 'search' | 'details' | keyof typeof trendingNames, input: object];

/** An instance that answers questions about all brands. Errors are returned as their codes. */
export function createQuestions({ limits = {}, ...parts }: InstanceParts) {
  const { clickhouse, db, catalog, tagDefinitions, today } = parts;
  const newestRecording = () => catalog.recordings.newest();
  const past = {
    ...parts,
    ...limits,
    maxBytes: 8 * 1024 * 1024,
    readPastAdvertisers: createPastAdvertisers(clickhouse),
  };
  const aliases = createAliases({ clickhouse, newestRecording });
  const siteAddress = () => 'https://magpie.example';
  // No old ranking, since the past has none.
  const readRanking = createScorePercentiles({ clickhouse, newestRecording, refreshShare: 1 });
  const presentAds = createPresentation({ clickhouse, tagDefinitions, siteAddress, readRanking });
  const { getDetails } = detailsRouter({
    ...parts,
    aliases,
    presentAds,
    readRanking,
    siteAddress,
    readPastFigures: createPastFigures(past),
    onPicturesQueued: () => undefined,
  });
  const search = searchHandler({
    clickhouse,
    aliases,
    presentAds,
    ...(parts.embedder !== undefined && { embedder: parts.embedder }),
    searchPast: createPastSearch({ ...past, presentAds }),
  });
  const trending = trendingRouter(
    {
      clickhouse,
      today,
      tagDefinitions,
      aliases,
      coverage: createIndexCoverage(clickhouse, db),
      past: createPastTrending(past),
    },
    createTrendingDays(clickhouse, 0),
    createSaturationRows(clickhouse, findAxes(tagDefinitions), 0),
  );
  // Queries need nothing else of a call.
  const callOf = (input: unknown) =>
    ({ input, db, caller: { userId: 'nobody' }, newestRecording, markPrivate: () => undefined }) as never;
  const answer = async ([name, input]: IndexQuestion): Promise<unknown> => {
    if (name === 'search') {
      return contract.ads.search.output.parse(await search(callOf(contract.ads.search.input.parse(input))));
    }
    if (name === 'details') {
      const { getDetails: procedure } = contract.ads;
      return procedure.output.parse(await getDetails?.(callOf(procedure.input.parse(input))));
    }
    const procedure: Procedure = contract.trending[trendingNames[name]];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler of the procedure
    const handler = trending[trendingNames[name]] as unknown as Handler<Procedure>;
    return procedure.output.parse(await handler(callOf(procedure.input.parse(input))));
  };
  return async (question: IndexQuestion): Promise<unknown> => {
    try {
      return await answer(question);
    } catch (error) {
      if (!(error instanceof MagpieError)) throw error;
      return { code: error.code, message: error.message };
    }
  };
}
