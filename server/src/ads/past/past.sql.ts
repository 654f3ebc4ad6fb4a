import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { adsByHash, inChunks } from '../ads.sql.ts';
import { adColumns, type AdRow } from '../rows.ts';
import type { PastSightingRow } from '../sightingLog.ts';
import type { AdvertiserBase, AdvertiserSightingRow } from './advertiserSightings.ts';

/** In place of facts that equal those of the row before. */
const sameFacts = '=';

/** With those after the moment, of which one may have the content of an earlier one; their facts are left out. */
export async function readPastSightings(
  clickhouse: ClickHouse,
  hashes: readonly string[],
  at: string,
): Promise<PastSightingRow[]> {
  const rows = await inChunks(hashes, (part) =>
    clickhouse.read<PastSightingRow>(
      `SELECT hash, at, digest, first_seen_at, last_confirmed_at, freshness_days, measured, content, dated,
         multiIf(
           sightings.facts = '', '',
           at > {at:DateTime64(3)}, '{}',
           sightings.facts = lagInFrame(sightings.facts) OVER (PARTITION BY hash ORDER BY at, digest), '${sameFacts}',
           sightings.facts) AS facts
       FROM sightings FINAL
       WHERE hash IN {hashes:Array(FixedString(32))}
       ORDER BY hash, at, digest`,
      { hashes: part, at: new Date(at) },
    ),
  );
  let before = '';
  const found: PastSightingRow[] = [];
  for (const row of rows) {
    if (row.facts !== sameFacts) before = row.facts;
    found.push({ ...row, facts: before });
  }
  return found;
}

/** Of these ads, up to the moment. */
export async function countPastSightings(
  clickhouse: ClickHouse,
  hashes: readonly string[],
  at: string,
): Promise<number> {
  const rows = await inChunks(hashes, (part) =>
    clickhouse.read<{ sightings: number }>(
      `SELECT count() AS sightings
       FROM sightings
       WHERE hash IN {hashes:Array(FixedString(32))} AND at <= {at:DateTime64(3)}`,
      { hashes: part, at: new Date(at) },
    ),
  );
  return rows.reduce((sum, { sightings }) => sum + sightings, 0);
}

export interface PastAdsQuery {
  /** To which the ads belong now. */
  readonly advertiserIds: readonly number[];
  /** Under which they may have been seen. */
  readonly nameIds: readonly number[];
  readonly at: string;
  readonly limit: number;
}

/** Ads that were seen after the moment and may have been seen before it, also those of another advertiser now. */
export async function readAdsSeenAgain(clickhouse: ClickHouse, query: PastAdsQuery): Promise<AdRow[]> {
  const { advertiserIds, nameIds, at, limit } = query;
  const [own, others] = await Promise.all([
    clickhouse.read<AdRow>(
      `SELECT ${adColumns.join(', ')}
       FROM ads FINAL
       WHERE advertiser_id IN {advertiserIds:Array(UInt64)} AND is_logged
         AND last_seen_at > {at:DateTime64(3)} AND first_seen_at <= {at:DateTime64(3)}
       LIMIT {limit:UInt64}`,
      { advertiserIds, at: new Date(at), limit },
    ),
    clickhouse.read<{ hash: string }>(
      'SELECT hash FROM ad_names FINAL WHERE advertiser_id IN {nameIds:Array(UInt64)}',
      { nameIds },
    ),
  ]);
  const known = new Set(own.map(({ hash }) => hash));
  const moved = await adsByHash(
    clickhouse,
    [...new Set(others.map(({ hash }) => hash))].filter((hash) => !known.has(hash)),
  );
  const again = moved.filter((row) => row.is_logged && row.last_seen_at > at && row.first_seen_at <= at);
  // An interrupted move leaves two rows of an ad.
  const byHash = new Map(
    [...own, ...again].toSorted((one, other) => one.version - other.version).map((row) => [row.hash, row]),
  );
  return [...byHash.values()];
}

export function readAdvertiserSightings(clickhouse: ClickHouse, nameIds: readonly number[], at: string) {
  return inChunks(nameIds, (part) =>
    clickhouse.read<AdvertiserSightingRow>(
      `SELECT advertiser_id, at, digest, content
       FROM advertiser_sightings FINAL
       WHERE advertiser_id IN {ids:Array(UInt64)} AND at <= {at:DateTime64(3)}
       ORDER BY advertiser_id, at, digest`,
      { ids: part, at: new Date(at) },
    ),
  );
}

export async function countAdvertiserSightings(
  clickhouse: ClickHouse,
  nameIds: readonly number[],
  at: string,
): Promise<number> {
  const rows = await inChunks(nameIds, (part) =>
    clickhouse.read<{ sightings: number }>(
      `SELECT count() AS sightings
       FROM advertiser_sightings
       WHERE advertiser_id IN {ids:Array(UInt64)} AND at <= {at:DateTime64(3)}`,
      { ids: part, at: new Date(at) },
    ),
  );
  return rows.reduce((sum, { sightings }) => sum + sightings, 0);
}

/** The names under which these pages were seen at any time. */
export async function readNamesOfPages(clickhouse: ClickHouse, pages: readonly string[]): Promise<number[]> {
  const rows = await inChunks(pages, (part) =>
    clickhouse.read<{ id: number }>(
      'SELECT DISTINCT advertiser_id AS id FROM page_names WHERE page IN {pages:Array(String)}',
      { pages: part },
    ),
  );
  return rows.map(({ id }) => id);
}

export function readAdvertiserBases(clickhouse: ClickHouse, nameIds: readonly number[]) {
  return inChunks(nameIds, (part) =>
    clickhouse.read<AdvertiserBase>(
      `SELECT advertiser_id, name_key, name, brand_logo, page_url, external_ids, categories, first_seen_at,
         last_seen_at, version, alias_of, names, named_at, name_rank, logo_day, page_url_day, pages, based_at
       FROM advertiser_bases FINAL
       WHERE advertiser_id IN {ids:Array(UInt64)}`,
      { ids: part },
    ),
  );
}
