import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenAd } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Enrichment } from './enrichment.ts';
import {
  closeRecording,
  deleteFreshness,
  lockForMaintenance,
  lockForRecording,
  lockHolder,
  openRecording,
  retryMilliseconds,
  updateFreshness,
} from './writeLock.sql.ts';
import { countOutdated, findUnmovedAds, type AdPosition, type Outdated } from './ads.sql.ts';
import { findCeilings } from './coverage.ts';
import { saveCeiling } from './coverage.sql.ts';
import { adHash, buildAdKey } from './identity.ts';
import { addPictures, type AdPicture } from './families/addPictures.ts';
import { enrichPage, enrichByHash, type PageState } from './enrichAgain.ts';
import { addPictureWords, type ReadPicture } from './pictureWords.ts';
import type { Sighting } from './sightings.ts';
import {
  moveAds,
  recordBatch,
  type Analyses,
  type RecordCounts,
  type RecordingDeps,
  type RecordResult,
} from './recordAds.ts';
import { closeInterrupted, createRecordings, type Recordings } from './recordings.ts';
import { advertisersAlsoWithOtherAds, deleteAdsWithKeys, hashesWithKeys } from './removeAds.sql.ts';
import { addRecordedAds, countIndexedAds, recordedAds, setRecordedAds } from './indexHealth.sql.ts';
import { mergeTables } from './optimizeTables.sql.ts';
import { markImportEnded, addPendingRecordings, notifyWaitingImports } from './pendingImports.sql.ts';
import { refreshVectors, type TextEmbedder, type VectorOptions } from './vectors.ts';
import { recordedSince, removalMarker, writeMarker } from './progressMarkers.sql.ts';
import { countedPlaceholders, countTotalsSince, hasAdsSince, updateTotals } from './totals.sql.ts';

export type { Analyses, RecordCounts, Sighting };

export interface Catalog {
  /** The only way to add ads. When it resolves, every ad of the batch is stored exactly once. */
  recordAds(ads: readonly OpenAd[], sighting: Sighting, analyses?: Analyses): Promise<RecordResult>;
  /** Marks an import as complete, so that alert rules are matched against it. */
  endImport(importId: string): Promise<void>;
  enrichAgain(
    outdated: Outdated,
    stopping: AbortSignal,
    progress: (done: number, total: number) => void,
  ): Promise<number>;
  enrichByHash(hashes: readonly string[]): Promise<void>;
  /** Joins the families of ads with nearly equal pictures. */
  addPictures(pictures: readonly AdPicture[]): Promise<void>;
  /** Stores what was read in pictures, and makes the words of their pictures searchable for these ads. */
  addPictureWords(pictures: readonly ReadPicture[], hashes: readonly string[]): Promise<void>;
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
  const { clickhouse, db, embedder, cluster = null } = parts;
  const recordings = createRecordings(db);
  const { withLock, inRecording } = createWriteQueue(clickhouse, db, recordings);
  const runMaintenance = <Result>(work: (tx: Postgres, onChange: OnChange) => Promise<Result>) =>
    inRecording(lockForMaintenance, [], (tx, _recording, onChange) => work(tx, onChange));
  const nextRecording = () =>
    inRecording(lockForRecording, [], async (_tx, _recording, onChange) => onChange([]));
  const moveJoinedAds = createMover(parts, inRecording);
  /** Derived data is updated outside the recording. Each finished part starts a new recording, so that caches are invalidated. */
  const derived = async (start: () => readonly Promise<boolean>[]): Promise<void> => {
    await moveJoinedAds();
    const outcomes = await Promise.allSettled(start().map((each) => runAfterChange(each, nextRecording)));
    const failed = outcomes.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };
  const embed = async () =>
    embedder === null ? false : refreshVectors(clickhouse, await embedder(), { cluster });
  return {
    recordings,
    withWriteLock: (work) => withLock(lockForMaintenance, () => work()),
    recordAds: async (...batch) => {
      const { recorded, hasJoined } = await recordAndAnnounce(parts, inRecording, ...batch);
      if (hasJoined) await moveJoinedAds();
      return recorded;
    },
    endImport: (importId) => db.transaction((tx) => markImportEnded(tx, importId)),
    enrichAgain: async (outdated, stopping, progress) => {
      let page: PageState = { done: 0, after: { advertiserId: 0, hash: '' } };
      const total = await countOutdated(clickhouse, outdated);
      while (!stopping.aborted) {
        const here = page;
        const next = await runMaintenance((tx, onChange) =>
          enrichPage({ ...parts, tx, onChange }, outdated, here),
        );
        if (next === null) break;
        page = next;
        progress(page.done, Math.max(total, page.done));
      }
      return page.done;
    },
    enrichByHash: (hashes) =>
      runMaintenance((tx, onChange) => enrichByHash({ ...parts, tx, onChange }, hashes)),
    addPictures: (pictures) =>
      runMaintenance((_tx, onChange) => addPictures({ clickhouse, onChange }, pictures)),
    addPictureWords: (pictures, hashes) =>
      runMaintenance((_tx, onChange) => addPictureWords({ clickhouse, onChange }, pictures, hashes)),
    removeAds: async (which) => {
      await moveJoinedAds();
      const expected = await withLock(lockForMaintenance, () => expectRemoval(clickhouse, db, which.keys));
      return runMaintenance((tx) => removeMatchingAds(parts, tx, which, expected));
    },
    optimize: () =>
      derived(() => [mergeTables(clickhouse).then(() => false), refreshTotals(clickhouse), embed()]),
    refreshTotals: () => derived(() => [refreshTotals(clickhouse), hidePlaceholders(clickhouse)]),
    refreshDerived: (opened, options) =>
      derived(() => [refreshTotals(clickhouse), refreshVectors(clickhouse, opened, { ...options, cluster })]),
  };
}

