import { LRUCache } from 'lru-cache';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { newestAddedIn } from './ads.sql.ts';
import { hasEvents, recordingsWithEventsAfter } from './adChanges.sql.ts';
import { addPendingRecordings, notifyWaitingImports } from './pendingImports.sql.ts';
import {
  closeInterruptedRecordings,
  hasOpenRecordings,
  lockForMaintenance,
  newestNumber,
  newestRecording,
  raiseRecordings,
} from './writeLock.sql.ts';

/** Recordings of other nodes become visible within a second. */
const cacheMilliseconds = 900;

/** Recordings of this node whose advertisers are stored: that many advertisers in total. */
const maxChanged = 50_000;

export type Recordings = ReturnType<typeof createRecordings>;

/** The recordings of the index, numbered from 1 over all nodes. Query results are valid until the next recording. */
export function createRecordings(db: Postgres) {
  let newest = 0;
  let until = Number.NEGATIVE_INFINITY;
  let pending: Promise<number> | undefined;
  const changed = new LRUCache<number, ReadonlySet<number>>({
    maxSize: maxChanged,
    sizeCalculation: (advertiserIds) => advertiserIds.size + 1,
  });
  const ended = (recording: number): void => {
    newest = Math.max(newest, recording);
  };
  /**
   * @param visible the newest recording that readers see, which is an earlier one while a recording before it is open
   * @param advertiserIds the advertisers that it changed; undefined if unknown
   */
  const endedHere = (
    recording: number,
    visible: number,
    advertiserIds: ReadonlySet<number> | undefined,
  ): void => {
    if (advertiserIds !== undefined) changed.set(recording, advertiserIds);
    ended(visible);
  };
  /** Part of a failed recording may be stored, so its number counts as soon as it is closed. */
  const failedHere = (): void => {
    until = Number.NEGATIVE_INFINITY;
  };
  /** The advertisers that recordings after the first one changed; null if one of these is of another node. */
  const changedBetween = (after: number, upTo: number): ReadonlySet<number> | null => {
    const all = new Set<number>();
    if (upTo - after > changed.size) return null;
    for (let recording = after + 1; recording <= upTo; recording += 1) {
      const advertiserIds = changed.peek(recording);
      if (advertiserIds === undefined) return null;
      for (const id of advertiserIds) all.add(id);
    }
    return all;
  };
  const fetchNewest = async (): Promise<number> => {
    const startedAt = performance.now();
    try {
      ended(await newestRecording(db));
      until = startedAt + cacheMilliseconds;
      return newest;
    } finally {
      pending = undefined;
    }
  };
  return {
    newest: (): MaybePromise<number> => (performance.now() < until ? newest : (pending ??= fetchNewest())),
    endedHere,
    failedHere,
    changedBetween,
  };
}

/**
 * Closes the recordings whose process is gone. Those that wrote events become pending, so that alert rules process them.
 * Until then, readers see no later recording.
 */
export async function closeInterrupted(clickhouse: ClickHouse, db: Postgres): Promise<void> {
  if (!(await hasOpenRecordings(db))) return;
  await db.transaction(async (tx) => {
    for (const recording of await closeInterruptedRecordings(tx)) {
      if (await hasEvents(clickhouse, recording)) await addPendingRecordings(tx, [recording], null);
      await notifyWaitingImports(tx, recording);
    }
  });
}

/**
 * At startup: aligns the recording numbers of PostgreSQL and ClickHouse, in case one was restored from an older state. An
 * index from before recordings were numbered counts as the first recording. Recordings with a lost number that wrote
 * events become pending, so that alert rules process them.
 */
export async function alignRecordings(clickhouse: ClickHouse, db: Postgres): Promise<void> {
  await closeInterrupted(clickhouse, db);
  const noted = await newestNumber(db);
  const [added, unnoted] = await Promise.all([
    newestAddedIn(clickhouse),
    recordingsWithEventsAfter(clickhouse, noted),
  ]);
  const least = Math.max(1, added, unnoted.at(-1) ?? 0);
  if (least <= noted) return;
  await db.transaction(async (tx) => {
    await lockForMaintenance(tx);
    const newest = await newestNumber(tx);
    if (least <= newest) return;
    await raiseRecordings(tx, least);
    const lost = unnoted.filter((recording) => recording > newest);
    if (lost.length > 0) await addPendingRecordings(tx, lost, null);
  });
}
