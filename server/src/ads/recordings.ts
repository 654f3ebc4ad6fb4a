import { LRUCache } from 'lru-cache';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { MaybePromise } from '../rpc/procedure.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { newestAddedIn } from './ads.sql.ts';
import { recordingsWithEventsAfter } from './adChanges.sql.ts';
import { newestRecording, raiseRecordings, acquireWriteLock } from './writeLock.sql.ts';
import { addPendingRecordings } from './pendingImports.sql.ts';

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
  let hasFailed = false;
  const ended = (recording: number): void => {
    newest = Math.max(newest, recording);
  };
  /** @param advertiserIds the advertisers that it changed; undefined if unknown */
  const endedHere = (recording: number, advertiserIds: ReadonlySet<number> | undefined): void => {
    if (advertiserIds !== undefined && !hasFailed) changed.set(recording, advertiserIds);
    hasFailed = false;
    ended(recording);
  };
  /** Part of a failed recording may be stored, under a number that the next one gets. */
  const failedHere = (): void => {
    hasFailed = true;
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
 * At startup: aligns the recording numbers of PostgreSQL and ClickHouse, in case one was restored from an older state. An
 * index from before recordings were numbered counts as the first recording. Interrupted recordings that wrote events
 * become pending, so that alert rules process them.
 */
export async function alignRecordings(clickhouse: ClickHouse, db: Postgres): Promise<void> {
  const noted = await newestRecording(db);
  const [added, unnoted] = await Promise.all([
    newestAddedIn(clickhouse),
    recordingsWithEventsAfter(clickhouse, noted),
  ]);
  const least = Math.max(1, added, unnoted.at(-1) ?? 0);
  if (least <= noted) return;
  await db.transaction(async (tx) => {
    // Waits for a running recording of another node, whose number is committed when it ends.
    await acquireWriteLock(tx);
    const newest = await newestRecording(tx);
    if (least <= newest) return;
    await raiseRecordings(tx, least);
    const lost = unnoted.filter((recording) => recording > newest);
    if (lost.length > 0) await addPendingRecordings(tx, lost, null);
  });
}
