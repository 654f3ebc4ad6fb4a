import { isDeepStrictEqual } from 'node:util';
import type { OpenAd } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import {
  adsByHash,
  advertisersById,
  eventsOf,
  newestSnapshots,
  placesOf,
  snapshotsOf,
  type AdvertiserRow,
  type SnapshotRow,
} from './ads.sql.ts';
import { enrichedBy, type Enrichment } from './enrichment.ts';
import { nameKey } from './identity.ts';
import { addRecordedAds } from './indexHealth.sql.ts';
import type { AdEvent, EnrichedAd, KnownAd, Measurement } from './knownAd.ts';
import { identify, merge, type SeenAd, type Sighting } from './merge.ts';
import { type AdRow, eventRow, firstDay, fromRow, snapshotRow, toRow, trendingRows } from './rows.ts';
import { pageUses } from './pageUses.ts';
import { countTotalsOf } from './totals.sql.ts';

/** What became of a batch. */
export interface Recorded {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** The same with what happened, for those who wait for it. */
export interface Recording extends Recorded {
  readonly events: readonly AdEvent[];
}

/** What is known of an ad while a batch is put together. */
interface Draft {
  readonly stored: EnrichedAd | null;
  /** Advertisers under whom it still is beside where it belongs, because a kill caught it while it moved. */
  readonly strays: readonly number[];
  /** The days on which it may be among the ads by day. */
  readonly days: readonly string[];
  /** What is measured of it, on disk or by this batch. */
  readonly history: Map<string, Measurement>;
  ad: KnownAd | null;
  changed: boolean;
  readonly measurements: Measurement[];
  readonly events: AdEvent[];
}

/** A draft that has seen its ad. */
type FinishedDraft = Draft & { ad: KnownAd };

/** Written together: few enough that the next ones are prepared meanwhile, many enough to be worth a write. */
const adsInWrite = 2500;

/** What a recording is done with, and which it is. */
export interface RecordingParts {
  readonly clickhouse: ClickHouse;
  readonly enrichment: Enrichment;
  /** The transaction that the recording is. */
  readonly tx: Postgres;
  readonly recording: number;
}

/** Of so few ads it shows at once what their advertisers come to; after more of them the index is to be settled. */
export const fewAds = 1000;

/**
 * Reads what is known of a batch, merges, and writes. The caller makes sure that nobody else does meanwhile.
 * The place of an ad is written first and its row last: whatever a kill leaves between them is found or written again,
 * the same, when the batch is repeated. An ad that moves leaves its old place when it is at the new one.
 */
export async function recordBatch(
  { clickhouse, enrichment, tx, recording }: RecordingParts,
  ads: readonly OpenAd[],
  sighting: Sighting,
): Promise<Recording> {
  const seen = identify(ads, sighting, recording);
  const [drafts, advertisers] = await Promise.all([
    openDrafts(clickhouse, seen),
    advertisersById(clickhouse, [...new Set(seen.map((each) => each.advertiserId))]),
  ]);
  const finished = mergeAll(drafts, seen, sighting);
  await takeEventsAlong(clickhouse, finished.filter(hasMoved));
  const known = new Map(advertisers.map((row) => [row.advertiser_id, row]));
  const logosBefore = new Map(advertisers.map((row) => [row.advertiser_id, row.brand_logo]));
  const changedAdvertisers = updateAdvertisers(known, seen, sighting);
  const nameOf = (advertiserId: number): string => known.get(advertiserId)?.name ?? '';
  const uses = finished.flatMap((draft) => pageUses(draft, recording));
  const countedLater = ads.length > fewAds ? changedAdvertisers.filter(isNew).map(uncounted) : [];
  let writing = writeInTurn(clickhouse, [
    ['advertisers', changedAdvertisers],
    ['page_uses', uses],
    ['advertiser_totals', countedLater],
  ]);
  for (let start = 0; start < finished.length; start += adsInWrite) {
    const some = finished.slice(start, start + adsInWrite);
    const rows = await beside(writing, rowsOf({ enrichment, tx }, some, nameOf));
    writing = write(clickhouse, rows);
  }
  await writing;
  await addRecordedAds(tx, finished.filter(isNewToIndex).length);
  const counted =
    ads.length <= fewAds
      ? advertisersIn(finished)
      : changedAdvertisers.filter(hasAnotherLogo(logosBefore)).map((row) => row.advertiser_id);
  if (counted.length > 0) await countTotalsOf(clickhouse, counted);
  return summary(finished, ads.length);
}

/** An ad that lost its row to damage still has its place, and was counted before. */
function isNewToIndex({ stored, days }: FinishedDraft): boolean {
  return stored === null && days.length === 0;
}

/** Of one whose ads are as they were, nothing else would tell the totals, which have the logo. */
function hasAnotherLogo(before: ReadonlyMap<number, string | null>): (row: AdvertiserRow) => boolean {
  return ({ advertiser_id: id, brand_logo: logo }) => before.has(id) && before.get(id) !== logo;
}

function isNew({ version }: AdvertiserRow): boolean {
  return version === 1;
}

/** An advertiser is found by its name also while its ads are not counted yet; the first count takes this row's place. */
function uncounted({ advertiser_id, name, name_key, brand_logo }: AdvertiserRow): object {
  return { advertiser_id, name, name_key, brand_logo, built_at: new Date() };
}

/** Those whose ads these are, and those who had them before. */
function advertisersIn(drafts: readonly FinishedDraft[]): number[] {
  return [
    ...new Set(
      drafts.flatMap(({ stored, ad }) => [ad.advertiserId, stored?.advertiserId ?? ad.advertiserId]),
    ),
  ];
}

function mergeAll(
  drafts: ReadonlyMap<string, Draft>,
  ads: readonly SeenAd[],
  sighting: Sighting,
): FinishedDraft[] {
  const finished = new Set<FinishedDraft>();
  for (const seen of ads) {
    const draft = drafts.get(seen.hash);
    if (draft !== undefined) finished.add(addSighting(draft, seen, sighting));
  }
  for (const draft of finished) gatherEvents(draft);
  return [...finished];
}

/** A batch may tell of an ad under several advertisers: what happened to it lies with the one that it is of in the end. */
function gatherEvents({ ad: { advertiserId }, events }: FinishedDraft): void {
  for (const [at, event] of events.entries()) {
    if (event.advertiserId !== advertiserId) events[at] = { ...event, advertiserId };
  }
}

function hasMoved({ stored, ad }: FinishedDraft): boolean {
  return stored !== null && stored.advertiserId !== ad.advertiserId;
}

/** Events lie with their advertiser; an ad that moves to another is told of there from its beginning. */
async function takeEventsAlong(clickhouse: ClickHouse, moved: readonly FinishedDraft[]): Promise<void> {
  const byHash = new Map(moved.map((draft) => [draft.ad.hash, draft]));
  for (const { changes, recorded_in: recordedIn, ...event } of await eventsOf(clickhouse, [
    ...byHash.keys(),
  ])) {
    const draft = byHash.get(event.hash);
    const { advertiserId } = draft?.ad ?? {};
    if (advertiserId === undefined) continue;
    const told = JSON.parse(changes) as AdEvent['changes'];
    draft?.events.unshift({ ...event, advertiserId, changes: told, recordedIn });
  }
}

async function openDrafts(clickhouse: ClickHouse, ads: readonly SeenAd[]): Promise<Map<string, Draft>> {
  const hashes = [...new Set(ads.map(({ hash }) => hash))];
  const places = new Map((await placesOf(clickhouse, hashes)).map((place) => [place.hash, place]));
  const placed = [...places.keys()];
  const datedAds = ads.filter(({ ad }) => ad.snapshots.length > 0 || ad.capturedAt !== null);
  const dated = new Set(datedAds.map(({ hash }) => hash));
  const [rows, ...snapshots] = await Promise.all([
    adsByHash(clickhouse, placed),
    newestSnapshots(
      clickhouse,
      placed.filter((hash) => !dated.has(hash)),
    ),
    snapshotsOf(
      clickhouse,
      placed.filter((hash) => dated.has(hash)),
    ),
  ]);
  const stored = new Map<string, AdRow[]>();
  for (const row of rows) stored.set(row.hash, [...(stored.get(row.hash) ?? []), row]);
  const drafts = new Map(
    hashes.map((hash) => [hash, draftOf(stored.get(hash) ?? [], places.get(hash)?.days ?? [])]),
  );
  for (const row of snapshots.flat()) drafts.get(row.hash)?.history.set(row.captured_at, measurementOf(row));
  return drafts;
}

function draftOf(rows: readonly AdRow[], days: readonly string[]): Draft {
  const [newest, ...others] = rows.toSorted((one, other) => other.version - one.version);
  const stored = newest === undefined ? null : fromRow(newest);
  return {
    stored,
    strays: others.map((row) => row.advertiser_id),
    days: stored === null ? days : [...days, firstDay(stored)],
    history: new Map(),
    ad: stored,
    changed: false,
    measurements: [],
    events: [],
  };
}

function addSighting(draft: Draft, seen: SeenAd, sighting: Sighting): FinishedDraft {
  const merged = merge(draft.ad, draft.history, seen, sighting);
  draft.changed ||= merged.changed;
  draft.events.push(...merged.events);
  for (const each of merged.measurements) {
    draft.measurements.push(each);
    draft.history.set(each.capturedAt, each);
  }
  return Object.assign(draft, { ad: merged.ad });
}

/** Adds what the batch tells of its advertisers, and returns the rows that are new. The name keeps its first casing. */
function updateAdvertisers(
  known: Map<number, AdvertiserRow>,
  ads: readonly SeenAd[],
  { fillOnly = false }: Sighting,
): AdvertiserRow[] {
  const changed = new Map<number, AdvertiserRow>();
  for (const { ad, advertiserId: id, at } of ads) {
    const { advertiser, firstSeenAt } = ad;
    const before = known.get(id) ?? firstRow(id, advertiser.name, firstSeenAt ?? at);
    const after = withAdvertiser(before, advertiser, at, fillOnly);
    if (before.version > 0 && isTheSame(before, after)) continue;
    // One step up from what is on disk, however often the batch names it.
    const row = { ...after, version: changed.has(id) ? after.version : after.version + 1 };
    changed.set(id, row);
    known.set(id, row);
  }
  return [...changed.values()];
}

/** That it was seen again is noted once a day: every batch names most advertisers. */
function isTheSame(before: AdvertiserRow, after: AdvertiserRow): boolean {
  const isNextDay = before.last_seen_at.slice(0, 10) !== after.last_seen_at.slice(0, 10);
  return !isNextDay && isDeepStrictEqual(before, { ...after, last_seen_at: before.last_seen_at });
}

function firstRow(id: number, name: string, firstSeenAt: string): AdvertiserRow {
  return {
    advertiser_id: id,
    name_key: nameKey(name),
    name,
    brand_logo: null,
    page_url: null,
    external_ids: [],
    categories: [],
    first_seen_at: firstSeenAt,
    last_seen_at: new Date(0).toISOString(),
    version: 0,
  };
}

function withAdvertiser(
  row: AdvertiserRow,
  { logoUrl, pageUrl, externalId, externalIds, categories }: OpenAd['advertiser'],
  at: string,
  fillOnly: boolean,
): AdvertiserRow {
  const isNewer = !fillOnly && at > row.last_seen_at;
  const newest = (known: string | null, told: string | null): string | null =>
    isNewer ? (told ?? known) : (known ?? told);
  return {
    ...row,
    brand_logo: newest(row.brand_logo, logoUrl),
    page_url: newest(row.page_url, pageUrl),
    external_ids: among(
      [...row.external_ids, ...externalIds, ...(externalId === null ? [] : [externalId])],
      100,
    ),
    categories: among([...row.categories, ...categories], 20),
    last_seen_at: isNewer ? at : row.last_seen_at,
  };
}

/** Each once, and as many as the open format takes. */
function among(values: readonly string[], most: number): string[] {
  return [...new Set(values)].slice(0, most);
}

/** The rows of some ads, by table. */
interface Rows {
  readonly places: object[];
  readonly snapshots: object[];
  readonly events: object[];
  readonly trends: object[];
  readonly ads: object[];
  /** Of ads that another advertiser runs now, at their old place. */
  readonly left: object[];
}

async function rowsOf(
  parts: Enriching,
  drafts: readonly FinishedDraft[],
  nameOf: (advertiserId: number) => string,
): Promise<Rows> {
  const seen = drafts.filter(
    ({ stored, strays, ad, changed }) => changed || hasOtherTimes(stored, ad) || strays.length > 0,
  );
  const recordedAt = new Date().toISOString();
  const ads = await enriched(parts, seen);
  const drafted = new Map(seen.map((draft) => [draft.ad.hash, draft]));
  return {
    places: seen.filter(isPlacedAnew).map(placeRow),
    snapshots: drafts.flatMap(({ ad, measurements }) =>
      measurements.map((each) => snapshotRow(ad.hash, each, ad.version)),
    ),
    events: drafts.flatMap(({ ad, events }) => events.map((event) => eventRow(event, ad.version))),
    trends: ads.flatMap((ad) => {
      const draft = drafted.get(ad.hash);
      return draft?.changed === true ? trendingRows(draft.days, ad) : [];
    }),
    ads: ads.map((ad) => toRow(ad, nameOf(ad.advertiserId), recordedAt)),
    left: seen.flatMap((draft) => leftRows(draft, recordedAt)),
  };
}

function hasOtherTimes(stored: KnownAd | null, ad: KnownAd): boolean {
  return ad.lastSeenAt !== stored?.lastSeenAt || ad.latest?.capturedAt !== stored.latest?.capturedAt;
}

function write(clickhouse: ClickHouse, rows: Rows): Promise<void> {
  return writeInTurn(clickhouse, [
    ['ad_places', rows.places],
    ['snapshots', rows.snapshots],
    ['events', rows.events],
    ['trending_ads', rows.trends],
    ['ads', rows.ads],
    ['ads', rows.left],
  ]);
}

async function writeInTurn(
  clickhouse: ClickHouse,
  inserts: readonly (readonly [table: string, rows: readonly object[]])[],
): Promise<void> {
  for (const [table, rows] of inserts) if (rows.length > 0) await clickhouse.insert(table, rows);
}

/**
 * The result of work that is done while something is written. When one of them fails, the other has ended too before
 * the error is thrown: a rejection without a handler would end the process, and what went on would meet the next recording.
 */
async function beside<Result>(writing: Promise<void>, work: Promise<Result>): Promise<Result> {
  const [written, result] = await Promise.allSettled([writing, work]);
  if (written.status === 'rejected') throw written.reason;
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Whether it comes to another advertiser or another day than what is noted of it. */
function isPlacedAnew({ stored, ad, days }: FinishedDraft): boolean {
  return stored?.advertiserId !== ad.advertiserId || !days.includes(firstDay(ad));
}

/** More days than an ad that is dated anew again and again before anybody can write it. */
const mostDays = 10;

function placeRow({ stored, ad, days }: FinishedDraft): object {
  return {
    hash: ad.hash,
    advertiser_id: ad.advertiserId,
    left_advertiser_id: stored?.advertiserId ?? null,
    days: [...new Set([firstDay(ad), ...days])].slice(0, mostDays),
    version: ad.version,
  };
}

function leftRows({ stored, strays, ad }: FinishedDraft, recordedAt: string): object[] {
  const { hash, version } = ad;
  const places = new Set(stored === null ? strays : [...strays, stored.advertiserId]);
  places.delete(ad.advertiserId);
  return [...places].map((place) => ({
    advertiser_id: place,
    hash,
    version,
    recorded_at: recordedAt,
    is_deleted: 1,
  }));
}

type Enriching = Pick<RecordingParts, 'enrichment' | 'tx'>;

/** What has not changed since it was enriched stays as it is. */
async function enriched(
  { enrichment, tx }: Enriching,
  drafts: readonly FinishedDraft[],
): Promise<EnrichedAd[]> {
  const anew = drafts.filter(({ stored, changed }) => stored === null || changed);
  const derived = await enrichment.derive(
    anew.map(({ ad }) => ad.facts),
    tx,
  );
  const found = new Map(anew.map(({ ad: { hash } }, index) => [hash, derived[index]]));
  return drafts.flatMap(({ stored, ad }) => {
    const now = found.get(ad.hash);
    if (now !== undefined) return [{ ...ad, derived: now, enriched: enrichedBy(enrichment, now) }];
    return stored === null ? [] : [{ ...ad, derived: stored.derived, enriched: stored.enriched }];
  });
}

/** An ad that the batch has several times is counted where it belongs and otherwise as unchanged. */
function summary(drafts: readonly FinishedDraft[], sightings: number): Recording {
  const created = drafts.filter(({ stored }) => stored === null).length;
  const updated = drafts.filter(({ stored, changed }) => stored !== null && changed).length;
  return {
    created,
    updated,
    unchanged: sightings - created - updated,
    events: drafts.flatMap(({ events, stored }) =>
      events.filter(({ sequence }) => sequence > (stored?.version ?? 0)),
    ),
  };
}

function measurementOf(row: SnapshotRow): Measurement {
  const { captured_at: capturedAt, reach, likes, comments, shares, rank_country: rankCountry } = row;
  return { capturedAt, reach, likes, comments, shares, rankCountry };
}
