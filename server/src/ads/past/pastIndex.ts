import { MagpieError } from '@magpie/contract/errors';
import { adsByHash } from '../ads.sql.ts';
import type { EnrichedAd } from '../knownAd.ts';
import { countPastSightings } from './past.sql.ts';
import {
  countPastAds,
  listChangedAds,
  type PastAdRow,
  type PastColumns,
  type PastIndexQuery,
  readUnchangedAds,
} from './pastIndex.sql.ts';
import { foldPastAds, type PastDeps } from './pastAds.ts';

export interface PastLimits {
  /** Moments with more ads are refused. */
  readonly maxAds?: number;
  /** And those of which more sightings have to be merged again. */
  readonly maxSightings?: number;
}

/** Bounds the memory that a question takes. */
const defaultMaxAds = 50_000;
/** Bounds the time for which a question waits: on a busy machine, merging one takes 0.3 ms. */
const defaultMaxSightings = 100_000;
const adsPerPage = 2000;
/** With all their facts. */
const foldedAdsPerPage = 500;

/**
 * The ads of the index as they were known at a moment, in pages. Ads that were not seen since are read first, so that one
 * that a recording changes meanwhile is not missed.
 */
export async function* readPastAds<Row extends PastAdRow>(
  deps: PastDeps,
  query: PastIndexQuery,
  columns: PastColumns<Row>,
  { maxAds = defaultMaxAds, maxSightings = defaultMaxSightings }: PastLimits = {},
): AsyncGenerator<readonly Row[]> {
  const { clickhouse } = deps;
  const { at } = query;
  if ((await countPastAds(clickhouse, query)) > maxAds) throw tooManyAds(query, maxAds);
  const read = new Set<string>();
  let position = { advertiserId: 0, hash: '' };
  for (;;) {
    const rows = await readUnchangedAds(clickhouse, query, columns, position, adsPerPage);
    const ads = rows.filter(({ hash }) => !read.has(hash));
    for (const { hash } of ads) read.add(hash);
    yield ads;
    const last = rows.at(-1);
    if (last === undefined || rows.length < adsPerPage) break;
    position = { advertiserId: last.advertiser_id, hash: last.hash };
  }
  const changed = (await listChangedAds(clickhouse, query, maxAds)).filter((hash) => !read.has(hash));
  if ((await countPastSightings(clickhouse, changed, at)) > maxSightings)
    throw tooManySightings(maxSightings);
  for (let start = 0; start < changed.length; start += foldedAdsPerPage) {
    const folded = await foldAds(deps, changed.slice(start, start + foldedAdsPerPage), at);
    yield folded.map(columns.ofFolded);
  }
}

async function foldAds(deps: PastDeps, hashes: readonly string[], at: string): Promise<EnrichedAd[]> {
  const rows = await adsByHash(deps.clickhouse, hashes);
  // An interrupted move leaves two rows of an ad.
  const byHash = new Map(
    rows
      .toSorted((one, other) => one.version - other.version)
      .filter((row) => row.is_logged)
      .map((row) => [row.hash, row]),
  );
  return (await foldPastAds(deps, [...byHash.values()], at)).map(({ ad }) => ad);
}

export function refuseMoment(message: string): MagpieError {
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'asOf', message }] });
}

function tooManyAds({ launched }: PastIndexQuery, maxAds: number): MagpieError {
  const which =
    launched === undefined ? 'known ads' : 'ads that may have been launched in the 90 days before';
  return refuseMoment(
    `asOf is supported for moments with up to ${maxAds} ${which}; this one has more. Use an earlier moment, or a procedure about one brand.`,
  );
}

function tooManySightings(maxSightings: number): MagpieError {
  const most = `up to ${maxSightings} sightings of ads that were seen again later`;
  return refuseMoment(
    `asOf is supported for moments with ${most}; this one has more. Use an earlier moment, or a procedure about one brand.`,
  );
}
