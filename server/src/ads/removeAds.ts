import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { type CopyUpdater, withCopies } from './copies.ts';
import { addRecordedAds, countIndexedAds, recordedAds, setRecordedAds } from './indexHealth.sql.ts';
import { removalMarker, writeMarker } from './progressMarkers.sql.ts';
import { advertisersAlsoWithOtherAds, deleteAdsWithKeys, hashesWithKeys } from './removeAds.sql.ts';
import { updateTotals } from './totals.sql.ts';
import { deleteFreshness } from './writeLock.sql.ts';

export interface RemovedAds {
  /** A regular expression (RE2) that their keys match. */
  readonly keys: string;
  /** The source of these ads, which has no others. */
  readonly source: string;
}

/**
 * Lowers the expected number of ads by those to be removed; already missing ads still count as missing. It is committed
 * before the first deletion and idempotent, so that an interrupted removal does not look like a loss. Returns the number
 * of ads to remove.
 */
export async function expectRemoval(clickhouse: ClickHouse, db: Postgres, keys: string): Promise<number> {
  const { length: expected } = await hashesWithKeys(clickhouse, keys);
  const recorded = await recordedAds(db);
  if (recorded !== null) {
    await setRecordedAds(db, Math.max(recorded, await countIndexedAds(clickhouse)) - expected);
  }
  return expected;
}

interface RemovalDeps {
  readonly clickhouse: ClickHouse;
  readonly cluster: string | null;
  readonly tx: Postgres;
  readonly copies: CopyUpdater | undefined;
  readonly expected: number;
}

export async function removeMatchingAds(
  { clickhouse, cluster, tx, copies, expected }: RemovalDeps,
  { keys, source }: RemovedAds,
): Promise<number> {
  const hashes = await hashesWithKeys(clickhouse, keys);
  const recounted = await advertisersAlsoWithOtherAds(clickhouse, keys);
  await withCopies(copies, tx, hashes, async () => {
    await deleteAdsWithKeys(clickhouse, keys, cluster);
    if (recounted.length > 0) await updateTotals(clickhouse, recounted);
    await writeMarker(clickhouse, removalMarker, new Date());
    await deleteFreshness(tx, source);
    // Corrects for ads that were recorded since `expectRemoval`.
    await addRecordedAds(tx, expected - hashes.length);
  });
  return hashes.length;
}
