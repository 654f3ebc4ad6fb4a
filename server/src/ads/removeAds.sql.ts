import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { literal } from '../db/clickhouse/parameters.sql.ts';

/** Ads by their keys, which a regular expression (RE2) matches. */
const matched = (keys: string): string => `match(key, ${literal(keys)})`;

export async function hashesWithKeys(clickhouse: ClickHouse, keys: string): Promise<string[]> {
  const rows = await clickhouse.read<{ hash: string }>(`SELECT hash FROM ads FINAL WHERE ${matched(keys)}`);
  return rows.map(({ hash }) => hash);
}

/** Advertisers that have such ads, and others. */
export async function advertisersAlsoWithOtherAds(clickhouse: ClickHouse, keys: string): Promise<number[]> {
  const rows = await clickhouse.read<{ id: number }>(
    `SELECT advertiser_id AS id FROM ads FINAL
     GROUP BY advertiser_id
     HAVING countIf(${matched(keys)}) BETWEEN 1 AND count() - 1`,
  );
  return rows.map(({ id }) => id);
}

/** What is kept of each ad besides its row, and of advertisers that have no other ads. */
const byHash = ['snapshots', 'events', 'page_uses', 'trending_ads', 'ad_places'];
const byAdvertiser = ['advertiser_totals', 'advertiser_vectors', 'advertisers'];

/**
 * Deletes ads and all that is kept of them. The ads go last: whatever a kill leaves is found by them and deleted when
 * this is done again.
 */
export async function deleteAdsWithKeys(
  clickhouse: ClickHouse,
  keys: string,
  cluster: string | null,
): Promise<void> {
  const hashes = `SELECT hash FROM ads WHERE ${matched(keys)}`;
  const advertisers = `SELECT advertiser_id FROM ads FINAL GROUP BY advertiser_id HAVING min(${matched(keys)}) = 1`;
  for (const table of byHash) await clickhouse.write(deletion(table, `hash IN (${hashes})`, cluster));
  for (const table of byAdvertiser) {
    await clickhouse.write(deletion(table, `advertiser_id IN (${advertisers})`, cluster));
  }
  await clickhouse.write(deletion('ads', matched(keys), cluster));
}

/** Each replica of a cluster looks the ads up for itself, which ClickHouse allows only when told so. */
function deletion(table: string, condition: string, cluster: string | null): string {
  const name = cluster === null ? table : `${table}_local ON CLUSTER ${literal(cluster)}`;
  return `ALTER TABLE ${name} DELETE WHERE ${condition}
SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1`;
}
