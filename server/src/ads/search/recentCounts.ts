import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { Matching } from '../conditions.sql.ts';
import type { UnmergedAdvertisers } from './currentRows.sql.ts';

/** What a search reads the matching ads of. */
export interface SearchedAds {
  readonly clickhouse: ClickHouse;
  readonly matching: Matching;
  readonly unmerged: UnmergedAdvertisers;
}

/** What is counted of a search is the same for every order and page, so it stays in memory until the next recording. */
export function createRecentCounts<Counts extends object | number>(
  max: number,
  count: (searched: SearchedAds) => Promise<Counts>,
) {
  const recent = new LRUCache<string, Promise<Counts>>({ max });
  return (searched: SearchedAds, recording: number): Promise<Counts> => {
    const key = JSON.stringify([recording, searched.matching]);
    const known = recent.get(key);
    if (known !== undefined) return known;
    const counting = count(searched);
    recent.set(key, counting);
    counting.catch(() => recent.delete(key));
    return counting;
  };
}
