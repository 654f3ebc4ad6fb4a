import type { Ad, AdDetails, contract, SavedAd } from '@magpie/contract';
import { adsByHash, snapshotsOf, type SnapshotRow } from '../ads/ads.sql.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, Handler } from '../rpc/procedure.ts';
import { scopesSeenBy } from '../rpc/scopes.ts';
import type { LibraryParts } from './library.ts';
import { keptAddresses } from './media/keptAddresses.ts';
import { storedAds } from './presentSaved.sql.ts';
import { presentWith, withKept } from './presentSaved.ts';
import { copiesOf } from './savedAds.sql.ts';

/** `ads.getDetails`: the ad as the index knows it now, or else the caller's copy of it. */
export function detailsHandler(parts: LibraryParts): Handler<typeof contract.ads.getDetails> {
  return async ({ input: { hash }, caller, db }) => {
    const [{ indexed, saved, ad }, history] = await Promise.all([
      lookedUp(parts, db, caller, hash),
      snapshotsOf(parts.clickhouse, [hash]),
    ]);
    const { savedAs = null, savedAt = null, boardIds = [], note = null } = saved ?? {};
    return { ...ad, savedAs, savedAt, boardIds, note, history: indexed ? history.map(measured) : [] };
  };
}

/** An ad as the index knows it now, or else the caller's copy of it; 404 where there is neither. */
export function adSeenIn(parts: LibraryParts): (db: Postgres, caller: Caller, hash: string) => Promise<Ad> {
  return async (db, caller, hash) => (await lookedUp(parts, db, caller, hash)).ad;
}

interface LookedUp {
  readonly ad: Ad;
  /** Whether that is how the index knows it. */
  readonly indexed: boolean;
  readonly saved: SavedAd | undefined;
}

async function lookedUp(parts: LibraryParts, db: Postgres, caller: Caller, hash: string): Promise<LookedUp> {
  const { clickhouse, presentAds, siteAddress } = parts;
  const scopes = await scopesSeenBy(db, caller.userId);
  const [rows, [copy]] = await Promise.all([adsByHash(clickhouse, [hash]), copiesOf(db, scopes, hash)]);
  const stored = copy === undefined ? [] : await storedAds(db, [copy.id], scopes);
  const ids = stored.map(({ id }) => id);
  const [[indexed], kept] = await Promise.all([presentAds(rows), keptAddresses(db, ids, siteAddress())]);
  const [saved] = presentWith(kept, stored, siteAddress());
  if (indexed !== undefined) {
    return { ad: withKept(indexed, kept.get(copy?.id ?? 0) ?? new Map()), indexed: true, saved };
  }
  if (saved !== undefined) return { ad: saved, indexed: false, saved };
  throw unknownAd(hash);
}

export function unknownAd(hash: string): MagpieError {
  return new MagpieError('NOT_FOUND', `There is no ad ${hash} in the index or among your saved ads.`);
}

function measured(row: SnapshotRow): AdDetails['history'][number] {
  const { captured_at: capturedAt, reach, likes, comments, shares, rank_country: rankCountry } = row;
  return { capturedAt, reach, likes, comments, shares, rankCountry };
}
