import { groupBy } from '../db/postgres/batches.sql.ts';
import {
  adsAfter,
  adsByHash,
  advertisersById,
  findSnapshots,
  type AdPosition,
  type Outdated,
} from './ads.sql.ts';
import { enrichedBy } from './enrichment.ts';
import { listCreatives, mergeCreatives } from './families/creatives.ts';
import { joinFamilies } from './families/joinFamilies.ts';
import { findReachGrowth } from './reachMomentum.ts';
import type { RecordingDeps } from './recordAds.ts';
import { respelledPageUse } from './adHistory.ts';
import { type AdRow, fromRow, toRow, trendingRows } from './rows.ts';

export interface PageState {
  readonly done: number;
  readonly after: AdPosition;
}

const adsPerPage = 2500;

/** The transaction holds the write lock. */
type Parts = Omit<RecordingDeps, 'recording' | 'db'>;

export async function enrichPage(parts: Parts, outdated: Outdated, page: PageState) {
  const rows = await adsAfter(parts.clickhouse, page.after, adsPerPage, outdated);
  const last = rows.at(-1);
  if (last === undefined) return null;
  await enrichRows(parts, rows);
  return { done: page.done + rows.length, after: { advertiserId: last.advertiser_id, hash: last.hash } };
}

export async function enrichByHash(parts: Parts, hashes: readonly string[]): Promise<void> {
  const rows = await adsByHash(parts.clickhouse, hashes);
  if (rows.length > 0) await enrichRows(parts, rows);
}

async function enrichRows(
  { clickhouse, enrichment, tx, onChange }: Parts,
  rows: readonly AdRow[],
): Promise<void> {
  const ids = [...new Set(rows.map((row) => row.advertiser_id))];
  onChange(ids);
  const advertisers = await advertisersById(clickhouse, ids);
  const nameOf = new Map(advertisers.map((row) => [row.advertiser_id, row.name]));
  const recordedAt = new Date().toISOString();
  const ads = rows.map(fromRow);
  const derived = await enrichment.derive(
    ads.map(({ facts }) => facts),
    tx,
  );
  const compared = ads.map((ad) => ({
    hash: ad.hash,
    ...mergeCreatives(ad.creatives, listCreatives(ad)),
  }));
  await joinFamilies(clickhouse, compared);
  const measured = ads.flatMap(({ hash, latest }) =>
    latest === null || latest.reach === null ? [] : [hash],
  );
  const countsOf = groupBy(await findSnapshots(clickhouse, measured), ({ hash }) => hash);
  const renewed = derived.flatMap((found, index) => {
    const ad = ads[index];
    if (ad === undefined) return [];
    const creatives = compared[index]?.ids ?? ad.creatives;
    const enriched = enrichedBy(enrichment, found);
    const reachGrowth = findReachGrowth(countsOf.get(ad.hash) ?? [], ad.facts.reach?.kind ?? null);
    return [{ ...ad, derived: found, enriched, creatives, reachGrowth, version: ad.version + 1 }];
  });
  const pages = renewed.flatMap((ad, index) => respelledPageUse(ads[index] ?? ad, ad));
  if (pages.length > 0) await clickhouse.insert('page_uses', pages);
  await clickhouse.insert(
    'trending_ads',
    renewed.flatMap((ad) => trendingRows([], ad)),
  );
  await clickhouse.insert(
    'ads',
    renewed.map((ad) => toRow(ad, nameOf.get(ad.advertiserId) ?? '', recordedAt)),
  );
}
