import type { OpenAd } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Enrichment } from './enrichment.ts';
import { beginRecording, noteFreshness, acquireWriteLock } from './writeLock.sql.ts';
import type { Outdated } from './ads.sql.ts';
import { type CopyUpdater, withCopies } from './copies.ts';
import { hasEventsOf } from './adChanges.sql.ts';
import { adHash, keyOf } from './identity.ts';
import { enrichPage, enrichThese, type Page } from './enrichAgain.ts';
import type { Sighting } from './merge.ts';
import { recordBatch, type Recorded, type Recording } from './recordAds.ts';
import { createRecordings, type Recordings } from './recordings.ts';
import { expectRemoval, removeAds, type RemovedAds } from './removeAds.ts';
import { mergeTables } from './optimizeTables.ts';
import { refreshTotals } from './totals.ts';
import { noteEnd, noteRecordings } from './pendingImports.sql.ts';
import { refreshVectors, type TextEmbedder, type VectorOptions } from './vectors.ts';

export type { Recorded, Sighting };

/** Every ad known. */
export interface Catalog {
  /** The only way in. When it resolves, every ad of the batch is on disk, once. */
  recordAds(ads: readonly OpenAd[], sighting: Sighting): Promise<Recording>;
  /** Says that no more ads come of an import, so that rules look at it. */
  endImport(importId: string): Promise<void>;
  /** Has the ads enriched again whose enrichment is out of date; returns how many. Stopped, it leaves the rest. */
  enrichAgain(outdated: Outdated, stopping: AbortSignal, progress: (ads: number) => void): Promise<number>;
  /** Has these ads enriched again, each that there is. */
  enrichThese(hashes: readonly string[]): Promise<void>;
  /** Removes ads and what is kept of them alone; returns how many. */
  removeAds(which: RemovedAds): Promise<number>;
  /** After an import: merges what it wrote, so that reading is fast again, counts totals and embeds what is new. */
  settle(): Promise<void>;
  /** Counts totals that a kill kept from being counted. */
  refreshTotals(): Promise<void>;
  /** Counts totals and embeds texts that wait for it, as long as there is time; or embeds all of them again. */
  refreshDerived(embedder: TextEmbedder, options: VectorOptions): Promise<void>;
  /** Does something while nobody on any node records; it changes nothing of the index. */
  betweenRecordings<Result>(work: () => Promise<Result>): Promise<Result>;
  readonly recordings: Pick<Recordings, 'newest'>;
}

export interface CatalogParts {
  readonly clickhouse: ClickHouse;
  /** On which tables are spread; null on a single server. */
  readonly cluster?: string | null;
  /** Where writers of all nodes wait for each other. */
  readonly db: Postgres;
  readonly enrichment: Enrichment;
  /** Embeds new texts as part of settling; null where that would take too long. */
  readonly embedder: (() => Promise<TextEmbedder>) | null;
  readonly copies?: CopyUpdater;
}

