import type { OpenAd } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import * as sql from './ads.sql.ts';
import { buildRows } from './draftRows.ts';
import { openDrafts, type Draft, type FinishedDraft } from './drafts.ts';
import type { Enrichment, TextAnalysis } from './enrichment.ts';
import { joinFamilies } from './families/joinFamilies.ts';
import type { AdEvent } from './knownAd.ts';
import { foldAd, mergeAd, type StoredHistory } from './mergeAd.ts';
import { readAdvertisers, recordAdvertisers } from './recordAdvertisers.ts';
import { identify, readSighting, type Sighting } from './sightings.ts';
import { pageUses } from './adHistory.ts';
import { updateTotals } from './totals.sql.ts';
import { writeTables, type Inserts } from './writeTables.ts';
import { lockFamilies } from './writeLock.sql.ts';

export interface RecordCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

export interface RecordResult extends RecordCounts {
  readonly events: readonly AdEvent[];
}

export interface RecordingDeps {
  readonly clickhouse: ClickHouse;
  readonly enrichment: Enrichment;
  readonly db: Postgres;
  /** The transaction of the recording. */
  readonly tx: Postgres;
  readonly recording: number;
  /** Receives the advertisers that are about to change. */
  readonly onChange: (advertiserIds: Iterable<number>) => void;
}

/** Of the texts of each ad at its index, where already known. */
export type Analyses = readonly (TextAnalysis | undefined)[];

/** Up to this many ads, the totals of advertisers are updated at once; after larger batches, call `optimize`. */
export const inlineTotalsLimit = 1000;

/**
 * Reads the stored state of a batch, merges it, and writes it. No other recording of these ads is open. The place of an ad is
 * written first and its row last, the tables between at once: repeating an interrupted batch finds or rewrites the same rows. An ad that moves to
 * another advertiser is deleted at the old one last.
 */
export async function recordBatch(
  deps: RecordingDeps,
  ads: readonly OpenAd[],
  sighting: Sighting,
  analyses: Analyses = [],
) {
  const { clickhouse, recording, onChange } = deps;
  const seen = identify(ads, sighting);
  onChange(seen.map((each) => each.advertiserId));
  const entries = seen.map((each, index) => ({
    seen: each,
    read: readSighting(each, sighting),
    analysis: analyses[index],
  }));
  const isCountedNow = ads.length <= inlineTotalsLimit;
  const [{ rows, changedAliases, renamed, joined }, drafts] = await awaitBoth(
    recordAdvertisers(deps, seen, sighting, !isCountedNow),
    openDrafts(
      clickhouse,
      groupBy(entries, (entry) => entry.seen.hash),
    ),
  );
  onChange(changedAliases.map((row) => row.advertiser_id));
  const advertisers = await readOwners(clickhouse, rows, drafts);
  const finished = finishDrafts(drafts, advertisers, recording);
  const uses = finished.flatMap((draft) => pageUses(draft, recording));
  const writtenBefore = awaitBoth(
    writeTables(clickhouse, [['page_uses', uses]]),
    recordFamilies(deps, finished),
  );
  await writeDrafts(deps, finished, advertisers, writtenBefore);
  const counted = isCountedNow ? [...new Set([...advertisersIn(finished), ...renamed])] : renamed;
  if (counted.length > 0) await updateTotals(clickhouse, counted);
  // An ad whose row was lost to damage still has a place and was counted before.
  const added = finished.filter(({ stored, days }) => stored === null && days.length === 0);
  return {
    recorded: summary(finished, ads.length, recording),
    added: added.length,
    hasJoined: joined.length > 0,
  };
}

/**
 * Before the rows of the ads, so that an ad with creatives has a family. Ads of other recordings may have the same creatives, so
 * these have a lock.
 */
async function recordFamilies({ clickhouse, db }: RecordingDeps, drafts: readonly FinishedDraft[]) {
  const changed = drafts.filter(({ addedCreatives }) => addedCreatives.length > 0);
  if (changed.length === 0) return;
  await db.transaction(async (lock) => {
    await lockFamilies(lock);
    await joinFamilies(
      clickhouse,
      changed.map(({ hash, ad, addedCreatives }) => ({ hash, ids: ad.creatives, added: addedCreatives })),
    );
  });
}

