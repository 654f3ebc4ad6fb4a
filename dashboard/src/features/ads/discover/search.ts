import { type IndexFilters, readIndexFilters } from '../filters.ts';
import { api } from '../../../lib/api/client.ts';
import { type SearchParams, parseKey, parseOneOf, omitUndefined } from '../../../lib/searchParams.ts';
import { adsCopy } from '../copy.ts';

const sortNames = adsCopy.discover.sorts;

export interface DiscoverSearch extends IndexFilters {
  readonly sortBy?: keyof typeof sortNames | undefined;
  /** One entry for all ads of a creative, also of other brands. */
  readonly duplicates?: 'family' | undefined;
}

export function readDiscoverSearch(address: SearchParams): DiscoverSearch {
  const sortBy = parseKey(sortNames, address.sortBy);
  return omitUndefined({
    ...readIndexFilters(address),
    sortBy: sortBy === 'recommended' ? undefined : sortBy,
    duplicates: parseOneOf(['family'], address.duplicates),
  });
}

/** The results, 40 at a time. Similar ads are one entry, unless they are what is shown. */
export function foundAdsQuery(search: DiscoverSearch) {
  return api.ads.search.infiniteQueryOptions(
    {
      ...search,
      duplicates: search.duplicates ?? (search.duplicatesOf === undefined ? 'fold' : 'all'),
      limit: 40,
    },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
}
