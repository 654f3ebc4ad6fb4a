import { ClickHouseError } from '@clickhouse/client';
import { LRUCache } from 'lru-cache';
import { advertisersById, type AdvertiserRow } from '../../ads/ads.sql.ts';
import { overlapMilliseconds, readMarker, removalMarker } from '../../ads/progressMarkers.sql.ts';
import { researchCacheBytes, researchCacheEntries } from '../../config/metrics.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import {
  advertisersRecordedSince,
  readAdColumns,
  readChangedColumns,
  type AdColumnsRow,
} from './adColumns.sql.ts';
import { buildColumns, replaceRows, type AdColumns } from './adColumns.ts';
import { batchReads } from './batchReads.ts';
import { readHistories } from './changes.sql.ts';
import type { Histories } from './changes.ts';
import type { AdPictures } from './creativeTests.ts';
import { readPictures } from './pictures.sql.ts';
import { Slot } from './slot.ts';

export interface AdMemory {
  /** The ads of an advertiser as of this recording or later; null if they are too many. */
  read(advertiserId: number, newest: number): Promise<CachedAds | null>;
  advertiser(advertiserId: number, newest: number): Promise<AdvertiserRow | undefined>;
}

export interface CachedAds {
  readonly columns: AdColumns;
  readonly histories: () => Promise<Histories>;
  readonly pictures: () => Promise<AdPictures>;
}

export interface AdMemoryParts {
  readonly clickhouse: ClickHouse;
  readonly maxBytes: number;
  /** The advertisers that recordings changed, without the first one; null if unknown. */
  readonly changedBetween: (after: number, upTo: number) => ReadonlySet<number> | null;
  /** Advertisers with more ads are not cached. */
  readonly maxAds?: number;
  /** Ads of an advertiser as counted earlier, so that the ads of one that has too many are not read in vain. */
  readonly knownAds?: (advertiserId: number) => number;
}

/** Bounds the time for which loading blocks the event loop; see decision 0035. */
const defaultMaxAds = 50_000;
/** One advertiser takes at most this share of the memory. */
const maxEntryShare = 0.25;
/** Of an advertiser without ads. */
const entryBytes = 1000;
/** A hash of an ad and that of its picture, in a map. */
const bytesPerPicture = 300;

interface Entry {
  /** Null if the advertiser has too many ads. */
  readonly ads: Slot<AdColumns | null>;
  readonly advertiser: Slot<AdvertiserRow | undefined>;
  readonly histories: Slot<Histories>;
  readonly pictures: Slot<AdPictures>;
}

/**
 * The columns of recently researched advertisers. A recording extends the entries of the advertisers that it changed at
 * their next question; a removal of ads clears all entries, since nothing in the tables shows what was removed.
 */
export function createAdMemory(parts: AdMemoryParts): AdMemory {
  const { clickhouse, changedBetween } = parts;
  const { entries, markChanged, clear, getOrCreate } = createEntries(parts);
  let recording = -1;
  let scannedAt = Date.now();
  let removedAt: string | null | undefined;
  let advancing: Promise<void> | undefined;

  /** For recordings of other nodes. Rows of advertisers have no time, so all are read again. */
  const scan = async (): Promise<void> => {
    const startedAt = Date.now();
    const removal = await readMarker(clickhouse, removalMarker);
    if (removal === removedAt) {
      const since = new Date(scannedAt - overlapMilliseconds);
      markChanged(new Set(await advertisersRecordedSince(clickhouse, since)));
      for (const { entry } of entries.values()) entry.advertiser.markStale();
    } else {
      clear();
      removedAt = removal;
    }
    scannedAt = startedAt;
  };

  const advance = async (newest: number): Promise<void> => {
    const changed = changedBetween(recording, newest);
    if (changed !== null) markChanged(changed);
    else if (entries.size > 0) await scan();
    recording = newest;
  };

  const entryAt = async (id: number, newest: number): Promise<Entry> => {
    if (recording >= newest) return getOrCreate(id);
    advancing ??= advance(newest).finally(() => {
      advancing = undefined;
    });
    await advancing;
    // The awaited step may have been to an earlier recording.
    return entryAt(id, newest);
  };

  return {
    read: async (id, newest) => {
      const entry = await entryAt(id, newest);
      const columns = await entry.ads.read();
      if (columns === null) return null;
      return {
        columns,
        histories: async () => entry.histories.read(),
        pictures: async () => entry.pictures.read(),
      };
    },
    advertiser: async (id, newest) => (await entryAt(id, newest)).advertiser.read(),
  };
}

