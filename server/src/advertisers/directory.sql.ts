import type { Ad } from '@magpie/contract';
import { inChunks } from '../ads/ads.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { NamedTotals } from './nameTable.ts';

export interface AdvertiserTotals {
  readonly advertiser_id: number;
  readonly name: string;
  readonly brand_logo: string | null;
  readonly ads: number;
  readonly reach: number;
  readonly platforms: Ad['platforms'];
  /** The advertiser of which this is a further name; 0 for an advertiser. */
  readonly alias_of: number;
}

const totalsColumns = 'advertiser_id, name, brand_logo, ads, reach, platforms, alias_of';

export function readTotalsById(clickhouse: ClickHouse, ids: readonly number[]) {
  return inChunks(ids, (part) =>
    clickhouse.read<AdvertiserTotals>(
      `SELECT ${totalsColumns} FROM advertiser_totals FINAL WHERE advertiser_id IN {ids:Array(UInt64)}`,
      { ids: part },
    ),
  );
}

export async function hasAds(clickhouse: ClickHouse, advertiserId: number) {
  const rows = await clickhouse.read(
    'SELECT 1 FROM ads FINAL WHERE advertiser_id = {advertiserId:UInt64} LIMIT 1',
    { advertiserId },
  );
  return rows.length > 0;
}

export function largestAdvertisers(clickhouse: ClickHouse, limit: number) {
  return clickhouse.read<AdvertiserTotals>(
    `SELECT ${totalsColumns}
     FROM advertiser_totals FINAL
     WHERE ads > 0 AND alias_of = 0
     ORDER BY reach DESC, advertiser_id
     LIMIT {limit:UInt32}`,
    { limit },
  );
}

export async function domainOwners(
  clickhouse: ClickHouse,
  domains: readonly string[],
): Promise<ReadonlySet<number>> {
  if (domains.length === 0) return new Set();
  // Finds rows by the index of domains first, which would also find those that have been replaced.
  const owned = 'hasAny(domains, {domains:Array(String)})';
  const rows = await clickhouse.read<{ advertiser_id: number }>(
    `SELECT advertiser_id FROM advertiser_totals FINAL
     WHERE advertiser_id GLOBAL IN (SELECT advertiser_id FROM advertiser_totals WHERE ${owned}) AND ${owned}`,
    { domains },
  );
  return new Set(rows.map((row) => row.advertiser_id));
}

/** Prefixes of the key (`Acme` for `Acme Ltd`), and names with half of its n-grams or few edits. */
export async function similarNames(clickhouse: ClickHouse, key: string, limit: number) {
  const rows = await clickhouse.read<{ name: string }>(
    `SELECT DISTINCT name, ngramDistanceUTF8(name_key, {key:String}) AS distance,
       editDistanceUTF8(name_key, {key:String}) AS mistakes
     FROM advertiser_totals FINAL
     WHERE ads > 0 AND (distance <= 0.5 OR 3 * mistakes <= lengthUTF8({key:String})
       OR startsWith(concat({key:String}, ' '), concat(name_key, ' ')))
     ORDER BY distance, mistakes, name
     LIMIT {limit:UInt32}`,
    { key, limit },
  );
  return rows.map((row) => row.name);
}

export function totalsBuiltSince(clickhouse: ClickHouse, since: Date, after: number, limit: number) {
  return clickhouse.read<NamedTotals>(
    `SELECT advertiser_id, if(empty(first_name), totals.name, first_name) AS name, ads, reach
     FROM advertiser_totals AS totals FINAL
     WHERE advertiser_id > {after:UInt64} AND built_at >= {since:DateTime64(3)}
     ORDER BY advertiser_id
     LIMIT {limit:UInt32}`,
    { after, since, limit },
  );
}
