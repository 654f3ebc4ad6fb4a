import { isDeepStrictEqual } from 'node:util';
import type { OpenAd } from '@magpie/contract';
import { groupBy } from '../db/postgres/batches.sql.ts';
import type { AdvertiserRow } from './ads.sql.ts';
import { normalizeAdvertiserName } from './identity.ts';
import type { SeenAd, Sighting } from './sightings.ts';

/** Merges the advertisers of a batch. The name keeps its first casing. */
export function mergeAdvertisers(
  stored: readonly AdvertiserRow[],
  ads: readonly SeenAd[],
  { fillOnly = false }: Sighting,
) {
  const known = new Map(stored.map((row) => [row.advertiser_id, row]));
  const changed = new Map<number, AdvertiserRow>();
  for (const { ad, advertiserId: id, at } of ads) {
    const before = known.get(id) ?? createRow(id, ad.advertiser.name, ad.firstSeenAt ?? at);
    const after = mergeRow(before, ad.advertiser, at, fillOnly);
    if (before.version > 0 && isUnchanged(before, after)) continue;
    // One version above the stored row, even if the batch contains the advertiser several times.
    const row = { ...after, version: changed.has(id) ? after.version : after.version + 1 };
    changed.set(id, row);
    known.set(id, row);
  }
  return {
    names: new Map([...known.values()].map((row) => [row.advertiser_id, row.name])),
    changed: [...changed.values()],
    /** Known advertisers with another logo: their totals contain it and are otherwise unchanged. */
    newLogos: stored
      .filter((row) => known.get(row.advertiser_id)?.brand_logo !== row.brand_logo)
      .map((row) => row.advertiser_id),
  };
}

/** Makes new advertisers findable by name before all their ads are counted; the first count replaces these rows. */
export function firstTotals(changed: readonly AdvertiserRow[], ads: readonly SeenAd[]): object[] {
  const hashes = groupBy(ads, (each) => each.advertiserId);
  return changed
    .filter(({ version }) => version === 1)
    .map(({ advertiser_id, name, name_key, brand_logo }) => {
      const own = new Set(hashes.get(advertiser_id)?.map(({ hash }) => hash));
      return { advertiser_id, name, name_key, brand_logo, ads: own.size, built_at: new Date() };
    });
}

/** `last_seen_at` alone is updated once a day, since every batch contains most advertisers. */
function isUnchanged(before: AdvertiserRow, after: AdvertiserRow): boolean {
  const isNextDay = before.last_seen_at.slice(0, 10) !== after.last_seen_at.slice(0, 10);
  return !isNextDay && isDeepStrictEqual(before, { ...after, last_seen_at: before.last_seen_at });
}

function createRow(id: number, name: string, firstSeenAt: string): AdvertiserRow {
  return {
    advertiser_id: id,
    name_key: normalizeAdvertiserName(name),
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

function mergeRow(
  row: AdvertiserRow,
  { logoUrl, pageUrl, externalId, externalIds, categories }: OpenAd['advertiser'],
  at: string,
  fillOnly: boolean,
): AdvertiserRow {
  const isNewer = !fillOnly && at > row.last_seen_at;
  const newest = (known: string | null, seen: string | null): string | null =>
    isNewer ? (seen ?? known) : (known ?? seen);
  const ids = [...row.external_ids, ...externalIds, ...(externalId === null ? [] : [externalId])];
  return {
    ...row,
    brand_logo: newest(row.brand_logo, logoUrl),
    page_url: newest(row.page_url, pageUrl),
    // Limited to the maximum of the open format.
    external_ids: [...new Set(ids)].slice(0, 100),
    categories: [...new Set([...row.categories, ...categories])].slice(0, 20),
    last_seen_at: isNewer ? at : row.last_seen_at,
  };
}
