import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { type CopyUpdater, withCopies } from './copies.ts';
import { addRecordedAds, countAds, recordedAds, setRecordedAds } from './indexHealth.sql.ts';
import { removalMarker, writeMarker } from './progressMarkers.sql.ts';
import { advertisersAlsoWithOtherAds, deleteAdsWithKeys, hashesWithKeys } from './removeAds.sql.ts';
import { countTotalsOf } from './totals.sql.ts';
import { forgetFreshness } from './writeLock.sql.ts';

export interface RemovedAds {
  /** A regular expression (RE2) that their keys match. */
  readonly keys: string;
  /** Where they came from, and nothing else did. */
  readonly source: string;
}

/**
 * Lowers the number of ads that the index should have to what the removal leaves; ads that are missing already still
 * count as missing. It is committed before the first ad is deleted, and gives the same number when it is done again, so
 * that a removal that is cut off does not look like a loss. Returns how many ads are to be removed.
 */
export async function expectRemoval(clickhouse: ClickHouse, db: Postgres, keys: string): Promise<number> {
  const { length: expected } = await hashesWithKeys(clickhouse, keys);
  const recorded = await recordedAds(db);
  if (recorded !== null) {
    await setRecordedAds(db, Math.max(recorded, await countAds(clickhouse)) - expected);
  }
  return expected;
}

interface RemovalParts {
  readonly clickhouse: ClickHouse;
  readonly cluster: string | null;
  /** The transaction that holds the turn of all nodes to write to the index. */
  readonly tx: Postgres;
  readonly copies: CopyUpdater | undefined;
  /** What `expectRemoval` returned. */
  readonly expected: number;
}

/** Removes ads and what is kept of them alone; returns how many. */
export async function removeAds(
  { clickhouse, cluster, tx, copies, expected }: RemovalParts,
  { keys, source }: RemovedAds,
): Promise<number> {
  const hashes = await hashesWithKeys(clickhouse, keys);
  const recounted = await advertisersAlsoWithOtherAds(clickhouse, keys);
  await withCopies(copies, tx, hashes, async () => {
    await deleteAdsWithKeys(clickhouse, keys, cluster);
    if (recounted.length > 0) await countTotalsOf(clickhouse, recounted);
    await writeMarker(clickhouse, removalMarker, new Date());
    await forgetFreshness(tx, source);
    // Ads that were recorded since.
    await addRecordedAds(tx, expected - hashes.length);
  });
  return hashes.length;
}
