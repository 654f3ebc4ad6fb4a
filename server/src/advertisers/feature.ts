import type { Catalog } from '../ads/catalog.ts';
import { bytesPerMegabyte, type Config } from '../config/config.ts';
import { createAdMemory } from './memory/adMemory.ts';
import { type PastBrands, perCall } from './research.ts';
import { brandSpyRouter } from './brandSpy.ts';
import { companiesRouter, type CompaniesParts, type OnFollow } from './companies.ts';
import { createLogoLookup, topCompaniesHandler } from './directory.ts';
import { createNameIndex } from './nameIndex.ts';
import { createPastResearch } from './past.ts';
import { createPastDirectory } from './pastDirectory.ts';
import { createPastVectors } from './pastVectors.ts';
import { allPastShares, pastShares } from '../ads/past/memoryShares.ts';
import type { ReadPastAdvertisers } from '../ads/past/pastAdvertisers.ts';
import type { PastDeps } from '../ads/past/pastAds.ts';
import type { TextEmbedder } from '../ads/vectors.ts';
import type { FindProductCategory } from './productCategory.ts';
import { createWeekResearch } from './weekResearch.ts';

interface AdvertisersDeps extends Omit<CompaniesParts, 'names' | 'memory' | 'past' | 'pastBrands'>, PastDeps {
  readonly config: Pick<Config, 'researchCacheMegabytes'>;
  readonly catalog: Pick<Catalog, 'recordings'>;
  readonly readPastAdvertisers: ReadPastAdvertisers;
  readonly onFollow: OnFollow;
  readonly embedder: () => Promise<TextEmbedder>;
  readonly findProductCategory: FindProductCategory;
}

export function createAdvertisers(deps: AdvertisersDeps) {
  const { clickhouse, config, catalog } = deps;
  const maxBytes = config.researchCacheMegabytes * bytesPerMegabyte;
  const pastBytes = Math.floor(maxBytes * pastShares.brands);
  const { changedBetween } = catalog.recordings;
  const names = createNameIndex(deps);
  const parts: CompaniesParts = {
    ...deps,
    names,
    past: createPastResearch({ ...deps, maxBytes: pastBytes, changedBetween }),
    pastBrands: createPastBrands(deps, Math.floor(maxBytes * pastShares.directory)),
    ...(maxBytes > 0 && {
      memory: createAdMemory({
        clickhouse,
        maxBytes: Math.floor(maxBytes * (1 - allPastShares)),
        changedBetween,
        knownAds: names.knownAds,
      }),
    }),
  };
  return {
    procedures: {
      ads: { listTopCompanies: perCall(parts, topCompaniesHandler) },
      brandSpy: brandSpyRouter(parts, deps.findProductCategory),
      companies: companiesRouter(parts, deps.onFollow),
    },
    logoOf: createLogoLookup(parts),
    names: parts.names,
    researchOnDay: createWeekResearch(parts),
  };
}

function createPastBrands(deps: AdvertisersDeps, maxBytes: number): PastBrands {
  const half = Math.floor(maxBytes / 2);
  return {
    readDirectory: createPastDirectory({ ...deps, maxBytes: half }),
    readVectors: createPastVectors({ ...deps, maxBytes: half }),
  };
}
