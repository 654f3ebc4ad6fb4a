import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import * as sql from './ads.sql.ts';
import type { TextAnalysis } from './enrichment.ts';
import type { InterruptedRecording, StoredEvent } from './eventRows.ts';
import type { AdEvent, EnrichedAd, Measurement } from './knownAd.ts';
import { needsPast, type MergedAd } from './mergeAd.ts';
import { comparedDays } from './reachMomentum.ts';
import { type AdRow, fromRow, getFirstDay } from './rows.ts';
import { toDate, toDay } from './run.ts';
import type { SightingRow } from './sightingLog.ts';
import { earliest, type ReadSighting, type SeenAd } from './sightings.ts';

/** The stored state of an ad and its sightings in a batch. */
export interface Draft {
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
  /** The version that its last place has. */
  readonly placeVersion: number;
  interrupted: InterruptedRecording | null;
}

export type FinishedDraft = Draft & MergedAd;

interface BatchEntry {
  readonly seen: SeenAd;
  readonly read: ReadSighting;
  readonly analysis: TextAnalysis | undefined;
}

/** @param byHash the sightings of each ad */
export async function openDrafts(
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
      findFirstCompared([...byHash.values()].flat()),
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
      createDraft(hash, entries, stored.get(hash) ?? [], places.get(hash)),
    ]),
  );
  // The first row in the log of an ad has all measurements before it.
  const unlogged = rows.filter(({ hash, is_logged: isLogged }) => !isLogged && !dated.has(hash));
  const measured = unlogged.filter(({ captured_at: capturedAt }) => capturedAt !== null);
  snapshots.push(
    await sql.findSnapshots(
      clickhouse,
      measured.map(({ hash }) => hash),
    ),
  );
  for (const { hash, ...measurement } of snapshots.flat()) {
    drafts.get(hash)?.history.set(measurement.capturedAt, measurement);
  }
  await readPasts(clickhouse, [...drafts.values()]);
  return [...drafts.values()];
}

/** The day since which counts are compared with those of the batch. */
function findFirstCompared(entries: readonly BatchEntry[]): string {
  const first = entries.reduce((found, { seen }) => earliest(found, seen.at), new Date().toISOString());
  return toDate(toDay(first.slice(0, 10)) - comparedDays);
}

/** Whether the record has a time, at which the ad may have been measured before. */
function isDated({ ad }: SeenAd): boolean {
  return ad.snapshots.length > 0 || ad.capturedAt !== null || ad.lastSeenAt !== null;
}

/** Of the ads with sightings that are not later than the known ones; and the events of those with an interrupted recording. */
async function readPasts(clickhouse: ClickHouse, drafts: readonly Draft[]): Promise<void> {
  const needed = drafts.filter(({ stored, seen }) => needsPast(stored, seen));
  const interrupted = drafts.filter(isInterrupted);
  const logged = needed.filter(({ stored }) => stored?.isLogged === true);
  const [rows, events] = await Promise.all([
    sql.findSightings(
      clickhouse,
      logged.map(({ hash }) => hash),
    ),
    readStoredEvents(clickhouse, [...new Set([...needed, ...interrupted].map(({ hash }) => hash))]),
  ]);
  const [rowsOf, eventsOf] = [groupBy(rows, ({ hash }) => hash), groupBy(events, ({ event }) => event.hash)];
  for (const draft of needed) {
    draft.past = { log: rowsOf.get(draft.hash) ?? [], events: eventsOf.get(draft.hash) ?? [] };
  }
  for (const draft of interrupted) {
    draft.interrupted = { version: draft.placeVersion, events: eventsOf.get(draft.hash) ?? [] };
  }
}

/** A recording that writes events writes the place of the ad first, with the version that the ad has at its end. */
function isInterrupted({ stored, placeVersion }: Draft): boolean {
  return placeVersion > (stored?.version ?? 0);
}

function createDraft(
  hash: string,
  entries: readonly BatchEntry[],
  rows: readonly AdRow[],
  place: sql.PlaceRow | undefined,
): Draft {
  const days = place?.days ?? [];
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
    placeVersion: place?.version ?? 0,
    interrupted: null,
  };
}

export async function readStoredEvents(
  clickhouse: ClickHouse,
  hashes: readonly string[],
): Promise<StoredEvent[]> {
  const rows = await sql.findStoredEvents(clickhouse, hashes);
  return rows.map(({ changes, removed, version, ...event }) => ({
    event: { ...event, changes: JSON.parse(changes) as AdEvent['changes'] },
    isRemoved: removed === 1,
    version,
  }));
}
