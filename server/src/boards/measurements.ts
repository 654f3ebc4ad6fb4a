import { adsByHash } from '../ads/ads.sql.ts';
import type { Catalog, CopyUpdater, OutdatedCopies } from '../ads/catalog.ts';
import { presentMeasurements, measuredColumns, type MeasuredRow } from '../ads/presentation.ts';
import type { AdRow } from '../ads/rows.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import * as sql from './measurements.sql.ts';
import { rescore } from './presentSaved.ts';

interface Parts {
  readonly clickhouse: ClickHouse;
  readonly db: Postgres;
}

export function savedAdUpdater({ clickhouse, db }: Parts): CopyUpdater {
  return {
    markOutdated: (hashes) => sql.markOutdated(db, hashes),
    update: async (tx, outdated) => {
      try {
        // In a savepoint: if the update fails, the job repeats it, and the recording continues.
        await tx.transaction((attempt) => update(clickhouse, attempt, outdated));
      } catch {
        // The ads stay marked.
      }
    },
  };
}

const adsPerBatch = 500;

/**
 * Updates saved ads that are still marked: new ones, and those left by an interrupted change of the index. Each batch
 * holds the write lock, so that it cannot overwrite newer measurements of a recording. Returns how many ads.
 */
export async function updateSavedAds(
  { clickhouse, db, catalog }: Parts & { readonly catalog: Pick<Catalog, 'withWriteLock'> },
  stopping: AbortSignal,
): Promise<number> {
  let updated = 0;
  while (!stopping.aborted) {
    const outdated = await catalog.withWriteLock(async () => {
      const first = await sql.firstOutdated(db, adsPerBatch);
      await db.transaction((tx) => update(clickhouse, tx, first));
      return first;
    });
    if (outdated.ids.length === 0) break;
    updated += outdated.hashes.length;
  }
  return updated;
}

async function update(clickhouse: ClickHouse, tx: Postgres, { ids, hashes }: OutdatedCopies): Promise<void> {
  if (ids.length === 0) return;
  const today = new Date().toISOString().slice(0, 10);
  const rows = await adsByHash(clickhouse, hashes);
  // An interrupted recording may leave an ad at two advertisers; the newest row comes last and wins.
  const oldestFirst = rows.toSorted((one, other) => one.version - other.version);
  const indexed = new Map(oldestFirst.map((row) => [row.hash, row]));
  const removed = hashes.filter((hash) => !indexed.has(hash));
  const copies = removed.length === 0 ? [] : await sql.copiesOf(tx, removed);
  await sql.writeMeasured(tx, [
    ...[...indexed.values()].map((row) => toCopyMeasurements(row, today)),
    ...copies.map(({ savedAdId, hash, ad }) => ({
      hash,
      savedAdId,
      measured: null,
      shown: { ...ad, ...rescore(ad) },
    })),
  ]);
  await sql.deleteMarks(tx, ids);
}

export type MeasuredAd = MeasuredRow & Pick<AdRow, 'hash'>;

export function toCopyMeasurements(row: MeasuredAd, today: string): sql.CopyMeasurements {
  const columns = measuredColumns.map((name) => [name, row[name]]);
  const measured = Object.fromEntries(columns) as unknown as MeasuredRow;
  return { hash: row.hash, savedAdId: null, measured, shown: presentMeasurements(row, today) };
}
