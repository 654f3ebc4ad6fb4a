import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import { advertisersById, outdatedAdsAfter, type Outdated } from './ads.sql.ts';
import type { Enrichment } from './enrichment.ts';
import { pageUseAnew } from './pageUses.ts';
import { fromRow, toRow, trendingRows } from './rows.ts';

/** How far enriching again has come. */
export interface Page {
  readonly done: number;
  readonly after: { readonly advertiserId: number; readonly hash: string };
}

const adsInPage = 2500;

/** Enriches the next ads; null when there are none any more. The caller makes sure that nobody else writes. */
export async function enrichPage(
  clickhouse: ClickHouse,
  enrichment: Enrichment,
  outdated: Outdated,
  page: Page,
): Promise<Page | null> {
  const rows = await outdatedAdsAfter(clickhouse, page.after, adsInPage, outdated);
  const last = rows.at(-1);
  if (last === undefined) return null;
  const ids = [...new Set(rows.map((row) => row.advertiser_id))];
  const advertisers = await advertisersById(clickhouse, ids);
  const nameOf = new Map(advertisers.map((row) => [row.advertiser_id, row.name]));
  const recordedAt = new Date().toISOString();
  const ads = rows.map(fromRow);
  const derived = await enrichment.derive(ads.map(({ facts }) => facts));
  const renewed = derived.flatMap((found, index) => {
    const ad = ads[index];
    if (ad === undefined) return [];
    return [{ ...ad, derived: found, enriched: enrichment.versions, version: ad.version + 1 }];
  });
  const pages = renewed.flatMap((ad, index) => pageUseAnew(ads[index] ?? ad, ad));
  if (pages.length > 0) await clickhouse.insert('page_uses', pages);
  await clickhouse.insert(
    'trending_ads',
    renewed.flatMap((ad) => trendingRows([], ad)),
  );
  await clickhouse.insert(
    'ads',
    renewed.map((ad) => toRow(ad, nameOf.get(ad.advertiserId) ?? '', recordedAt)),
  );
  return { done: page.done + rows.length, after: { advertiserId: last.advertiser_id, hash: last.hash } };
}
