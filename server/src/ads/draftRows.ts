import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { AdvertiserRow } from './ads.sql.ts';
import { readStoredEvents, type FinishedDraft } from './drafts.ts';
import { enrichedBy, type Enrichment } from './enrichment.ts';
import { keyOf, type EventRecord } from './eventRows.ts';
import type { KnownAd } from './knownAd.ts';
import { hasReach } from './mergeAd.ts';
import { eventRow, getFirstDay, snapshotRow, toRow, trendingRows } from './rows.ts';
import type { Inserts } from './writeTables.ts';

interface RowParts {
  readonly clickhouse: ClickHouse;
  readonly enrichment: Enrichment;
  readonly tx: Postgres;
}

/** Inserts in the order in which they have to be written. */
export async function buildRows(
  { clickhouse, ...parts }: RowParts,
  drafts: readonly FinishedDraft[],
  advertisers: ReadonlyMap<number, AdvertiserRow>,
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
    if (draft === undefined) return [];
    return draft.changed || draft.interrupted !== null ? trendingRows(draft.days, ad) : [];
  });
  return {
    beforeAds: [
      [['ad_places', seen.filter(needsPlace).map(placeRow)]],
      [
        ['sightings', drafts.flatMap(({ sightings }) => sightings)],
        ['ad_names', drafts.flatMap(nameRows)],
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
    ad.latest?.capturedAt !== stored.latest?.capturedAt ||
    ad.reachGrowth !== stored.reachGrowth
  );
}

/** Events are stored by advertiser, so an ad that moves to another takes its whole history along. */
async function copyEventsOfMoved(
  clickhouse: ClickHouse,
  drafts: readonly FinishedDraft[],
): Promise<ReadonlyMap<string, readonly EventRecord[]>> {
  const moved = drafts.filter(({ stored, ad }) => stored !== null && stored.advertiserId !== ad.advertiserId);
  const unread = moved.filter(({ past, interrupted }) => (past ?? interrupted) === null);
  const found = groupBy(
    await readStoredEvents(
      clickhouse,
      unread.map(({ hash }) => hash),
    ),
    ({ event }) => event.hash,
  );
  return new Map(
    moved.map(({ hash, ad, past, interrupted, stored, eventRecords }) => {
      const written = new Set(eventRecords.map(({ event }) => keyOf(event)));
      const known = (past ?? interrupted)?.events ?? found.get(hash) ?? [];
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

/** If its version is above that of the ad, the next recording of the ad finds events of an interrupted one. */
function needsPlace({ stored, ad, days, eventRecords }: FinishedDraft): boolean {
  return (
    eventRecords.length > 0 || stored?.advertiserId !== ad.advertiserId || !days.includes(getFirstDay(ad))
  );
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

/** The names under which an ad was seen, if there are several, to find it at an earlier one. */
function nameRows({ stored, ad, seen }: FinishedDraft): object[] {
  const names = new Set([ad.nameId, ...seen.map(({ sighting }) => sighting.advertiserId)]);
  if (stored !== null) names.add(stored.nameId);
  return names.size < 2 ? [] : [...names].map((id) => ({ advertiser_id: id, hash: ad.hash, version: 1 }));
}

async function enrichDrafts(
  { enrichment, tx }: Omit<RowParts, 'clickhouse'>,
  drafts: readonly FinishedDraft[],
) {
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
  return drafts.flatMap(({ stored, ad, measurements }) => {
    const now = found.get(ad.hash);
    if (now !== undefined) {
      const enriched = enrichedBy(enrichment, now);
      // The growth of reach keeps its version if it was not computed again.
      const momentum =
        stored === null || hasReach(measurements) ? {} : { momentum: stored.enriched['momentum'] ?? 0 };
      return [{ ...ad, derived: now, enriched: { ...enriched, ...momentum } }];
    }
    return stored === null ? [] : [{ ...ad, derived: stored.derived, enriched: stored.enriched }];
  });
}
