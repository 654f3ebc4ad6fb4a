import type { Filter } from '../../ads/filters.ts';

/** A filter, and how many ads there would be without it. */
interface Obstacle {
  readonly filter: Filter;
  readonly total: number;
}

/** The filter that removed most; null when none alone did. */
export function biggestObstacle(obstacles: readonly Obstacle[]): Obstacle | null {
  const [most] = obstacles.toSorted((a, b) => b.total - a.total);
  return most === undefined || most.total === 0 ? null : most;
}
