import type { AdDetails, contract } from '@magpie/contract';
import { adsByHash, snapshotsOf, type SnapshotRow } from '../catalog/ads.sql.ts';
import { MagpieError } from '../kernel/errors.ts';
import type { Handler } from '../kernel/procedure.ts';
import { scopesSeenBy } from './boardAccess.ts';
import type { LibraryParts } from './library.ts';
import { keptAddresses } from './media/keptAddresses.ts';
import { storedAds } from './presentSaved.sql.ts';
import { presentSaved, withKept } from './presentSaved.ts';
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
    const [[indexed], [saved]] = await Promise.all([
      presentAds(rows),
      presentSaved(db, stored, siteAddress()),
    ]);
    const { savedAt = null, boardIds = [], note = null } = saved ?? {};
    if (indexed !== undefined) {
      const kept = copy && (await keptAddresses(db, [copy.id], siteAddress())).get(copy.id);
      const ad = withKept(indexed, kept ?? new Map());
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
