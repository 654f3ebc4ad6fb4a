import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { activeFilters, dropped, type Filter } from '../../ads/filters.ts';
import type { TagNames } from '../../ads/filterWords.ts';
import { api } from '../../api/client.ts';
import type { Ad, Answers } from '../../api/types.ts';
import { biggestObstacle } from './obstacle.ts';
import type { DiscoverSearch } from './search.ts';

const route = getRouteApi('/frame/discover');

export type ChangeSearch = (change: DiscoverSearch, options?: { readonly replace: boolean }) => Promise<void>;

/** What the address asks for, and how a part of it is changed; the rest stays. */
export function useDiscoverSearch(): readonly [DiscoverSearch, ChangeSearch] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return [
    search,
    (change, options) => navigate({ search: (before) => ({ ...before, ...change }), ...options }),
  ];
}

/** The ads found, forty at a time; those found before stay until the next ones are there. */
export function useFoundAds(search: DiscoverSearch) {
  return useInfiniteQuery(
    api.ads.search.infiniteQueryOptions(
      { ...search, limit: 40 },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
}

type Facets = Answers['ads']['search']['facets'];

/** Where the values of each filter are counted. */
const facetOf = {
  platforms: 'platforms',
  formats: 'formats',
  mediaType: 'mediaTypes',
  status: 'statuses',
  countries: 'countries',
  languages: 'languages',
  companyNames: 'companyNames',
  adTypes: 'adTypes',
  ctaTypes: 'ctaTypes',
  tagDefinitionIds: 'tagDefinitionIds',
} as const satisfies Partial<Record<Filter, keyof Facets>>;

export type FacetFilter = keyof typeof facetOf;
export type FacetCounts = Readonly<Record<FacetFilter, Readonly<Record<string, number>>>>;

function isFacetFilter(filter: Filter): filter is FacetFilter {
  return Object.hasOwn(facetOf, filter);
}

/**
 * How many ads each value would bring. Of a filter that holds already the values are counted as if it did not, so that a
 * second one can be added to the first.
 */
export function useFacetCounts(search: DiscoverSearch, facets: Facets | undefined): FacetCounts | undefined {
  const filters = activeFilters(search).filter(isFacetFilter);
  const without = useQueries({
    queries: filters.map((filter) => ({
      ...api.ads.search.queryOptions({ ...search, ...dropped([filter]), limit: 1 }),
      placeholderData: keepPreviousData,
    })),
  });
  if (facets === undefined) return undefined;
  const counts = Object.entries(facetOf).map(([filter, facet]) => {
    const own = without[filters.findIndex((one) => one === filter)]?.data?.facets;
    return [filter, (own ?? facets)[facet]];
  });
  return Object.fromEntries(counts) as FacetCounts;
}

/** Of a search that found nothing: the filter that removed most; undefined until it is known, null when none alone did. */
export function useObstacle(search: DiscoverSearch) {
  const filters = activeFilters(search);
  const without = useQueries({
    queries: filters.map((filter) =>
      api.ads.search.queryOptions({ ...search, ...dropped([filter]), limit: 1 }),
    ),
  });
  if (without.some(({ isPending }) => isPending)) return undefined;
  return biggestObstacle(
    filters.map((filter, number) => ({ filter, total: without[number]?.data?.total ?? 0 })),
  );
}

/** Names of tags: of those that trend, and of those that the ads found have. */
export function useTagNames(ads: readonly Ad[]): TagNames {
  const trending = useQuery({
    ...api.trending.topTagsByEngagement.queryOptions({ windowDays: 90, limit: 200 }),
    staleTime: 3_600_000,
  });
  const tags = [...(trending.data?.tags ?? []), ...ads.flatMap((ad) => ad.tags)];
  return new Map(tags.map(({ tagDefinitionId, shortText }) => [tagDefinitionId, shortText]));
}
