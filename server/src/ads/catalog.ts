import type { OpenAd } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Enrichment } from './enrichment.ts';
import { beginRecording, deleteFreshness, updateFreshness, acquireWriteLock } from './writeLock.sql.ts';
import type { Outdated } from './ads.sql.ts';
import { hasEvents } from './adChanges.sql.ts';
import { adHash, buildAdKey } from './identity.ts';
import { enrichPage, enrichByHash, type PageState } from './enrichAgain.ts';
import type { Sighting } from './merge.ts';
import {
  recordBatch,
  type Analyses,
  type RecordCounts,
  type RecordingDeps,
  type RecordResult,
} from './recordAds.ts';
import { createRecordings, type Recordings } from './recordings.ts';
import { advertisersAlsoWithOtherAds, deleteAdsWithKeys, hashesWithKeys } from './removeAds.sql.ts';
import { addRecordedAds, countIndexedAds, recordedAds, setRecordedAds } from './indexHealth.sql.ts';
import { mergeTables } from './optimizeTables.sql.ts';
import { markImportEnded, addPendingRecordings } from './pendingImports.sql.ts';
import { refreshVectors, type TextEmbedder, type VectorOptions } from './vectors.ts';
import { recordedSince, removalMarker, writeMarker } from './progressMarkers.sql.ts';
import { countTotalsSince, hasAdsSince, updateTotals } from './totals.sql.ts';

export type { Analyses, RecordCounts, Sighting };

export interface Catalog {
  /** The only way to add ads. When it resolves, every ad of the batch is stored exactly once. */
  recordAds(ads: readonly OpenAd[], sighting: Sighting, analyses?: Analyses): Promise<RecordResult>;
  /** Marks an import as complete, so that alert rules are matched against it. */
  endImport(importId: string): Promise<void>;
  enrichAgain(outdated: Outdated, stopping: AbortSignal, progress: (ads: number) => void): Promise<number>;
  enrichByHash(hashes: readonly string[]): Promise<void>;
  /** Removes ads and the data that belongs only to them; returns how many. */
  removeAds(which: RemovedAds): Promise<number>;
  /** After an import: merges table parts so that reads are fast, updates totals and embeds new texts. */
  optimize(): Promise<void>;
  refreshTotals(): Promise<void>;
  refreshDerived(embedder: TextEmbedder, options: VectorOptions): Promise<void>;
  /** Runs read-only work while no node writes to the index. */
  withWriteLock<Result>(work: () => Promise<Result>): Promise<Result>;
  readonly recordings: Pick<Recordings, 'newest' | 'changedBetween'>;
}

export interface CatalogDeps {
  readonly clickhouse: ClickHouse;
  readonly cluster?: string | null;
  readonly db: Postgres;
  readonly enrichment: Enrichment;
  /** Embeds new texts in `optimize`; null where that would take too long. */
  readonly embedder: (() => Promise<TextEmbedder>) | null;
  readonly copies?: CopyUpdater;
}

export function createCatalog(parts: CatalogDeps): Catalog {
  const { clickhouse, db, embedder, copies } = parts;
  const recordings = createRecordings(db);
  const { withLock, inRecording, runMaintenance } = createWriteQueue(clickhouse, db, recordings);
  const nextRecording = (): Promise<void> => runMaintenance(async (_tx, onChange) => onChange([]));
  /** Part of a failed recording may be stored, so it is matched against rules and cached responses are invalidated. */
  const markFailed = (failed: number) => runMaintenance((tx) => addPendingRecordings(tx, [failed], null));
  /** Derived data is updated outside the recording. Each finished part starts a new recording, so that caches are invalidated. */
  const derived = async (work: readonly Promise<boolean>[]): Promise<void> => {
    const outcomes = await Promise.allSettled(work.map((each) => runAfterChange(each, nextRecording)));
    const failed = outcomes.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };
  const embed = async () => (embedder === null ? false : refreshVectors(clickhouse, await embedder()));
  return {
    recordings,
    withWriteLock: (work) => withLock(() => work()),
    recordAds: async (ads, sighting, analyses) => {
      let begun: number | undefined;
      try {
        return await inRecording(async (tx, recording, onChange) => {
          begun = recording;
          await updateFreshness(tx, sighting);
          const hashes = ads.map((ad) => adHash(buildAdKey(ad)));
          return withCopies(copies, tx, hashes, async () => {
            const deps = { ...parts, tx, recording, onChange };
            const recorded = await recordBatch(deps, ads, sighting, analyses);
            await addPendingRecordings(tx, [recording], sighting.importId ?? null);
            return recorded;
          });
        });
      } catch (error) {
        // If this fails too, the next recording gets the same number and finds the events.
        if (begun !== undefined) await markFailed(begun).catch(() => undefined);
        throw error;
      }
    },
    endImport: (importId) => db.transaction((tx) => markImportEnded(tx, importId)),
    enrichAgain: async (outdated, stopping, progress) => {
      let page: PageState = { done: 0, after: { advertiserId: 0, hash: '' } };
      while (!stopping.aborted) {
        const here = page;
        const next = await runMaintenance((tx, onChange) =>
          enrichPage({ ...parts, tx, onChange }, outdated, here),
        );
        if (next === null) break;
        page = next;
        progress(page.done);
      }
      return page.done;
    },
    enrichByHash: (hashes) =>
      runMaintenance((tx, onChange) => enrichByHash({ ...parts, tx, onChange }, hashes)),
    removeAds: async (which) => {
      const expected = await withLock(() => expectRemoval(clickhouse, db, which.keys));
      return runMaintenance((tx) => removeMatchingAds(parts, tx, which, expected));
    },
    optimize: () => derived([mergeTables(clickhouse).then(() => false), refreshTotals(clickhouse), embed()]),
    refreshTotals: () => derived([refreshTotals(clickhouse)]),
    refreshDerived: (opened, options) =>
      derived([refreshTotals(clickhouse), refreshVectors(clickhouse, opened, options)]),
  };
}

