import { contract, type Procedure } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { Catalog } from '../ads/catalog.ts';
import type { Enrichment } from '../ads/enrichment.ts';
import { createPastAdvertisers } from '../ads/past/pastAdvertisers.ts';
import type { PastLimits } from '../ads/past/pastIndex.ts';
import type { TextEmbedder } from '../ads/vectors.ts';
import { brandSpyRouter } from '../advertisers/brandSpy.ts';
import { createNameIndex } from '../advertisers/nameIndex.ts';
import { createPastResearch } from '../advertisers/past.ts';
import { createPastDirectory } from '../advertisers/pastDirectory.ts';
import { createPastVectors, type PastVectorParts } from '../advertisers/pastVectors.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Handler } from '../rpc/procedure.ts';
import { callHandler } from './reference/callHandlers.ts';
import { researchMemory } from './research.ts';

/** Counts four words of texts, of categories and of landing pages. */
export const wordCounter: TextEmbedder = {
  model: 'words@1',
  batchSize: 2,
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) =>
        Int8Array.from(['kettle', 'shoe', 'sport', 'a'], (word) => text.toLowerCase().split(word).length - 1),
      ),
    ),
};

export type BrandLimits = PastLimits & Pick<PastVectorParts, 'maxTexts' | 'maxEmbedded'>;

interface BrandParts {
  readonly clickhouse: ClickHouse;
  readonly db: Postgres;
  readonly catalog: Catalog;
  readonly enrichment: Enrichment;
  readonly today: string;
  readonly siteAddress: () => string;
  readonly limits?: BrandLimits;
}

/** An instance that answers questions about brands. Errors are returned as their codes. */
export function createBrandQuestions({ limits = {}, ...parts }: BrandParts) {
  const { clickhouse, db, catalog, enrichment, today, siteAddress } = parts;
  const newestRecording = () => catalog.recordings.newest();
  const { changedBetween } = catalog.recordings;
  const readPastAdvertisers = createPastAdvertisers(clickhouse);
  const deps = { clickhouse, db, enrichment, readPastAdvertisers, maxBytes: 8 * 1024 * 1024, ...limits };
  const past = createPastResearch({ ...deps, changedBetween });
  const pastBrands = {
    readDirectory: createPastDirectory(deps),
    readVectors: createPastVectors({ ...deps, embedder: () => Promise.resolve(wordCounter) }),
  };
  const router = brandSpyRouter(
    {
      clickhouse,
      names: createNameIndex({ clickhouse, newestRecording }),
      newestRecording,
      today: () => today,
      siteAddress,
      tagDefinitions: enrichment.tagDefinitions,
      memory: researchMemory(clickhouse, catalog),
      past,
      pastBrands,
    },
    (texts) => ({ id: 1, name: texts.join(' '), within: [], texts: texts.length }),
  );
  return async (name: keyof typeof contract.brandSpy, input: object): Promise<unknown> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler of the procedure
    const handler = router[name] as unknown as Handler<Procedure>;
    try {
      return await callHandler<Procedure>(contract.brandSpy[name], handler, input, newestRecording);
    } catch (error) {
      if (!(error instanceof MagpieError)) throw error;
      return { code: error.code, isAboutMoment: error.code === 'BAD_REQUEST' };
    }
  };
}
