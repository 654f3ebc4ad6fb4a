import type { contract, OutputOf } from '@magpie/contract';
import { advertisersById } from '../ads.sql.ts';
import { currentRows } from './currentRows.sql.ts';
import {
  type AdvertiserFacetValue,
  countAdvertiserFacets,
  countStoredFacets,
  type FacetValue,
  type StoredFacet,
} from './facets.sql.ts';
import type { SearchFilters } from './matching.sql.ts';
import { createRecentCounts, type SearchedAds } from './recentCounts.ts';

export type Counted = Pick<
  OutputOf<typeof contract.ads.search>,
  'total' | 'totalAds' | 'evidence' | 'facets'
>;

type Duplicates = SearchFilters['duplicates'];

/** Searches of which the counts stay in memory, about 100 kB each. */
const maxRecentCounts = 200;

/** Counts of the facets of a search, by which `describe` makes its answer. */
export interface SearchCounts {
  readonly describe: (duplicates: Duplicates) => Counted;
}

export function createFacetCounter() {
  return createRecentCounts(maxRecentCounts, countAll);
}

async function countAll({ clickhouse, matching, unmerged }: SearchedAds): Promise<SearchCounts> {
  const found = currentRows(matching, unmerged);
  const [stored, byAdvertiser] = await Promise.all([
    countStoredFacets(clickhouse, found),
    countAdvertiserFacets(clickhouse, found),
  ]);
  const rows = await advertisersById(clickhouse, listedAdvertisers(byAdvertiser));
  const names = new Map(rows.map((row) => [row.advertiser_id, row.name]));
  return {
    describe: (duplicates) => describeCounts({ stored, byAdvertiser }, duplicates, (id) => names.get(id)),
  };
}

interface FacetCounts {
  readonly stored: readonly FacetValue<StoredFacet>[];
  readonly byAdvertiser: readonly AdvertiserFacetValue[];
}

/** From values of each facet, the most frequent ones first. */
export function describeCounts(
  { stored, byAdvertiser }: FacetCounts,
  duplicates: Duplicates,
  nameOf: (advertiserId: number) => string | undefined,
): Counted {
  const countsOf = (facet: StoredFacet): Record<string, number> =>
    tally(stored.filter((each) => each.facet === facet && each.value !== ''));
  const ofAdvertisers = (facet: string) => byAdvertiser.filter((each) => each.facet === facet);
  const { ads = 0, groups = 0 } = ofAdvertisers('all')[0] ?? {};
  const named = ofAdvertisers('advertiserIds')
    .slice(0, maxCompanyNames)
    .map((each) => ({ ads: each.ads, value: nameOf(Number(each.value)) ?? each.value }));
  return {
    totalAds: ads,
    total: duplicates === 'fold' ? groups : ads,
    facets: {
      platforms: countsOf('platforms'),
      formats: countsOf('formats'),
      mediaTypes: countsOf('mediaTypes'),
      statuses: tally(ofAdvertisers('statuses')),
      adTypes: countsOf('adTypes'),
      languages: countsOf('languages'),
      ctaTypes: countsOf('ctaTypes'),
      countries: countsOf('countries'),
      tagDefinitionIds: countsOf('tagDefinitionIds'),
      companyNames: tally(named),
      categories: tally(ofAdvertisers('categories')),
    },
  };
}

function tally(values: readonly Pick<FacetValue<string>, 'value' | 'ads'>[]): Record<string, number> {
  return Object.fromEntries(values.map(({ value, ads }) => [value, ads]));
}

const maxCompanyNames = 20;

function listedAdvertisers(values: readonly AdvertiserFacetValue[]): number[] {
  const listed = values.filter(({ facet }) => facet === 'advertiserIds').slice(0, maxCompanyNames);
  return listed.map(({ value }) => Number(value));
}
