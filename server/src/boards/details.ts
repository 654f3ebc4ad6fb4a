import type { Ad, AdDetails, contract, SavedAd } from '@magpie/contract';
import { adsByHash, snapshotsOf, type SnapshotRow } from '../ads/ads.sql.ts';
import { type MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, Handler } from '../rpc/procedure.ts';
import { visibleScopeNames } from '../rpc/scopes.ts';
import type { LibraryParts } from './library.ts';
import { findKeptUrls } from './media/keptAddresses.ts';
import { storedAds } from './presentSaved.sql.ts';
import { presentSavedWith, withKeptPictures } from './presentSaved.ts';
import { findCopies } from './savedAds.sql.ts';

/** `ads.getDetails`: the current ad from the index, or else the caller's saved copy. */
export function detailsHandler(parts: LibraryParts): Handler<typeof contract.ads.getDetails> {
  return async ({ input: { hash }, caller, db }) => {
    const [{ indexed, saved, ad }, history] = await Promise.all([
      lookUpAd(parts, db, caller, hash),
      snapshotsOf(parts.clickhouse, [hash]),
    ]);
    const { savedAs = null, savedAt = null, boardIds = [], note = null } = saved ?? {};
    return { ...ad, savedAs, savedAt, boardIds, note, history: indexed ? history.map(toHistoryEntry) : [] };
  };
}

/** Finds the current ad in the index, or else the caller's saved copy; throws NOT_FOUND if there is neither. */
export function adLookup(parts: LibraryParts): (db: Postgres, caller: Caller, hash: string) => Promise<Ad> {
  return async (db, caller, hash) => (await lookUpAd(parts, db, caller, hash)).ad;
}

interface AdLookup {
  readonly ad: Ad;
  /** Whether `ad` comes from the index. */
  readonly indexed: boolean;
  readonly saved: SavedAd | undefined;
}

async function lookUpAd(parts: LibraryParts, db: Postgres, caller: Caller, hash: string): Promise<AdLookup> {
  const { clickhouse, presentAds, siteAddress } = parts;
  const scopes = await visibleScopeNames(db, caller.userId);
  const [rows, [copy]] = await Promise.all([adsByHash(clickhouse, [hash]), findCopies(db, scopes, hash)]);
  const stored = copy === undefined ? [] : await storedAds(db, [copy.id], scopes);
  const ids = stored.map(({ id }) => id);
  const [[indexed], keptUrls] = await Promise.all([presentAds(rows), findKeptUrls(db, ids, siteAddress())]);
  const [saved] = presentSavedWith(keptUrls, stored, siteAddress());
  if (indexed !== undefined) {
    return { ad: withKeptPictures(indexed, keptUrls.get(copy?.id ?? 0) ?? new Map()), indexed: true, saved };
  }
  if (saved !== undefined) return { ad: saved, indexed: false, saved };
  throw adNotFound(hash);
}

export function adNotFound(hash: string): MagpieError {
  return notFoundError('ad', hash, `There is no ad ${hash} in the index or among your saved ads.`);
}

function toHistoryEntry(row: SnapshotRow): AdDetails['history'][number] {
  const { captured_at: capturedAt, reach, likes, comments, shares, rank_country: rankCountry } = row;
  return { capturedAt, reach, likes, comments, shares, rankCountry };
}
