import { isDeepStrictEqual } from 'node:util';
import type { OpenAd } from '@magpie/contract';
import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import {
  adsByHash,
  advertisersById,
  newestSnapshots,
  type AdvertiserRow,
  type SnapshotRow,
} from './ads.sql.ts';
import type { Enrichment } from './enrichment.ts';
import { adHash, advertiserId, keyOf, nameKey } from './identity.ts';
import type { AdEvent, EnrichedAd, KnownAd, Measurement } from './knownAd.ts';
import { merge, type Sighting } from './merge.ts';
import { eventRow, fromRow, snapshotRow, toRow } from './rows.ts';

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
  /** The newest measurement on disk, or of this batch. */
  newest: Measurement | null;
  ad: KnownAd | null;
  changed: boolean;
  readonly measurements: Measurement[];
  readonly events: AdEvent[];
}

/** A draft that has seen its ad. */
type FinishedDraft = Draft & { ad: KnownAd };

/**
 * Reads what is known of a batch, merges, and writes. The caller makes sure that nobody else does meanwhile.
 * The row of an ad is written last: whatever a kill leaves before that is found or written again, the same, when
 * the batch is repeated.
 */
export async function recordBatch(
  clickhouse: ClickHouse,
  enrichment: Enrichment,
  ads: readonly OpenAd[],
  sighting: Sighting,
): Promise<Recording> {
  const hashes = ads.map((ad) => adHash(keyOf(ad)));
  const ids = [...new Set(ads.map((ad) => advertiserId(ad.advertiser.name)))];
  const [drafts, advertisers] = await Promise.all([
    openDrafts(clickhouse, [...new Set(hashes)]),
    advertisersById(clickhouse, ids),
  ]);
  const finished = new Set<FinishedDraft>();
  ads.forEach((ad, index) => {
    const draft = drafts.get(hashes[index] ?? '');
    if (draft !== undefined) finished.add(addSighting(draft, ad, sighting));
  });
  const known = new Map(advertisers.map((row) => [row.advertiser_id, row]));
  const changedAdvertisers = updateAdvertisers(known, ads, sighting);
  await write(clickhouse, [...finished], changedAdvertisers, (draft) =>
    rowOf(enrichment, draft, known.get(draft.ad.advertiserId)?.name ?? ''),
  );
  return summary([...finished]);
}

async function openDrafts(clickhouse: ClickHouse, hashes: readonly string[]): Promise<Map<string, Draft>> {
  const [rows, snapshots] = await Promise.all([
    adsByHash(clickhouse, hashes),
    newestSnapshots(clickhouse, hashes),
  ]);
  const stored = new Map(rows.map((row) => [row.hash, fromRow(row)]));
  const newest = new Map(snapshots.map((row) => [row.hash, measurementOf(row)]));
  return new Map(
    hashes.map((hash) => {
      const ad = stored.get(hash) ?? null;
      const newestHere = newest.get(hash) ?? null;
      return [hash, { stored: ad, newest: newestHere, ad, changed: false, measurements: [], events: [] }];
    }),
  );
}

function addSighting(draft: Draft, ad: OpenAd, sighting: Sighting): FinishedDraft {
  const merged = merge(draft.ad, draft.newest, ad, sighting);
  draft.changed ||= merged.changed;
  draft.measurements.push(...merged.measurements);
  draft.events.push(...merged.events);
  draft.newest = merged.ad.latest;
  return Object.assign(draft, { ad: merged.ad });
}

/** Adds what the batch tells of its advertisers, and returns the rows that are new. The name keeps its first casing. */
function updateAdvertisers(
  known: Map<number, AdvertiserRow>,
  ads: readonly OpenAd[],
  { seenAt, fillOnly = false }: Sighting,
): AdvertiserRow[] {
  const changed = new Map<number, AdvertiserRow>();
  for (const { advertiser, firstSeenAt } of ads) {
    const id = advertiserId(advertiser.name);
    const before = known.get(id) ?? firstRow(id, advertiser.name, firstSeenAt ?? seenAt.toISOString());
    const after = withAdvertiser(before, advertiser, fillOnly);
    if (before.version > 0 && isDeepStrictEqual(before, after)) continue;
    // One step up from what is on disk, however often the batch names it.
    const row = { ...after, version: changed.has(id) ? after.version : after.version + 1 };
    changed.set(id, row);
    known.set(id, row);
  }
  return [...changed.values()];
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
    version: 0,
  };
}

function withAdvertiser(
  row: AdvertiserRow,
  { logoUrl, pageUrl, externalId, categories }: OpenAd['advertiser'],
  fillOnly: boolean,
): AdvertiserRow {
  const newest = (known: string | null, told: string | null): string | null =>
    fillOnly ? (known ?? told) : (told ?? known);
  return {
    ...row,
    brand_logo: newest(row.brand_logo, logoUrl),
    page_url: newest(row.page_url, pageUrl),
    external_ids: [...new Set([...row.external_ids, ...(externalId === null ? [] : [externalId])])],
    categories: [...new Set([...row.categories, ...categories])],
  };
}

async function write(
  clickhouse: ClickHouse,
  drafts: readonly FinishedDraft[],
  advertisers: readonly AdvertiserRow[],
  rowOfDraft: (draft: FinishedDraft) => object,
): Promise<void> {
  const seen = drafts.filter(({ stored, ad, changed }) => changed || ad.lastSeenAt !== stored?.lastSeenAt);
  const placed = seen.filter(({ stored, ad }) => stored?.advertiserId !== ad.advertiserId);
  await insertAll(clickhouse, 'advertisers', advertisers);
  await insertAll(
    clickhouse,
    'snapshots',
    drafts.flatMap(({ ad, measurements }) =>
      measurements.map((each) => snapshotRow(ad.hash, each, ad.version)),
    ),
  );
  await insertAll(
    clickhouse,
    'events',
    drafts.flatMap(({ ad, events }) => events.map((event) => eventRow(event, ad.version))),
  );
  await insertAll(
    clickhouse,
    'ad_places',
    placed.map(({ ad: { hash, advertiserId: id, version } }) => ({ hash, advertiser_id: id, version })),
  );
  await insertAll(clickhouse, 'ads', [...placed.flatMap(leftRow), ...seen.map(rowOfDraft)]);
}

async function insertAll(clickhouse: ClickHouse, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await clickhouse.insert(table, rows);
}

/** An ad that another advertiser runs now leaves its old place. */
function leftRow({ stored, ad }: FinishedDraft): object[] {
  if (stored === null) return [];
  return [{ advertiser_id: stored.advertiserId, hash: ad.hash, version: ad.version, is_deleted: 1 }];
}

function rowOf(
  enrichment: Enrichment,
  { stored, ad, changed }: FinishedDraft,
  advertiserName: string,
): object {
  const again = stored === null || changed;
  const derived = again ? enrichment.derive(ad.facts) : stored.derived;
  const enriched = again ? enrichment.versions : stored.enriched;
  return toRow({ ...ad, derived, enriched }, advertiserName, new Date());
}

function summary(drafts: readonly FinishedDraft[]): Recording {
  const created = drafts.filter(({ stored }) => stored === null).length;
  const updated = drafts.filter(({ stored, changed }) => stored !== null && changed).length;
  return {
    created,
    updated,
    unchanged: drafts.length - created - updated,
    events: drafts.flatMap(({ events }) => events),
  };
}

function measurementOf(row: SnapshotRow): Measurement {
  const { captured_at: capturedAt, reach, likes, comments, shares, rank_country: rankCountry } = row;
  return { capturedAt, reach, likes, comments, shares, rankCountry };
}
