import { momentOf } from '../ads/past/moment.ts';
import { refuseMoment } from '../ads/past/pastIndex.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import type { PastLaunches, PastTrending } from './pastTrending.ts';
import type { ShownAd } from './trending.sql.ts';

interface MomentParts {
  readonly today: () => string;
  /** Without it, only what is known now can be requested. */
  readonly past?: PastTrending;
}

/** What was known at the moment of `asOf`. */
export interface TrendingMoment {
  readonly past: PastLaunches;
  readonly readCategories: () => Promise<ReadonlyMap<string, readonly number[]>>;
  readonly resolveIds: (nameIds: readonly number[]) => Promise<number[]>;
  readonly readShownAds: (hashes: readonly string[]) => Promise<ShownAd[]>;
}

/** Null without `asOf`: as it is known now. */
export async function readMoment(
  { today, past }: MomentParts,
  asOf: string | undefined,
  newestRecording: () => MaybePromise<number>,
): Promise<TrendingMoment | null> {
  if (asOf === undefined) return null;
  const at = momentOf(asOf, today());
  if (past === undefined) throw refuseMoment('asOf is not supported here.');
  const newest = await newestRecording();
  return {
    past: await past.readLaunches(at, newest),
    readCategories: () => past.readCategories(at, newest),
    resolveIds: (nameIds) => past.resolveIds(nameIds, at),
    readShownAds: (hashes) => past.readShownAds(hashes, at),
  };
}
