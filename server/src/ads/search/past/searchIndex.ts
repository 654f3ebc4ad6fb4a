import { createBreaks } from '../../past/breaks.ts';
import { createMomentCache, type ReadMoment } from '../../past/momentCache.ts';
import type { PastAdvertisers, ReadPastAdvertisers } from '../../past/pastAdvertisers.ts';
import type { PastDeps } from '../../past/pastAds.ts';
import { type PastLimits, readPastAds, refuseMoment } from '../../past/pastIndex.ts';
import { createPastRanking } from '../../past/pastRanking.ts';
import type { RankScore } from '../../percentiles.ts';
import { bytesOfAd, type SearchedAd, searchedColumns, toSearchedAd } from './searchedAd.ts';
import { readSearchedTexts } from './searchedTexts.ts';

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
  readonly readPastAdvertisers: ReadPastAdvertisers;
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
    read: (at, newest, previous) => readIndex(parts, at, newest, previous),
  });
}

/** @param previous another moment: most ads have the same texts, which take most of the time to read */
async function readIndex(
  parts: PastSearchParts,
  at: string,
  newest: number,
  previous: PastSearchIndex | undefined,
): Promise<PastSearchIndex> {
  const { clickhouse, readPastAdvertisers, maxIndexBytes = defaultMaxIndexBytes } = parts;
  const today = at.slice(0, 10);
  const advertisers = await readPastAdvertisers(at, newest);
  const known = previous?.byHash ?? new Map<string, SearchedAd>();
  const found = new Map<string, SearchedAd>();
  const takeBreak = createBreaks();
  let bytes = 0;
  for await (const rows of readPastAds(parts, { at }, searchedColumns, parts)) {
    const texts = await readSearchedTexts(clickhouse, rows, advertisers, known);
    for (const row of rows) {
      const own = texts.get(row.hash);
      // Removed while it was read.
      if (own === undefined) continue;
      const searched = toSearchedAd(row, advertisers.ownerOf(row.name_id), own, today);
      found.set(row.hash, searched);
      bytes += bytesOfAd(searched);
      if (bytes > maxIndexBytes) throw tooLarge(maxIndexBytes);
      await takeBreak();
    }
  }
  const ranking = createPastRanking(today);
  for (const ad of found.values()) ranking.add(ad);
  const sorted = [...found.values()].toSorted(
    (one, other) => one.advertiserId - other.advertiserId || (one.hash < other.hash ? -1 : 1),
  );
  return { today, ads: sorted, byHash: found, advertisers, rank: ranking.finish(), bytes };
}

function tooLarge(maxBytes: number): Error {
  return refuseMoment(
    `asOf is supported for moments whose ads take up to ${maxBytes / megabyte} MB of memory; those of this one take more. Use an earlier moment, or a procedure about one brand.`,
  );
}
