import { type IndexFilters, readIndexFilters } from '../filters.ts';
import { type SearchParams, parseKey, omitUndefined } from '../../../lib/searchParams.ts';
import { adsCopy } from '../copy.ts';

const sortNames = adsCopy.discover.sorts;

export interface DiscoverSearch extends IndexFilters {
  readonly sortBy?: keyof typeof sortNames | undefined;
}

export function readDiscoverSearch(address: SearchParams): DiscoverSearch {
  const sortBy = parseKey(sortNames, address.sortBy);
  return omitUndefined({
    ...readIndexFilters(address),
    sortBy: sortBy === 'recommended' ? undefined : sortBy,
  });
}
