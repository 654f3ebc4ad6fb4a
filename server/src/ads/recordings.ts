import type { Postgres } from '../db/postgres/postgres.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { newestAddition } from './ads.sql.ts';
import { recordingsWithEventsAfter } from './adChanges.sql.ts';
import { newestRecording, raiseRecordings, acquireWriteLock } from './writeLock.sql.ts';
import { noteRecordings } from './pendingImports.sql.ts';

/** The recordings of the index, which are numbered from 1 on over all nodes. An answer of the index holds until the next. */
export interface Recordings {
  /** The number of the last that is whole. */
  newest(): MaybePromise<number>;
  /** Notes one of this node. */
  ended(recording: number): void;
}

/** A recording of another node is known here within a second. */
const rememberedForMilliseconds = 900;

export function createRecordings(db: Postgres): Recordings {
  let newest = 0;
  let until = Number.NEGATIVE_INFINITY;
  let asking: Promise<number> | undefined;
  const ended = (recording: number): void => {
    newest = Math.max(newest, recording);
  };
  const ask = async (): Promise<number> => {
    const startedAt = performance.now();
    try {
      ended(await newestRecording(db));
      until = startedAt + rememberedForMilliseconds;
      return newest;
    } finally {
      asking = undefined;
    }
  };
  return {
    newest: () => (performance.now() < until ? newest : (asking ??= ask())),
    ended,
  };
}

/**
 * At a start: what the two engines say of recordings fits together, also when one of them is not as old as the other. An
 * index from before recordings were numbered counts as the first. Recordings that left events but were never noted, because a
 * kill cut them off, are put on the list of those that rules look at.
 */
export async function alignRecordings(clickhouse: ClickHouse, db: Postgres): Promise<void> {
  const noted = await newestRecording(db);
  const [added, unnoted] = await Promise.all([
    newestAddition(clickhouse),
    recordingsWithEventsAfter(clickhouse, noted),
  ]);
  const least = Math.max(1, added, unnoted.at(-1) ?? 0);
  if (least <= noted) return;
  await db.transaction(async (tx) => {
    // Waits for a recording of another node that is under way, whose number is noted when it has ended.
    await acquireWriteLock(tx);
    const newest = await newestRecording(tx);
    if (least <= newest) return;
    await raiseRecordings(tx, least);
    const lost = unnoted.filter((recording) => recording > newest);
    if (lost.length > 0) await noteRecordings(tx, lost, null);
  });
}
