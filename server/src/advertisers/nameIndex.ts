import { LRUCache } from 'lru-cache';
import { readMarker, removalMarker } from '../ads/progressMarkers.sql.ts';
import { createRecordingCache } from '../ads/recordingCache.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import {
  type AdvertiserTotals,
  largestAdvertisers,
  readTotalsById,
  totalsBuiltSince,
} from './directory.sql.ts';
import {
  createNameTable,
  findPlace,
  listLargest,
  type LargestNames,
  type NameColumns,
  reachAt,
} from './nameTable.ts';

export type NameIndex = ReturnType<typeof createNameIndex>;

/** The names as of a recording. */
export interface Names {
  readonly columns: NameColumns;
  readonly largestBy: Readonly<Record<'ads' | 'reach', () => LargestNames>>;
}

interface NameIndexParts {
  readonly clickhouse: ClickHouse;
  readonly newestRecording: () => MaybePromise<number>;
}

/** Small enough that folding a page does not block the event loop for long. */
const pageSize = 5000;

/** A total has the start time of its update, by the clock of that node, but becomes visible only at the end. */
const overlapMilliseconds = 2 * 60_000;

/** Rows with logos, a few hundred bytes each. */
const maxCachedTotals = 20_000;
/** The limit of `brandSpy.listTopAdvertisers`. */
const maxListed = 200;

/** In memory, because ClickHouse has no index for misspelled names. */
export function createNameIndex({ clickhouse, newestRecording }: NameIndexParts) {
  let table = createNameTable();
  let names = createNames(table.columns());
  let since = new Date(0);
  let recording = -1;
  let removedAt: string | null = null;
  let reading: Promise<void> | null = null;
  const totals = createTotalsCache(clickhouse);
  const largest = createRecordingCache(() => largestAdvertisers(clickhouse, maxListed));

  const refresh = async (newest: number): Promise<void> => {
    totals.beginRefresh();
    const startedAt = Date.now();
    const removal = await readMarker(clickhouse, removalMarker);
    if (removal !== removedAt) {
      // Updates do not contain removed advertisers, so everything is read again.
      table = createNameTable();
      totals.clear();
      since = new Date(0);
      removedAt = removal;
    }
    let after = 0;
    for (;;) {
      const rows = await totalsBuiltSince(clickhouse, since, after, pageSize);
      for (const row of rows) {
        table.upsert(row);
        totals.drop(row.advertiser_id);
      }
      after = rows.at(-1)?.advertiser_id ?? 0;
      if (rows.length < pageSize) break;
    }
    await table.compact();
    names = createNames(table.columns());
    since = new Date(Math.max(0, startedAt - overlapMilliseconds));
    recording = newest;
  };

  const namesAt = async (newest: number): Promise<Names> => {
    if (recording >= newest) return names;
    reading ??= refresh(newest).finally(() => {
      reading = null;
    });
    await reading;
    // The awaited read may have started before this recording.
    return namesAt(newest);
  };

  return {
    names: async (newest: MaybePromise<number> = newestRecording()) => namesAt(await newest),
    /** Call after `names`, which drops the totals that have changed. */
    totals: totals.read,
    /** As of the names that are in memory; 0 for an advertiser that is not. */
    knownAds: (advertiserId: number): number =>
      names.columns.ads[findPlace(names.columns, advertiserId) ?? -1] ?? 0,
    /** Those with the most reach. Does not need the names. */
    largest: async (limit: number, newest: MaybePromise<number> = newestRecording()) =>
      (await largest(await newest)).slice(0, limit),
  };
}

function createTotalsCache(clickhouse: ClickHouse) {
  const cache = new LRUCache<number, AdvertiserTotals>({ max: maxCachedTotals });
  /** A row that was read before a refresh began must not be cached after it. */
  let refreshes = 0;
  return {
    beginRefresh: (): void => {
      refreshes += 1;
    },
    clear: () => cache.clear(),
    drop: (id: number) => cache.delete(id),
    read: async (ids: readonly number[]): Promise<AdvertiserTotals[]> => {
      const before = refreshes;
      const cached = ids.flatMap((id) => cache.get(id) ?? []);
      const missing = ids.filter((id) => !cache.has(id));
      const read = missing.length === 0 ? [] : await readTotalsById(clickhouse, missing);
      if (refreshes === before) for (const row of read) cache.set(row.advertiser_id, row);
      return [...cached, ...read];
    },
  };
}

export function createNames(columns: NameColumns): Names {
  const lists: Partial<Record<'ads' | 'reach', LargestNames>> = {};
  return {
    columns,
    largestBy: {
      ads: () => (lists.ads ??= listLargest(columns, (place) => columns.ads[place] ?? 0)),
      reach: () => (lists.reach ??= listLargest(columns, (place) => reachAt(columns, place))),
    },
  };
}