type OnChange = RecordingDeps['onChange'];

/** Runs index changes one at a time over all nodes. Each change is a numbered recording. */
function createWriteQueue(clickhouse: ClickHouse, db: Postgres, recordings: Recordings) {
  const enqueue = serialQueue();
  const withLock = <Result>(work: (tx: Postgres) => Promise<Result>): Promise<Result> =>
    enqueue(() =>
      db.transaction(async (tx) => {
        await acquireWriteLock(tx);
        return work(tx);
      }),
    );
  const inRecording = async <Result>(
    work: (tx: Postgres, recording: number, onChange: OnChange) => Promise<Result>,
  ): Promise<Result> => {
    let changed: Set<number> | undefined;
    const onChange: OnChange = (advertiserIds) => {
      changed = new Set([...(changed ?? []), ...advertiserIds]);
    };
    try {
      const { recording, result } = await withLock(async (tx) => {
        const number = await beginRecording(tx);
        return { recording: number, result: await work(tx, number, onChange) };
      });
      recordings.endedHere(recording, changed);
      return result;
    } catch (error) {
      recordings.failedHere();
      throw error;
    }
  };
  /** A recording that adds no ads. If an interrupted recording left events under its number, they become pending. */
  const runMaintenance = <Result>(
    work: (tx: Postgres, onChange: OnChange) => Promise<Result>,
  ): Promise<Result> =>
    inRecording(async (tx, recording, onChange) => {
      const isInterrupted = await hasEvents(clickhouse, recording);
      if (isInterrupted) await addPendingRecordings(tx, [recording], null);
      // Which advertisers the interrupted recording changed is unknown.
      return work(tx, isInterrupted ? () => undefined : onChange);
    });
  return { withLock, inRecording, runMaintenance };
}

/** Runs `next` if the work changed something. Failed work counts as a change. */
async function runAfterChange(work: Promise<boolean>, next: () => Promise<void>): Promise<void> {
  let changed = true;
  try {
    changed = await work;
  } finally {
    if (changed) await next();
  }
}

/** Runs work one at a time in call order, so that at most one call per process waits for the lock. */
function serialQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}

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

async function removeMatchingAds(
  { clickhouse, cluster = null, copies }: CatalogDeps,
  tx: Postgres,
  { keys, source }: RemovedAds,
  expected: number,
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

/** Keeps copies of ads, which others store, up to date with the index. */
export interface CopyUpdater {
  /** Marks the ads among these that have copies. Uses a separate transaction, so the marks survive an interrupted change. */
  markOutdated(hashes: readonly string[]): Promise<OutdatedCopies>;
  /** Updates these copies from the index, at the end of the change's transaction. A failure leaves them marked. */
  update(tx: Postgres, outdated: OutdatedCopies): Promise<void>;
}

export interface OutdatedCopies {
  readonly ids: readonly number[];
  readonly hashes: readonly string[];
}

async function withCopies<Result>(
  copies: CopyUpdater | undefined,
  tx: Postgres,
  hashes: readonly string[],
  change: () => Promise<Result>,
): Promise<Result> {
  const outdated = await copies?.markOutdated(hashes);
  const result = await change();
  if (outdated !== undefined && outdated.ids.length > 0) await copies?.update(tx, outdated);
  return result;
}

const marker = 'totals';

/** Updates the totals of all advertisers with ads recorded since the last run. Returns whether there were any. */
export async function refreshTotals(clickhouse: ClickHouse): Promise<boolean> {
  const startedAt = new Date();
  const since = await recordedSince(clickhouse, marker);
  if (!(await hasAdsSince(clickhouse, since))) return false;
  await countTotalsSince(clickhouse, since);
  await writeMarker(clickhouse, marker, startedAt);
  return true;
}
