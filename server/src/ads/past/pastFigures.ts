import type { AdMomentum } from '@magpie/contract';
import { presentMeasurements, measuredColumns } from '../presentation.ts';
import type { RankScore } from '../percentiles.ts';
import { minSpanDays } from '../reachMomentum.ts';
import { getStartDate } from '../run.ts';
import { describeUsualReach } from '../usualReach.ts';
import { createBreaks } from './breaks.ts';
import { createMomentCache, type ReadMoment } from './momentCache.ts';
import type { PastAdvertisers, ReadPastAdvertisers } from './pastAdvertisers.ts';
import type { PastDeps } from './pastAds.ts';
import { type PastLimits, readPastAds } from './pastIndex.ts';
import { pickColumns } from './pastIndex.sql.ts';
import { createPastRanking } from './pastRanking.ts';

/** What one ad is compared with: figures of all ads at a moment. */
export interface PastFigures {
  readonly rank: RankScore;
  /** As `readUsualReach`. */
  readonly usualReach: (advertiserId: number, hash: string) => AdMomentum['usual'];
}

export interface PastFiguresParts extends PastDeps, PastLimits {
  readonly readPastAdvertisers: ReadPastAdvertisers;
  readonly maxBytes: number;
}

interface AdReach {
  readonly hash: string;
  readonly reachPerDay: number;
  readonly isEstimated: boolean;
}

type Sized = PastFigures & { readonly bytes: number };

/** Of the distribution of scores, and of the reach of an ad. */
const bytesOfRanking = 200_000;
const bytesPerAd = 150;

export function createPastFigures(parts: PastFiguresParts): ReadMoment<PastFigures> {
  return createMomentCache<Sized>({
    maxBytes: parts.maxBytes,
    bytesOf: ({ bytes }) => bytes,
    read: async (at, newest) => readFigures(parts, at, await parts.readPastAdvertisers(at, newest)),
  });
}

const comparedColumns = pickColumns(...measuredColumns, 'platforms');

async function readFigures(
  parts: PastFiguresParts,
  at: string,
  { ownerOf }: PastAdvertisers,
): Promise<Sized> {
  const today = at.slice(0, 10);
  const ranking = createPastRanking(today);
  const reachOf = new Map<number, AdReach[]>();
  const takeBreak = createBreaks();
  let ads = 0;
  for await (const rows of readPastAds(parts, { at }, comparedColumns, parts)) {
    for (const row of rows) {
      const { daysRunning, performanceScore: score } = presentMeasurements(row, today);
      const firstDay = getStartDate({ startDate: row.start_date, firstSeenAt: row.first_seen_at });
      ranking.add({ platforms: row.platforms, firstDay, score });
      const isReachCounted = row.reach !== null && row.reach_kind !== 'range';
      const isCompared = isReachCounted && row.start_date !== null && firstDay <= today;
      if (isCompared && daysRunning >= minSpanDays) {
        const owner = ownerOf(row.name_id);
        const own = reachOf.get(owner) ?? [];
        const isEstimated = row.reach_kind !== 'reported';
        own.push({ hash: row.hash, reachPerDay: (row.reach ?? 0) / daysRunning, isEstimated });
        reachOf.set(owner, own);
        ads += 1;
      }
      await takeBreak();
    }
  }
  return {
    rank: ranking.finish(),
    usualReach: (advertiserId, hash) =>
      describeUsualReach((reachOf.get(advertiserId) ?? []).filter((each) => each.hash !== hash)),
    bytes: bytesOfRanking + ads * bytesPerAd,
  };
}
