import type { OpenAd } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import * as sql from './ads.sql.ts';
import { enrichedBy, type Enrichment, type TextAnalysis } from './enrichment.ts';
import { joinFamilies } from './families/joinFamilies.ts';
import { keyOf, type EventRecord, type StoredEvent } from './eventRows.ts';
import type { AdEvent, EnrichedAd, KnownAd, Measurement } from './knownAd.ts';
import { foldAd, mergeAd, needsPast, type MergedAd, type StoredHistory } from './mergeAd.ts';
import { readAdvertisers, recordAdvertisers } from './recordAdvertisers.ts';
import { identify, readSighting, type ReadSighting, type SeenAd, type Sighting } from './sightings.ts';
import type { SightingRow } from './sightingLog.ts';
import { type AdRow, eventRow, getFirstDay, fromRow, snapshotRow, toRow, trendingRows } from './rows.ts';
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

interface Draft {
  readonly hash: string;
  readonly key: string;
  readonly stored: EnrichedAd | null;
  /** Previous advertisers that still have a row of the ad because its move was interrupted. */
  readonly staleIds: readonly number[];
  /** Days on which `trending_ads` may have a row for the ad. */
  readonly days: readonly string[];
  readonly history: Map<string, Measurement>;
  readonly seen: ReadSighting[];
  /** Of the texts of the ad, if it was seen once. */
  analysis: TextAnalysis | undefined;
  past: { readonly log: readonly SightingRow[]; readonly events: readonly StoredEvent[] } | null;
}

type FinishedDraft = Draft & MergedAd;

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
  const counted = isCountedNow ? advertisersIn(finished) : renamed;
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

function historyOf({ stored: ad, history: measurements, past }: Draft): StoredHistory {
  return { ad, measurements, past };
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

/** Events are stored by advertiser, so an ad that moves to another takes its whole history along. */
async function copyEventsOfMoved(
  clickhouse: ClickHouse,
  drafts: readonly FinishedDraft[],
): Promise<ReadonlyMap<string, readonly EventRecord[]>> {
  const moved = drafts.filter(({ stored, ad }) => stored !== null && stored.advertiserId !== ad.advertiserId);
  const unread = moved.filter(({ past }) => past === null).map(({ hash }) => hash);
  const found = groupBy(await readStoredEvents(clickhouse, unread), ({ event }) => event.hash);
  return new Map(
    moved.map(({ hash, ad, past, stored, eventRecords }) => {
      const written = new Set(eventRecords.map(({ event }) => keyOf(event)));
      const known = past?.events ?? found.get(hash) ?? [];
      const copied = known.filter(({ event }) => !written.has(keyOf(event)));
      const { advertiserId } = ad;
      return [
        hash,
        [
          ...copied.map(({ event, isRemoved }) => ({ event: { ...event, advertiserId }, isRemoved })),
          // The advertiser that it leaves, to which it may return.
          ...eventRecords
            .filter(({ isRemoved }) => isRemoved)
            .map(({ event }) => ({
              event: { ...event, advertiserId: stored?.advertiserId ?? advertiserId },
              isRemoved: true,
            })),
        ],
      ];
    }),
  );
}

async function readStoredEvents(clickhouse: ClickHouse, hashes: readonly string[]): Promise<StoredEvent[]> {
  const rows = await sql.findStoredEvents(clickhouse, hashes);
  return rows.map(({ changes, removed, version, ...event }) => ({
    event: { ...event, changes: JSON.parse(changes) as AdEvent['changes'] },
    isRemoved: removed === 1,
    version,
  }));
}

interface BatchEntry {
  readonly seen: SeenAd;
  readonly read: ReadSighting;
  readonly analysis: TextAnalysis | undefined;
}

/** @param byHash the sightings of each ad */
async function openDrafts(
  clickhouse: ClickHouse,
  byHash: ReadonlyMap<string, readonly BatchEntry[]>,
): Promise<Draft[]> {
  const hashes = [...byHash.keys()];
  const places = new Map((await sql.readAdPlaces(clickhouse, hashes)).map((place) => [place.hash, place]));
  const placed = [...places.keys()];
  const dated = new Set(hashes.filter((hash) => byHash.get(hash)?.some(({ seen }) => isDated(seen))));
  const [rows, ...snapshots] = await Promise.all([
    sql.adsByHash(clickhouse, placed),
    sql.newestSnapshots(
      clickhouse,
      placed.filter((hash) => !dated.has(hash)),
    ),
    sql.findSnapshots(
      clickhouse,
      placed.filter((hash) => dated.has(hash)),
    ),
  ]);
  const stored = groupBy(rows, ({ hash }) => hash);
  const drafts = new Map(
    Array.from(byHash, ([hash, entries]) => [
      hash,
      createDraft(hash, entries, stored.get(hash) ?? [], places.get(hash)?.days ?? []),
    ]),
  );
  for (const { hash, ...measurement } of snapshots.flat()) {
    drafts.get(hash)?.history.set(measurement.capturedAt, measurement);
  }
  await readPasts(clickhouse, [...drafts.values()]);
  return [...drafts.values()];
}

/** Whether the record has a time, at which the ad may have been measured before. */
function isDated({ ad }: SeenAd): boolean {
  return ad.snapshots.length > 0 || ad.capturedAt !== null || ad.lastSeenAt !== null;
}

/** Of the ads with sightings that are not later than the known ones. */
async function readPasts(clickhouse: ClickHouse, drafts: readonly Draft[]): Promise<void> {
  const needed = drafts.filter(({ stored, seen }) => needsPast(stored, seen));
  const logged = needed.filter(({ stored }) => stored?.isLogged === true);
  const [rows, events] = await Promise.all([
    sql.findSightings(
      clickhouse,
      logged.map(({ hash }) => hash),
    ),
    readStoredEvents(
      clickhouse,
      needed.map(({ hash }) => hash),
    ),
  ]);
  const [rowsOf, eventsOf] = [groupBy(rows, ({ hash }) => hash), groupBy(events, ({ event }) => event.hash)];
  for (const draft of needed) {
    draft.past = { log: rowsOf.get(draft.hash) ?? [], events: eventsOf.get(draft.hash) ?? [] };
  }
}

function createDraft(
  hash: string,
  entries: readonly BatchEntry[],
  rows: readonly AdRow[],
  days: readonly string[],
): Draft {
  const [newest, ...others] = rows.toSorted((one, other) => other.version - one.version);
  const stored = newest === undefined ? null : fromRow(newest);
  const [first, second] = entries;
  return {
    hash,
    key: first?.seen.key ?? stored?.key ?? '',
    stored,
    staleIds: others.map((row) => row.advertiser_id),
    days: stored === null ? days : [...days, getFirstDay(stored)],
    history: new Map(),
    seen: entries.map(({ read }) => read),
    analysis: stored === null && second === undefined ? first?.analysis : undefined,
    past: null,
  };
}

async function buildRows(
  { clickhouse, ...parts }: Enriching & Pick<RecordingDeps, 'clickhouse'>,
  drafts: readonly FinishedDraft[],
  advertisers: Advertisers,
): Promise<{ readonly beforeAds: readonly Inserts[]; readonly ads: readonly Inserts[] }> {
  const copies = await copyEventsOfMoved(clickhouse, drafts);
  const seen = drafts.filter(
    ({ stored, staleIds, ad, changed, addedCreatives }) =>
      changed || isSeenAgain(stored, ad) || staleIds.length > 0 || addedCreatives.length > 0,
  );
  const recordedAt = new Date().toISOString();
  const ads = await enrichDrafts(parts, seen);
  const drafted = new Map(seen.map((draft) => [draft.ad.hash, draft]));
  const snapshots = drafts.flatMap(({ ad, measurements }) =>
    measurements.map((each) => snapshotRow(ad.hash, each, ad.version)),
  );
  const events = drafts.flatMap(({ hash, ad, eventRecords }) =>
    [...(copies.get(hash) ?? []), ...eventRecords].map(({ event, isRemoved }) =>
      eventRow(event, ad.version, isRemoved),
    ),
  );
  const trends = ads.flatMap((ad) => {
    const draft = drafted.get(ad.hash);
    return draft?.changed === true ? trendingRows(draft.days, ad) : [];
  });
  return {
    beforeAds: [
      [['ad_places', seen.filter(hasNewPlace).map(placeRow)]],
      [
        ['sightings', drafts.flatMap(({ sightings }) => sightings)],
        ['snapshots', snapshots],
        ['events', events],
        ['trending_ads', trends],
      ],
    ],
    ads: [
      [['ads', ads.map((ad) => toRow(ad, advertisers.get(ad.advertiserId)?.name ?? '', recordedAt))]],
      // Last, so that an ad which moves to another advertiser always has a row.
      [['ads', seen.flatMap((draft) => tombstoneRows(draft, recordedAt))]],
    ],
  };
}

function isSeenAgain(stored: KnownAd | null, ad: KnownAd): boolean {
  return (
    ad.lastSeenAt !== stored?.lastSeenAt ||
    ad.lastConfirmedAt !== stored.lastConfirmedAt ||
    ad.freshnessDays !== stored.freshnessDays ||
    ad.digest !== stored.digest ||
    ad.isLogged !== stored.isLogged ||
    ad.latest?.capturedAt !== stored.latest?.capturedAt
  );
}

/** If one fails, the other still ends first: a running write would overlap the next recording. */
async function awaitBoth<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}

