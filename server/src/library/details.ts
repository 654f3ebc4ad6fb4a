import type { AdDetails, contract } from '@magpie/contract';
import { adsByHash, snapshotsOf, type SnapshotRow } from '../catalog/ads.sql.ts';
import { MagpieError } from '../kernel/errors.ts';
import type { Handler } from '../kernel/procedure.ts';
import { scopesSeenBy } from '../kernel/scopes.ts';
import type { LibraryParts } from './library.ts';
import { keptAddresses } from './media/keptAddresses.ts';
import { storedAds } from './presentSaved.sql.ts';
import { presentWith, withKept } from './presentSaved.ts';
import { copiesOf } from './savedAds.sql.ts';

/** `ads.getDetails`: the ad as the index knows it now, or else the caller's copy of it. */
export function detailsHandler(parts: LibraryParts): Handler<typeof contract.ads.getDetails> {
  const { clickhouse, presentAds, siteAddress } = parts;
  return async ({ input: { hash }, caller, db }) => {
    const scopes = await scopesSeenBy(db, caller.userId);
    const [rows, history, [copy]] = await Promise.all([
      adsByHash(clickhouse, [hash]),
      snapshotsOf(clickhouse, [hash]),
      copiesOf(db, scopes, hash),
    ]);
    const stored = copy === undefined ? [] : await storedAds(db, [copy.id], scopes);
    const ids = stored.map(({ id }) => id);
    const [[indexed], kept] = await Promise.all([presentAds(rows), keptAddresses(db, ids, siteAddress())]);
    const [saved] = presentWith(kept, stored, siteAddress());
    const { savedAt = null, boardIds = [], note = null } = saved ?? {};
    if (indexed !== undefined) {
      const ad = withKept(indexed, kept.get(copy?.id ?? 0) ?? new Map());
      return { ...ad, savedAt, boardIds, note, history: history.map(measured) };
    }
    if (saved !== undefined) return { ...saved, history: [] };
    throw new MagpieError('NOT_FOUND', `There is no ad ${hash} in the index or among your saved ads.`);
  };
}

function measured(row: SnapshotRow): AdDetails['history'][number] {
  const { captured_at: capturedAt, reach, likes, comments, shares, rank_country: rankCountry } = row;
  return { capturedAt, reach, likes, comments, shares, rankCountry };
}