export function createCatalog(parts: CatalogParts): Catalog {
  const { clickhouse, cluster = null, db, enrichment, embedder, copies } = parts;
  const recordings = createRecordings(db);
  const { inTurn, withoutAds, betweenRecordings } = createTurns(clickhouse, db, recordings);
  const nextRecording = (): Promise<void> => withoutAds(() => Promise.resolve());
  /** Some of it may be on disk: it is to be looked at, and what was answered before is no longer so. */
  const noteFailed = (recording: number): Promise<void> =>
    withoutAds((tx) => noteRecordings(tx, [recording], null));
  /** What is derived from the ads is derived beside their recording, and each part answered from when it is whole. */
  const derived = async (work: readonly Promise<boolean>[]): Promise<void> => {
    const outcomes = await Promise.allSettled(work.map((each) => thenDo(each, nextRecording)));
    const failed = outcomes.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };
  const embed = async (): Promise<boolean> =>
    embedder === null ? false : refreshVectors(clickhouse, await embedder());
  return {
    recordings,
    betweenRecordings,
    recordAds: async (ads, sighting) => {
      let begun: number | undefined;
      try {
        return await inTurn(async (tx, recording) => {
          begun = recording;
          await noteFreshness(tx, sighting);
          const hashes = ads.map((ad) => adHash(keyOf(ad)));
          return withCopies(copies, tx, hashes, async () => {
            const recorded = await recordBatch({ clickhouse, enrichment, tx, recording }, ads, sighting);
            await noteRecordings(tx, [recording], sighting.importId ?? null);
            return recorded;
          });
        });
      } catch (error) {
        // Where it cannot be noted now, whoever is given the same number next finds it.
        if (begun !== undefined) await noteFailed(begun).catch(() => undefined);
        throw error;
      }
    },
    endImport: (importId) => db.transaction((tx) => noteEnd(tx, importId)),
    enrichAgain: async (outdated, stopping, progress) => {
      let page: Page = { done: 0, after: { advertiserId: 0, hash: '' } };
      while (!stopping.aborted) {
        const here = page;
        const next = await withoutAds((tx) => enrichPage({ clickhouse, enrichment, tx }, outdated, here));
        if (next === null) break;
        page = next;
        progress(page.done);
      }
      return page.done;
    },
    enrichThese: (hashes) => withoutAds((tx) => enrichThese({ clickhouse, enrichment, tx }, hashes)),
    removeAds: async (which) => {
      const expected = await betweenRecordings(() => expectRemoval(clickhouse, db, which.keys));
      return withoutAds((tx) => removeAds({ clickhouse, cluster, tx, copies, expected }, which));
    },
    settle: () => derived([mergeTables(clickhouse).then(() => false), refreshTotals(clickhouse), embed()]),
    refreshTotals: () => derived([refreshTotals(clickhouse)]),
    refreshDerived: (opened, options) =>
      derived([refreshTotals(clickhouse), refreshVectors(clickhouse, opened, options)]),
  };
}

/** Work that changes what the index answers, and is over before anybody else's begins. Each is a recording. */
interface Turns {
  readonly inTurn: <Result>(work: (tx: Postgres, recording: number) => Promise<Result>) => Promise<Result>;
  /** The same for work on what is recorded. What a recording left that was cut off has the number that is given next, and is told of. */
  readonly withoutAds: <Result>(work: (tx: Postgres) => Promise<Result>) => Promise<Result>;
  /** For work that changes nothing, and so is no recording. */
  readonly betweenRecordings: Catalog['betweenRecordings'];
}

function createTurns(clickhouse: ClickHouse, db: Postgres, recordings: Recordings): Turns {
  const waitForTurn = turns();
  const inTurn: Turns['inTurn'] = async (work) => {
    const { recording, result } = await waitForTurn(() =>
      db.transaction(async (tx) => {
        await acquireWriteLock(tx);
        const number = await beginRecording(tx);
        return { recording: number, result: await work(tx, number) };
      }),
    );
    recordings.ended(recording);
    return result;
  };
  const withoutAds: Turns['withoutAds'] = (work) =>
    inTurn(async (tx, recording) => {
      if (await hasEventsOf(clickhouse, recording)) await noteRecordings(tx, [recording], null);
      return work(tx);
    });
  const betweenRecordings: Turns['betweenRecordings'] = (work) =>
    waitForTurn(() =>
      db.transaction(async (tx) => {
        await acquireWriteLock(tx);
        return work();
      }),
    );
  return { inTurn, withoutAds, betweenRecordings };
}

/** When it has changed something; what failed may have before it did. */
async function thenDo(work: Promise<boolean>, next: () => Promise<void>): Promise<void> {
  let changed = true;
  try {
    changed = await work;
  } finally {
    if (changed) await next();
  }
}

/** One piece of work at a time, in the order in which it was asked for: of one process, only one waits for the lock. */
function turns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}
