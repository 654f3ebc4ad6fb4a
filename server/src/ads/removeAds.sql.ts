import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { literal } from '../db/clickhouse/parameters.sql.ts';
import { inChunks } from './ads.sql.ts';

const matched = (keys: string): string => `match(key, ${literal(keys)})`;

export async function hashesWithKeys(clickhouse: ClickHouse, keys: string) {
  const rows = await clickhouse.read<{ hash: string }>(`SELECT hash FROM ads FINAL WHERE ${matched(keys)}`);
  return rows.map(({ hash }) => hash);
}

export async function advertisersAlsoWithOtherAds(clickhouse: ClickHouse, keys: string) {
  const rows = await clickhouse.read<{ id: number }>(
    `SELECT advertiser_id AS id FROM ads FINAL
     GROUP BY advertiser_id
     HAVING countIf(${matched(keys)}) BETWEEN 1 AND count() - 1`,
  );
  return rows.map(({ id }) => id);
}

/** Tables with data of an ad, and of advertisers without other ads. */
const byHash = [
  'sightings',
  'snapshots',
  'events',
  'page_uses',
  'trending_ads',
  'ad_places',
  'creative_ads',
  'ad_names',
];
const byAdvertiser = [
  'advertiser_totals',
  'advertiser_embeddings',
  'advertiser_pages',
  'advertiser_sightings',
  'advertiser_bases',
  'page_names',
  'advertisers',
];

/** The ads are deleted last, so that repeating an interrupted deletion finds the rest. */
export async function deleteAdsWithKeys(clickhouse: ClickHouse, keys: string, cluster: string | null) {
  const hashes = `SELECT hash FROM ads WHERE ${matched(keys)}`;
  const advertisers = `SELECT advertiser_id FROM ads FINAL GROUP BY advertiser_id HAVING min(${matched(keys)}) = 1`;
  for (const table of byHash) await clickhouse.write(deletion(table, `hash IN (${hashes})`, cluster));
  await deleteUnusedCreatives(clickhouse, matched(keys), cluster);
  await clickhouse.write(deletion('copy_vectors', unusedCopies(matched(keys)), cluster));
  const aliases = await aliasesOf(clickhouse, advertisers);
  for (const table of byAdvertiser) {
    await inChunks(aliases, async (part) => {
      await clickhouse.write(deletion(table, `advertiser_id IN (${part.join(', ')})`, cluster));
      return [];
    });
    await clickhouse.write(deletion(table, `advertiser_id IN (${advertisers})`, cluster));
  }
  // The deletions of ads that moved have no key. They would hide the ads if these are recorded again.
  await clickhouse.write(deletion('ads', `empty(key) AND hash IN (${hashes})`, cluster));
  await clickhouse.write(deletion('ads', matched(keys), cluster));
}

/** Of the removed ads, those that no other ad has. Families stay joined, because it is not stored which ad connected them. */
async function deleteUnusedCreatives(clickhouse: ClickHouse, removed: string, cluster: string | null) {
  const own = `SELECT DISTINCT arrayJoin(creatives) FROM ads WHERE ${removed}`;
  const used = `SELECT creative FROM creative_ads WHERE creative IN (${own})`;
  const isUnused = (column: string): string => `${column} IN (${own}) AND ${column} NOT IN (${used})`;
  await clickhouse.write(deletion('creative_bands', isUnused('creative'), cluster));
  await clickhouse.write(deletion('creative_edges', `${isUnused('one')} OR ${isUnused('other')}`, cluster));
  await clickhouse.write(deletion('picture_hashes', isUnused('creative'), cluster));
  await clickhouse.write(deletion('picture_words', isUnused('creative'), cluster));
  await clickhouse.write(deletion('creatives', isUnused('creative'), cluster));
}

/** The texts of removed ads that no other ad has. */
const unusedCopies = (removed: string): string =>
  `copy_id IN (SELECT copy_id FROM ads GROUP BY copy_id HAVING min(${removed}) = 1)`;

/** Not as a subquery, which would find fewer rows of the table while its rows are being deleted. */
async function aliasesOf(clickhouse: ClickHouse, advertisers: string) {
  const rows = await clickhouse.read<{ id: number }>(
    `SELECT advertiser_id AS id FROM advertisers FINAL WHERE alias_of GLOBAL IN (${advertisers})`,
  );
  return rows.map(({ id }) => id);
}

/** Each replica of a cluster evaluates the subquery itself, which needs `allow_nondeterministic_mutations`. */
export function deletion(table: string, condition: string, cluster: string | null): string {
  const name = cluster === null ? table : `${table}_local ON CLUSTER ${literal(cluster)}`;
  return `ALTER TABLE ${name} DELETE WHERE ${condition}
SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1`;
}
