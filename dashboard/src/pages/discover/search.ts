import { type IndexFilters, readIndexFilters } from '../../ads/filters.ts';
import { type Address, keyIn, known } from '../../words/address.ts';

export const sortNames = {
  recommended: 'Best score',
  date: 'Newest',
  views: 'Most reach',
  likes: 'Most likes',
  comments: 'Most comments',
} as const;

/** What this page keeps in its address. */
export interface DiscoverSearch extends IndexFilters {
  readonly sortBy?: keyof typeof sortNames | undefined;
}

export function readDiscoverSearch(address: Address): DiscoverSearch {
  const sortBy = keyIn(sortNames, address.sortBy);
  return known({ ...readIndexFilters(address), sortBy: sortBy === 'recommended' ? undefined : sortBy });
}
