import { createBreaks } from '../../past/breaks.ts';
import { createMomentCache, type ReadMoment } from '../../past/momentCache.ts';
import { type PastAdvertisers, readAllPastAdvertisers } from '../../past/pastAdvertisers.ts';
import type { PastDeps } from '../../past/pastAds.ts';
import { type PastLimits, readPastAds, refuseMoment } from '../../past/pastIndex.ts';
import { createRanking, findAgeBand, type RankScore, toBucket } from '../../percentiles.ts';
import type { ScoreCount } from '../../percentiles.sql.ts';
import { toDay } from '../../run.ts';
import { bytesOfAd, type SearchedAd, toSearchedAd } from './searchedAd.ts';

/** The ads of the index at a moment, by advertiser and hash. */
export interface PastSearchIndex {
  /** `YYYY-MM-DD` of the moment. */
  readonly today: string;
  readonly ads: readonly SearchedAd[];
  readonly byHash: ReadonlyMap<string, SearchedAd>;
  readonly advertisers: PastAdvertisers;
  readonly rank: RankScore;
  readonly bytes: number;
}

export interface PastSearchParts extends PastDeps, PastLimits {
  /** Of the indexes that stay in memory. */
  readonly maxBytes: number;
  /** A larger index is refused. */
  readonly maxIndexBytes?: number;
}

const megabyte = 1024 * 1024;
const defaultMaxIndexBytes = 256 * megabyte;

export function createPastSearchIndex(parts: PastSearchParts): ReadMoment<PastSearchIndex> {
  return createMomentCache({
    maxBytes: parts.maxBytes,
    bytesOf: ({ bytes }) => bytes,
    read: (at) => readIndex(parts, at),
  });
}

async function readIndex(parts: PastSearchParts, at: string): Promise<PastSearchIndex> {
  const { clickhouse, maxIndexBytes = defaultMaxIndexBytes } = parts;
  const today = at.slice(0, 10);
  const advertisers = await readAllPastAdvertisers(clickhouse, at);
  const found = new Map<string, SearchedAd>();
  const takeBreak = createBreaks();
  let bytes = 0;
  for await (const ads of readPastAds(parts, { at }, parts)) {
    for (const ad of ads) {
      const advertiserId = advertisers.ownerOf(ad.nameId);
      const name = advertisers.rows.get(advertiserId)?.name ?? '';
      const searched = toSearchedAd({ ...ad, advertiserId }, name, today);
      found.set(ad.hash, searched);
      bytes += bytesOfAd(searched);
      if (bytes > maxIndexBytes) throw tooLarge(maxIndexBytes);
      await takeBreak();
    }
  }
  const sorted = [...found.values()].toSorted(
    (one, other) => one.advertiserId - other.advertiserId || (one.hash < other.hash ? -1 : 1),
  );
  return { today, ads: sorted, byHash: found, advertisers, rank: rankAds(sorted, today), bytes };
}

function tooLarge(maxBytes: number): Error {
  return refuseMoment(
    `asOf is supported for moments whose ads take up to ${maxBytes / megabyte} MB of memory; those of this one take more. Use an earlier moment, or a procedure about one brand.`,
  );
}

/** As `countScores`. */
function rankAds(ads: readonly SearchedAd[], today: string): RankScore {
  const counts = new Map<string, ScoreCount>();
  for (const { platforms, firstDay, score } of ads) {
    const { minAge } = findAgeBand(toDay(today) - toDay(firstDay));
    const bucket = toBucket(score);
    for (const platform of new Set(platforms)) {
      const key = `${platform} ${minAge} ${bucket}`;
      counts.set(key, { platform, minAge, bucket, ads: (counts.get(key)?.ads ?? 0) + 1 });
    }
  }
  return createRanking(counts.values());
}
