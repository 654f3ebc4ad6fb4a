import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { prefetchSavedBoards } from '../../../lib/api/boards.ts';
import { api } from '../../../lib/api/client.ts';
import type { Ad, RouterOutputs } from '../../../lib/api/types.ts';
import { type DiscoverSearch, foundAdsQuery } from './search.ts';
import type { TagNames } from '../FilterChips.tsx';
import { activeFilters, clearedFilters, type FilterName } from '../filters.ts';

const route = getRouteApi('/shell/discover');

type ChangeSearch = (change: DiscoverSearch, options?: { readonly replace: boolean }) => Promise<void>;

export interface SearchProps {
  readonly search: DiscoverSearch;
  readonly change: ChangeSearch;
}

export function useDiscoverSearch(): readonly [DiscoverSearch, ChangeSearch] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return [
    search,
    (change, options) => navigate({ search: (before) => ({ ...before, ...change }), ...options }),
  ];
}

/** The previous results stay until new ones have loaded. */
export function useFoundAds(search: DiscoverSearch) {
  const found = useInfiniteQuery({
    ...foundAdsQuery(search),
    placeholderData: keepPreviousData,
    select: joinPages,
  });
  const ads = found.data?.ads;
  useEffect(() => prefetchSavedBoards(ads ?? []), [ads]);
  return found;
}

/** Outside of the hook, so that a render does not join the pages again. */
function joinPages({ pages }: InfiniteData<RouterOutputs['ads']['search']>) {
  const [first] = pages;
  return {
    total: first?.total ?? 0,
    totalAds: first?.totalAds ?? 0,
    correctedQuery: first?.correctedQuery ?? null,
    similarity: first?.similarity ?? null,
    facets: first?.facets,
    ads: pages.flatMap(({ ads }) => ads),
  };
}

type Facets = RouterOutputs['ads']['search']['facets'];

const facetNames = {
  platforms: 'platforms',
  formats: 'formats',
  mediaType: 'mediaTypes',
  status: 'statuses',
  countries: 'countries',
  languages: 'languages',
  categories: 'categories',
  companyNames: 'companyNames',
  adTypes: 'adTypes',
  ctaTypes: 'ctaTypes',
  tagDefinitionIds: 'tagDefinitionIds',
} as const satisfies Partial<Record<FilterName, keyof Facets>>;

export type FacetFilter = keyof typeof facetNames;
export type FacetCounts = Readonly<Record<FacetFilter, Readonly<Record<string, number>>>>;

function isFacetFilter(filter: FilterName): filter is FacetFilter {
  return Object.hasOwn(facetNames, filter);
}

/** The counts of a search without one of its filters. Its order does not matter. */
export function countQuery(search: DiscoverSearch, without: FilterName) {
  return api.ads.search.queryOptions({
    ...search,
    ...clearedFilters([without]),
    sortBy: undefined,
    duplicates: undefined,
    limit: 1,
  });
}

/**
 * The number of ads for each value. The values of an active filter are counted without it, so that a second value can
 * be added.
 */
export function useFacetCounts(search: DiscoverSearch, facets: Facets | undefined): FacetCounts | undefined {
  const filters = activeFilters(search).filter(isFacetFilter);
  const without = useQueries({
    queries: filters.map((filter) => ({
      ...countQuery(search, filter),
      placeholderData: keepPreviousData,
    })),
  });
  if (facets === undefined) return undefined;
  const counts = Object.entries(facetNames).map(([filter, facet]) => {
    const own = without[filters.findIndex((one) => one === filter)]?.data?.facets;
    return [filter, (own ?? facets)[facet]];
  });
  return Object.fromEntries(counts) as FacetCounts;
}

export function useTagNames(ads: readonly Ad[]): TagNames {
  const trending = useQuery({
    ...api.trending.topTagsByEngagement.queryOptions({ windowDays: 90, limit: 200 }),
    staleTime: 3_600_000,
  });
  const tags = [...(trending.data?.tags ?? []), ...ads.flatMap((ad) => ad.tags)];
  return new Map(tags.map(({ tagDefinitionId, shortText }) => [tagDefinitionId, shortText]));
}
