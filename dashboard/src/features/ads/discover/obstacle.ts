import type { Filter } from '../filters.ts';

/** A filter and the number of ads without it. */
interface Obstacle {
  readonly filter: Filter;
  readonly total: number;
}

/** The filter that excludes most ads; null if removing any one yields none. */
export function biggestObstacle(obstacles: readonly Obstacle[]): Obstacle | null {
  const [most] = obstacles.toSorted((a, b) => b.total - a.total);
  return most === undefined || most.total === 0 ? null : most;
}
