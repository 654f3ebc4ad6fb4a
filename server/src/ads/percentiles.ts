import { performance } from 'node:perf_hooks';
import type { Ad, ScoreRank } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import { countScores, type ScoreCount } from './percentiles.sql.ts';
import { getStartDate, toDay } from './run.ts';

/** The first days of the age bands. The score grows with age by itself, the faster the younger an ad is. */
export const ageBands = [0, 3, 7, 14, 30, 60, 90, 180, 365];

/** Scores that agree to a tenth of a point count as equal. */
const bucketsPerPoint = 10;
const buckets = 100 * bucketsPerPoint + 1;

export const minComparedAds = 50;

type RankedAd = Pick<Ad, 'platform' | 'startDate' | 'firstSeenAt' | 'performanceScore'>;

export type RankScore = (ad: RankedAd, today: string) => ScoreRank;

export const noRank: ScoreRank = { percentile: null, comparedWith: null };

export function findAgeBand(age: number): { minAge: number; maxAge: number | null } {
  // The start of an ad may be in the future.
  const next = ageBands.findIndex((first) => first > Math.max(0, age));
  const [at, maxAge] = next === -1 ? [ageBands.length - 1, null] : [next - 1, (ageBands[next] ?? 0) - 1];
  return { minAge: ageBands[at] ?? 0, maxAge };
}

export function toBucket(score: number): number {
  // 0.1 × 10 × 10 is not exactly 10.
  return Math.floor(score * bucketsPerPoint + 0.001);
}

/** The number of ads below each bucket, and of all as the last element. */
type Distribution = Uint32Array;

export function createRanking(counts: Iterable<ScoreCount>): RankScore {
  const distributions = new Map<string, Distribution>();
  for (const { platform, minAge, bucket, ads } of counts) {
    const key = `${platform} ${minAge}`;
    const distribution = distributions.get(key) ?? new Uint32Array(buckets + 1);
    distributions.set(key, distribution);
    distribution[bucket + 1] = ads;
  }
  for (const distribution of distributions.values()) {
    for (let at = 1; at <= buckets; at += 1)
      distribution[at] = countAt(distribution, at - 1) + countAt(distribution, at);
  }
  return (ad, today) => {
    if (ad.platform === null) return noRank;
    const band = findAgeBand(toDay(today) - toDay(getStartDate(ad)));
    const distribution = distributions.get(`${ad.platform} ${band.minAge}`);
    const ads = distribution?.[buckets] ?? 0;
    if (distribution === undefined || ads < minComparedAds) return noRank;
    const bucket = toBucket(ad.performanceScore);
    const lowerOrHalf = (countAt(distribution, bucket) + countAt(distribution, bucket + 1)) / 2;
    return {
      percentile: Math.round((lowerOrHalf / ads) * 1000) / 10,
      comparedWith: { platform: ad.platform, ...band, ads },
    };
  };
}

function countAt(distribution: Distribution, at: number): number {
  return distribution[at] ?? 0;
}

/** If counting takes longer, requests get the older ranking meanwhile. */
const waitMilliseconds = 500;

interface PercentilesParts {
  readonly clickhouse: ClickHouse;
  readonly newestRecording: () => MaybePromise<number>;
  /** Older scores are used so long that counting them takes at most this share of the time. Default: 0.02. */
  readonly refreshShare?: number;
}

interface Counted {
  readonly rank: RankScore;
  readonly recording: number;
  readonly today: string;
  readonly milliseconds: number;
  readonly until: number;
}

export type ScorePercentiles = ReturnType<typeof createScorePercentiles>;

/** How scores rank among those of the index, in memory as the distribution for each platform and age band. */
export function createScorePercentiles({
  clickhouse,
  newestRecording,
  refreshShare = 0.02,
}: PercentilesParts) {
  let counted: Counted | null = null;
  let counting: Promise<void> | null = null;

  const count = async (recording: number, today: string): Promise<void> => {
    const startedAt = performance.now();
    const rank = createRanking(await countScores(clickhouse, today, ageBands, bucketsPerPoint));
    const endedAt = performance.now();
    const milliseconds = endedAt - startedAt;
    counted = { rank, recording, today, milliseconds, until: endedAt + milliseconds / refreshShare };
  };

  const currentRank = (): RankScore | undefined => counted?.rank;

  return async (): Promise<RankScore> => {
    const today = new Date().toISOString().slice(0, 10);
    const recording = await newestRecording();
    const known = counted;
    const isCurrent =
      known?.today === today && (known.recording >= recording || performance.now() < known.until);
    if (known !== null && isCurrent) return known.rank;
    counting ??= count(recording, today).finally(() => {
      counting = null;
    });
    // An ad without its rank is more useful than an error, and the next request counts again.
    const isCounted = counting.catch(() => undefined);
    if (known === null || known.milliseconds < waitMilliseconds) await isCounted;
    return currentRank() ?? (() => noRank);
  };
}
