import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import type { Postgres } from '../kernel/postgres/postgres.ts';
import { type CopyUpdater, withCopies } from './copies.ts';
import { removalMark, writeMark } from './marks.sql.ts';
import { advertisersAlsoWithOtherAds, deleteAdsWithKeys, hashesWithKeys } from './removeAds.sql.ts';
import { countTotalsOf } from './totals.sql.ts';
import { forgetFreshness } from './turn.sql.ts';

export interface RemovedAds {
  /** A regular expression (RE2) that their keys match. */
  readonly keys: string;
  /** Where they came from, and nothing else did. */
  readonly source: string;
}

interface RemovalParts {
  readonly clickhouse: ClickHouse;
  readonly cluster: string | null;
  /** The transaction that holds the turn of all nodes to write to the index. */
  readonly tx: Postgres;
  readonly copies: CopyUpdater | undefined;
}

/** Removes ads and what is kept of them alone; returns how many. */
export async function removeAds(
  { clickhouse, cluster, tx, copies }: RemovalParts,
  { keys, source }: RemovedAds,
): Promise<number> {
  const hashes = await hashesWithKeys(clickhouse, keys);
  const recounted = await advertisersAlsoWithOtherAds(clickhouse, keys);
  await withCopies(copies, tx, hashes, async () => {
    await deleteAdsWithKeys(clickhouse, keys, cluster);
    if (recounted.length > 0) await countTotalsOf(clickhouse, recounted);
    await writeMark(clickhouse, removalMark, new Date());
    await forgetFreshness(tx, source);
  });
  return hashes.length;
}