function hasNewPlace({ stored, ad, days }: FinishedDraft): boolean {
  return stored?.advertiserId !== ad.advertiserId || !days.includes(getFirstDay(ad));
}

/** Bounds the list for an ad whose start date changes repeatedly while its recording is interrupted. */
const maxPlaceDays = 10;

function placeRow({ stored, ad, days }: FinishedDraft): object {
  return {
    hash: ad.hash,
    advertiser_id: ad.advertiserId,
    left_advertiser_id: stored?.advertiserId ?? null,
    days: [...new Set([getFirstDay(ad), ...days])].slice(0, maxPlaceDays),
    version: ad.version,
  };
}

function tombstoneRows({ stored, staleIds, ad }: FinishedDraft, recordedAt: string): object[] {
  const { hash, version } = ad;
  const places = new Set(stored === null ? staleIds : [...staleIds, stored.advertiserId]);
  places.delete(ad.advertiserId);
  return [...places].map((place) => ({
    advertiser_id: place,
    hash,
    version,
    recorded_at: recordedAt,
    is_deleted: 1,
  }));
}

type Enriching = Pick<RecordingDeps, 'enrichment' | 'tx'>;

async function enrichDrafts({ enrichment, tx }: Enriching, drafts: readonly FinishedDraft[]) {
  // Facts do not change if an ad is only moved.
  const outdated = drafts.filter(
    ({ stored, seen, changed }) => stored === null || (changed && seen.length > 0),
  );
  const derived = await enrichment.derive(
    outdated.map(({ ad }) => ad.facts),
    tx,
    outdated.map(({ analysis }) => analysis),
  );
  const found = new Map(outdated.map(({ ad: { hash } }, index) => [hash, derived[index]]));
  return drafts.flatMap(({ stored, ad }) => {
    const now = found.get(ad.hash);
    if (now !== undefined) return [{ ...ad, derived: now, enriched: enrichedBy(enrichment, now) }];
    return stored === null ? [] : [{ ...ad, derived: stored.derived, enriched: stored.enriched }];
  });
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
