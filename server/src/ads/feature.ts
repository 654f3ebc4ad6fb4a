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
  const maxBytes = Math.floor(config.researchCacheMegabytes * bytesPerMegabyte * pastShares.search);
  return {
    procedures: {
      ads: {
        search: searchHandler({ ...deps, searchPast: createPastSearch({ ...deps, maxBytes }) }),
        getFamily: familyHandler(clickhouse),
      },
      tags: { list: tagsHandler(tagDefinitions) },
    },
  };
}
