import { bytesPerMegabyte, type Config } from '../config/config.ts';
import type { TagDefinition } from './enrichment.ts';
import { familyHandler } from './families/getFamily.ts';
import { pastShares } from './past/memoryShares.ts';
import type { ReadPastAdvertisers } from './past/pastAdvertisers.ts';
import type { PastDeps } from './past/pastAds.ts';
import { createPastSearch } from './search/past/pastSearch.ts';
import { searchHandler, type SearchParts } from './search/search.ts';
import { tagsHandler } from './tags.ts';

interface AdsDeps extends Omit<SearchParts, 'searchPast'>, PastDeps {
  readonly config: Pick<Config, 'researchCacheMegabytes'>;
  readonly readPastAdvertisers: ReadPastAdvertisers;
  readonly tagDefinitions: readonly TagDefinition[];
  readonly today: () => string;
}

export function createAds(deps: AdsDeps) {
  const { clickhouse, config, tagDefinitions } = deps;
  const bytesOf = (share: number): number =>
    Math.floor(config.researchCacheMegabytes * bytesPerMegabyte * share);
  const past = { maxBytes: bytesOf(pastShares.search), maxVectorBytes: bytesOf(pastShares.copies) };
  return {
    procedures: {
      ads: {
        search: searchHandler({ ...deps, searchPast: createPastSearch({ ...deps, ...past }) }),
        getFamily: familyHandler(clickhouse),
      },
      tags: { list: tagsHandler(tagDefinitions) },
    },
  };
}