type InRecording = ReturnType<typeof createWriteQueue>['inRecording'];

/** A recording for which alerts are sent. */
function recordAndAnnounce(
  parts: CatalogDeps,
  inRecording: InRecording,
  ...[ads, sighting, analyses]: Parameters<Catalog['recordAds']>
) {
  const hashes = ads.map((ad) => adHash(buildAdKey(ad)));
  return inRecording(lockForRecording, hashes, async (tx, recording, onChange) => {
    const { added, ...result } = await withCopies(parts.copies, tx, hashes, () =>
      recordBatch({ ...parts, tx, recording, onChange }, ads, sighting, analyses),
    );
    // Last, because recordings of other nodes wait for these rows until the commit.
    await addPendingRecordings(tx, [recording], sighting.importId ?? null);
    await updateFreshness(tx, sighting);
    for (const ceiling of findCeilings(ads, sighting.seenAt)) await saveCeiling(tx, ceiling);
    await addRecordedAds(tx, added);
    return result;
  });
}

/** Moves the ads of advertisers that are names of others since they were recorded. An interrupted move is continued. */
function createMover(parts: CatalogDeps, inRecording: InRecording) {
  return async (): Promise<void> => {
    let after: AdPosition | null = { advertiserId: 0, hash: '' };
    while (after !== null && (await findUnmovedAds(parts.clickhouse, after, 1)).length > 0) {
      const from: AdPosition = after;
      after = await inRecording(lockForMaintenance, [], (tx, recording, onChange) =>
        movePage({ ...parts, tx, recording, onChange }, from),
      );
    }
  };
}

type OnChange = RecordingDeps['onChange'];

type Lock = (tx: Postgres) => Promise<void>;

/**
 * Runs index changes, one at a time in this process. Recordings of other nodes run at the same time unless they contain
 * the same ads; maintenance runs alone. Each change is a numbered recording.
 */
function createWriteQueue(clickhouse: ClickHouse, db: Postgres, recordings: Recordings) {
  const enqueue = serialQueue();
  const withLock = <Result>(lock: Lock, work: (tx: Postgres) => Promise<Result>): Promise<Result> =>
    enqueue(() =>
      db.transaction(async (tx) => {
        await lock(tx);
        return work(tx);
      }),
    );
  /** In a separate transaction, so that other nodes see the number before anything is written under it. */
  const begin = async (tx: Postgres, keys: readonly number[]): Promise<number> => {
    const holder = randomInt(2 ** 31);
    await lockHolder(tx, holder);
    for (;;) {
      await closeInterrupted(clickhouse, db);
      const recording = await db.transaction((opening) => openRecording(opening, holder, keys));
      if (recording !== null) return recording;
      await sleep(retryMilliseconds);
    }
  };
  /** @param hashes of the ads that it reads and writes */
  const inRecording = async <Result>(
    lock: Lock,
    hashes: readonly string[],
    work: (tx: Postgres, recording: number, onChange: OnChange) => Promise<Result>,
  ): Promise<Result> => {
    const keys = [...new Set(hashes.map(toKey))];
    let changed: Set<number> | undefined;
    const onChange: OnChange = (advertiserIds) => {
      changed = new Set([...(changed ?? []), ...advertiserIds]);
    };
    try {
      const { recording, result, visible } = await withLock(lock, async (tx) => {
        const number = await begin(tx, keys);
        const value = await work(tx, number, onChange);
        await notifyWaitingImports(tx, number);
        return { recording: number, result: value, visible: await closeRecording(tx, number) };
      });
      recordings.endedHere(recording, visible, changed);
      return result;
    } catch (error) {
      // If this fails too, the next recording on any node closes it.
      await closeInterrupted(clickhouse, db).catch(() => undefined);
      recordings.failedHere();
      throw error;
    }
  };
  return { withLock, inRecording };
}

/** 52 bits. Two ads with the same key only wait for each other. */
function toKey(hash: string): number {
  return Number.parseInt(hash.slice(0, 13), 16);
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

const adsPerMove = 1000;

/** Returns the position of the last ad, or null if there was none. */
async function movePage(deps: CatalogDeps & MoveDeps, after: AdPosition): Promise<AdPosition | null> {
  const rows = await findUnmovedAds(deps.clickhouse, after, adsPerMove);
  for (const [from, unmoved] of groupBy(rows, (row) => row.from)) {
    const hashes = unmoved.map(({ hash }) => hash);
    await withCopies(deps.copies, deps.tx, hashes, () =>
      moveAds(deps, { from, into: unmoved[0]?.into ?? from, hashes }),
    );
  }
  const last = rows.at(-1);
  return last === undefined ? null : { advertiserId: last.from, hash: last.hash };
}

type MoveDeps = Pick<RecordingDeps, 'tx' | 'recording' | 'onChange'>;

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

/** Of advertisers that were counted before their names were known as placeholders. */
async function hidePlaceholders(clickhouse: ClickHouse): Promise<boolean> {
  const counted = await countedPlaceholders(clickhouse);
  if (counted.length > 0) await updateTotals(clickhouse, counted);
  return counted.length > 0;
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
