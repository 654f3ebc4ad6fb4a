import { createRanking, findAgeBand, type RankScore, toBucket } from '../percentiles.ts';
import type { ScoreCount } from '../percentiles.sql.ts';
import { toDay } from '../run.ts';

export interface ScoredAd {
  readonly platforms: readonly string[];
  readonly firstDay: string;
  readonly score: number;
}

/** How scores rank among those of a moment. As `countScores`. */
export function createPastRanking(today: string) {
  const counts = new Map<string, ScoreCount>();
  return {
    add: ({ platforms, firstDay, score }: ScoredAd): void => {
      const { minAge } = findAgeBand(toDay(today) - toDay(firstDay));
      const bucket = toBucket(score);
      for (const platform of new Set(platforms)) {
        const key = `${platform} ${minAge} ${bucket}`;
        counts.set(key, { platform, minAge, bucket, ads: (counts.get(key)?.ads ?? 0) + 1 });
      }
    },
    finish: (): RankScore => createRanking(counts.values()),
  };
}
