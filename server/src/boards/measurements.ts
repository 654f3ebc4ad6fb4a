import { adsByHash } from '../ads/ads.sql.ts';
import type { Catalog } from '../ads/catalog.ts';
import type { CopyUpdater, OutdatedCopies } from '../ads/copies.ts';
import { howItRuns, measuredColumns, type MeasuredRow } from '../ads/presentation.ts';
import type { AdRow } from '../ads/rows.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import * as sql from './measurements.sql.ts';

interface Parts {
  readonly clickhouse: ClickHouse;
  readonly db: Postgres;
}

/** Has saved ads follow the index: their copies are up to date when a recording or a removal of ads ends. */
export function savedAdUpdater({ clickhouse, db }: Parts): CopyUpdater {
  return {
    markOutdated: (hashes) => sql.markOutdated(db, hashes),
    update: async (tx, outdated) => {
      try {
        // In a savepoint: saved ads that cannot be written now are left to the job, and the recording goes on.
        await tx.transaction((attempt) => update(clickhouse, attempt, outdated));
      } catch {
        // They are still marked.
      }
    },
  };
}

const adsAtOnce = 500;

/**
 * Updates the saved ads that are still marked: those that are new or were left by a change of the index that was killed.
 * Each part is done while nobody changes the index, so that what it reads there is not older than what a recording wrote.
 * Returns how many ads.
 */
export async function updateSavedAds(
  { clickhouse, db, catalog }: Parts & { readonly catalog: Pick<Catalog, 'betweenRecordings'> },
  stopping: AbortSignal,
): Promise<number> {
  let updated = 0;
  while (!stopping.aborted) {
    const outdated = await catalog.betweenRecordings(async () => {
      const first = await sql.firstOutdated(db, adsAtOnce);
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
  // A recording that was killed may leave an ad at two advertisers; the newest row comes last and counts.
  const oldestFirst = rows.toSorted((one, other) => one.version - other.version);
  const indexed = new Map(oldestFirst.map((row) => [row.hash, row]));
  const removed = hashes.filter((hash) => !indexed.has(hash));
  const copies = removed.length === 0 ? [] : await sql.measuredCopies(tx, removed);
  await sql.writeMeasured(tx, [
    ...[...indexed.values()].map((row) => measuredOf(row, today)),
    ...copies.map(({ savedAdId, hash, ad }) => ({ hash, savedAdId, measured: null, shown: ad })),
  ]);
  await sql.removeMarks(tx, ids);
}

/** What the index says of how an ad runs. */
export type MeasuredAd = MeasuredRow & Pick<AdRow, 'hash'>;

export function measuredOf(row: MeasuredAd, today: string): sql.Measured {
  const columns = measuredColumns.map((name) => [name, row[name]]);
  const measured = Object.fromEntries(columns) as unknown as MeasuredRow;
  return { hash: row.hash, savedAdId: null, measured, shown: howItRuns(row, today) };
}