/**
 * Moves ads from a name to the advertiser to which it belongs now, as if they were recorded there. No recording is open. A repeated
 * move continues an interrupted one.
 */
export async function moveAds(
  deps: Omit<RecordingDeps, 'db'>,
  { from, into, hashes }: sql.AliasWithAds,
): Promise<void> {
  const { clickhouse, onChange } = deps;
  onChange([from, into]);
  const opened = await openDrafts(clickhouse, new Map(hashes.map((hash) => [hash, []])));
  // An ad whose place was lost to damage stays.
  const drafts = opened.filter(({ stored }) => stored !== null);
  const advertisers = await readOwners(clickhouse, new Map(), drafts);
  const finished = finishDrafts(drafts, advertisers, deps.recording);
  await writeDrafts(deps, finished, advertisers, sql.copyPageUses(clickhouse, { from, into, hashes }));
  await updateTotals(clickhouse, [into]);
}

/** Advertisers by the ids of their names, also of those that stored sightings have. */
async function readOwners(
  clickhouse: ClickHouse,
  known: Advertisers,
  drafts: readonly Draft[],
): Promise<Advertisers> {
  const missing = new Set(drafts.flatMap(storedNameIds).filter((id) => !known.has(id)));
  const rows = missing.size === 0 ? [] : await readAdvertisers(clickhouse, [...missing]);
  return new Map([...rows.map((row) => [row.advertiser_id, row] as const), ...known]);
}

function storedNameIds(draft: Draft): number[] {
  const { stored, past, seen } = draft;
  if (stored === null) return [];
  return past === null ? [stored.nameId] : [foldAd(historyOf(draft), seen).state.advertiserId];
}

function advertisersIn(drafts: readonly FinishedDraft[]): number[] {
  return [
    ...new Set(
      drafts.flatMap(({ stored, ad }) => [ad.advertiserId, stored?.advertiserId ?? ad.advertiserId]),
    ),
  ];
}

function historyOf({ stored: ad, history: measurements, past, interrupted }: Draft): StoredHistory {
  return { ad, measurements, past, interrupted };
}

type Advertisers = ReadonlyMap<number, sql.AdvertiserRow>;

function finishDrafts(
  drafts: readonly Draft[],
  advertisers: Advertisers,
  recording: number,
): FinishedDraft[] {
  const ownerOf = (id: number): number => {
    const row = advertisers.get(id);
    return row === undefined ? id : sql.ownerOfName(row);
  };
  return drafts.map((draft) => {
    const { hash, key, seen } = draft;
    return Object.assign(draft, mergeAd({ hash, key, recording, ownerOf }, historyOf(draft), seen));
  });
}

/** @param writtenBefore a write that has to end before the rows of the ads are written */
async function writeDrafts(
  { clickhouse, enrichment, tx, onChange }: Omit<RecordingDeps, 'db'>,
  finished: readonly FinishedDraft[],
  advertisers: Advertisers,
  writtenBefore: Promise<unknown>,
): Promise<void> {
  onChange([...finished.flatMap(({ staleIds }) => staleIds), ...advertisersIn(finished)]);
  const [, rows] = await awaitBoth(
    writtenBefore,
    buildRows({ clickhouse, enrichment, tx }, finished, advertisers).then(async (built) => {
      await writeSteps(clickhouse, built.beforeAds);
      return built.ads;
    }),
  );
  await writeSteps(clickhouse, rows);
}

async function writeSteps(clickhouse: ClickHouse, steps: readonly Inserts[]): Promise<void> {
  for (const inserts of steps) await writeTables(clickhouse, inserts);
}

/** If one fails, the other still ends first: a running write would overlap the next recording. */
async function awaitBoth<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}

/** Further sightings of an ad in the same batch count as unchanged. */
function summary(drafts: readonly FinishedDraft[], sightings: number, recording: number): RecordResult {
  const created = drafts.filter(({ stored }) => stored === null).length;
  const updated = drafts.filter(({ stored, changed }) => stored !== null && changed).length;
  return {
    created,
    updated,
    unchanged: sightings - created - updated,
    events: drafts.flatMap(({ events }) => events.filter(({ recordedIn }) => recordedIn === recording)),
  };
}