function createEntries(parts: AdMemoryParts) {
  const { clickhouse, maxBytes } = parts;
  const entries = new LRUCache<number, { readonly entry: Entry; readonly bytes: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const updateGauges = (): void => {
    researchCacheBytes.set(entries.calculatedSize);
    researchCacheEntries.set(entries.size);
  };
  const store = (id: number, entry: Entry): void => {
    const columns = entry.ads.current ?? null;
    const bytes =
      entryBytes +
      (columns?.bytes ?? 0) +
      countHistoryBytes(entry.histories.current) +
      (entry.pictures.current?.size ?? 0) * bytesPerPicture;
    entries.set(id, { entry, bytes });
    updateGauges();
  };
  const reads = createReads(parts);
  const create = (id: number): Entry => {
    // An entry that was evicted during a read has not been marked since, so it is not stored again.
    const onRead = (): void => {
      if (entries.peek(id)?.entry === entry) store(id, entry);
    };
    const entry: Entry = {
      ads: new Slot((before, readAt) => loadAds(parts, reads.rows, id, before, readAt), onRead),
      advertiser: new Slot(() => reads.advertiser(id), onRead),
      histories: new Slot<Histories>(async () => {
        const rows = await readHistories(clickhouse, id);
        return new Map(rows.map((row) => [row.hash, row]));
      }, onRead),
      pictures: new Slot<AdPictures>(() => {
        const condition = 'advertiser_id = {advertiserId:UInt64}';
        return readPictures(clickhouse, { condition, parameters: { advertiserId: id } });
      }, onRead),
    };
    store(id, entry);
    return entry;
  };
  return {
    entries,
    getOrCreate: (id: number): Entry => entries.get(id)?.entry ?? create(id),
    markChanged: (ids: ReadonlySet<number>): void => {
      for (const [id, { entry }] of entries.entries()) {
        if (!ids.has(id)) continue;
        for (const slot of [entry.ads, entry.advertiser, entry.histories, entry.pictures]) slot.markStale();
      }
    },
    clear: (): void => {
      entries.clear();
      updateGauges();
    },
  };
}

type ReadRows = (id: number) => Promise<readonly AdColumnsRow[]>;

/** One row more than allowed shows that there are too many. */
function createReads({ clickhouse, maxAds = defaultMaxAds }: AdMemoryParts) {
  const limit = maxAds + 1;
  const advertisers = async (ids: readonly number[]) => {
    const found = new Map((await advertisersById(clickhouse, ids)).map((row) => [row.advertiser_id, row]));
    return new Map(ids.map((id) => [id, found.get(id)]));
  };
  return {
    rows: batchReads<readonly AdColumnsRow[]>({
      readOne: (id) => readAdColumns(clickhouse, [id], limit),
      readMany: async (ids) => groupComplete(ids, await readAdColumns(clickhouse, ids, limit), limit),
    }),
    advertiser: batchReads<AdvertiserRow | undefined>({
      readOne: async (id) => (await advertisers([id])).get(id),
      readMany: advertisers,
    }),
  };
}

/** At the limit, the rows of the last advertiser may be incomplete, and those of later ones are missing. */
function groupComplete(
  ids: readonly number[],
  rows: readonly AdColumnsRow[],
  limit: number,
): ReadonlyMap<number, AdColumnsRow[]> {
  const groups = new Map<number, AdColumnsRow[]>();
  const end = rows.length < limit ? Number.POSITIVE_INFINITY : (rows.at(-1)?.advertiser_id ?? 0);
  for (const id of ids) if (id < end) groups.set(id, []);
  for (const row of rows) groups.get(row.advertiser_id)?.push(row);
  return groups;
}

async function loadAds(
  parts: AdMemoryParts,
  readRows: ReadRows,
  id: number,
  before: AdColumns | null | undefined,
  readAt: number,
): Promise<AdColumns | null> {
  // An advertiser that is too large stays so until it is evicted or ads are removed.
  if (before === null) return null;
  const { maxBytes, maxAds = defaultMaxAds, knownAds } = parts;
  if (before === undefined && knownAds !== undefined && knownAds(id) > maxAds) return null;
  try {
    const columns = await readColumns(parts, readRows, id, before, readAt);
    return columns.count > maxAds || columns.bytes > maxBytes * maxEntryShare ? null : columns;
  } catch (error) {
    if (error instanceof ClickHouseError && error.code === memoryLimitExceeded) return null;
    throw error;
  }
}

/** All ads, or the known ones with those that were recorded since. */
async function readColumns(
  { clickhouse, maxAds = defaultMaxAds }: AdMemoryParts,
  readRows: ReadRows,
  id: number,
  before: AdColumns | undefined,
  readAt: number,
): Promise<AdColumns> {
  if (before !== undefined) {
    const since = new Date(readAt - overlapMilliseconds);
    const changed = await readChangedColumns(clickhouse, id, since, maxAds + 1);
    if (changed.length <= maxAds) return replaceRows(before, changed);
  }
  return buildColumns(await readRows(id));
}

const memoryLimitExceeded = '241';

function countHistoryBytes(histories: Histories | undefined): number {
  let bytes = 0;
  for (const { seen_turns: turns, news } of histories?.values() ?? []) {
    bytes += 200 + turns.length * 8;
    for (const [, , , value] of news) bytes += 150 + value.length * 2;
  }
  return bytes;
}
