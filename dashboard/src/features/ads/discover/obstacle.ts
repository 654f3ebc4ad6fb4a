import { useQueries } from '@tanstack/react-query';
import { activeFilters, type FilterName } from '../filters.ts';
import type { DiscoverSearch } from './search.ts';
import { countQuery } from './useDiscover.ts';

/** For a search without results: the filter that excludes most; undefined while loading, null if none exists. */
export function useObstacle(search: DiscoverSearch) {
  const filters = activeFilters(search);
  const without = useQueries({
    queries: filters.map((filter) => countQuery(search, filter)),
  });
  if (without.some(({ isPending }) => isPending)) return undefined;
  return biggestObstacle(
    filters.map((filter, number) => ({ filter, total: without[number]?.data?.total ?? 0 })),
  );
}

interface Obstacle {
  readonly filter: FilterName;
  readonly total: number;
}

/** The filter that excludes most ads; null if removing any one yields none. */
export function biggestObstacle(obstacles: readonly Obstacle[]): Obstacle | null {
  const [most] = obstacles.toSorted((a, b) => b.total - a.total);
  return most === undefined || most.total === 0 ? null : most;
}
