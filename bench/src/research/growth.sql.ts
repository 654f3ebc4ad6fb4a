import { engagement } from '@magpie/server/ads/adExpressions.sql';
import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';

/**
 * Generates ads from the imported ones: each copy of an ad has a different hash, a different advertiser and
 * different figures. The imported ads stay as they are, so that questions about their advertisers have the same
 * answers at every size.
 */

/** The copies of these advertisers' ads are all one other advertiser's, which grows with the index as the largest do. */
const growing = 20;

const originals = {
  original_ads: 'SELECT * EXCEPT (is_deleted) FROM ads FINAL ORDER BY advertiser_id',
  original_advertisers: `
    SELECT *, advertiser_id IN (
      SELECT advertiser_id FROM ads FINAL GROUP BY advertiser_id ORDER BY count() DESC, advertiser_id LIMIT ${growing}
    ) AS is_growing
    FROM advertisers FINAL`,
  original_vectors: 'SELECT * FROM advertiser_embeddings FINAL',
};

/** What copies are made of, apart from the tables that will hold the copies too. */
export async function keepOriginals(clickhouse: ClickHouse): Promise<void> {
  for (const [table, select] of Object.entries(originals)) {
    await clickhouse.write(`CREATE TABLE ${table} ENGINE = MergeTree ORDER BY advertiser_id AS ${select}`);
  }
}

const suffix = `if(is_growing, ' group', concat(' ', toString({copy:UInt32})))`;
/** As the service makes it of a name. */
const idOfCopy = `reinterpretAsUInt64(reverse(unhex(concat('000', substring(hex(SHA256(concat(name_key, ${suffix}))), 1, 13)))))`;

/** One more copy of everything that research reads, less the advertisers that are there. */
export async function addCopy(clickhouse: ClickHouse, copy: number): Promise<void> {
  await clickhouse.write(
    `INSERT INTO advertisers (advertiser_id, name_key, name, brand_logo, page_url, external_ids, categories,
       first_seen_at, last_seen_at, version)
     SELECT ${idOfCopy}, concat(name_key, ${suffix}), concat(name, ${suffix}), brand_logo, page_url, external_ids,
       categories, first_seen_at, last_seen_at, version
     FROM original_advertisers`,
    { copy },
  );
  await copyVectors(clickhouse, copy);
  await copyAds(clickhouse, copy);
}

const advertisersOfCopy = `SELECT advertiser_id, ${idOfCopy} AS id_of_copy FROM original_advertisers`;

/** Vectors that differ a little: advertisers of one kind are alike, and none is the same as another. */
async function copyVectors(clickhouse: ClickHouse, copy: number): Promise<void> {
  await clickhouse.write(
    `INSERT INTO advertiser_embeddings (model, advertiser_id, vector, texts, built_at)
     SELECT model, id_of_copy, arrayMap(x -> x / length, moved), texts, built_at
     FROM (
       SELECT model, id_of_copy, texts, built_at, L2Norm(moved) AS length,
         arrayMap((x, place) -> x + ((cityHash64(id_of_copy, place) % 2001) / 1000 - 1) / 20,
           vector, arrayEnumerate(vector)) AS moved
       FROM original_vectors INNER JOIN (${advertisersOfCopy}) AS copies USING advertiser_id
     )`,
    { copy },
  );
}

const hashOfCopy = `lower(hex(MD5(concat(hash, toString({copy:UInt32})))))`;
/** Half to one and a half times the original's. */
const scaled = (column: string): string => `intDiv(${column} * (50 + cityHash64(${hashOfCopy}) % 101), 100)`;
const scaledMap = (column: string): string =>
  `mapFromArrays(mapKeys(${column}), arrayMap(each -> ${scaled('each')}, mapValues(${column})))`;

const changed: Readonly<Record<string, string>> = {
  advertiser_id: 'id_of_copy',
  hash: hashOfCopy,
  duplicate_key: 'bitAnd(cityHash64(duplicate_key, id_of_copy), 0xfffffffffffff)',
  ...each(['reach', 'reach_lower', 'reach_upper', 'captured_reach', 'likes', 'comments', 'shares'], scaled),
  ...each(['reach_by_gender', 'reach_by_age', 'reach_by_country'], scaledMap),
};

function each(columns: readonly string[], expression: (column: string) => string): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, expression(column)]));
}

/** Whatever columns there are. */
async function copyAds(clickhouse: ClickHouse, copy: number): Promise<void> {
  const columns = await clickhouse.read<{ name: string }>(
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'original_ads'`,
  );
  const names = columns.map(({ name }) => name);
  await clickhouse.write(
    `INSERT INTO ads (${names.join(', ')})
     SELECT ${names.map((name) => changed[name] ?? name).join(', ')}
     FROM original_ads INNER JOIN (${advertisersOfCopy}) AS copies USING advertiser_id`,
    { copy },
  );
}

/** What trending reads of all ads, in place of what it had. */
export async function rebuildTrending(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.write('TRUNCATE TABLE trending_ads');
  await clickhouse.write(
    `INSERT INTO trending_ads (day, hash, advertiser_id, platforms, rank_country, engagement, tag_ids, version)
     SELECT first_day, hash, advertiser_id, platforms, rank_country, ${engagement}, tag_ids, version
     FROM ads FINAL`,
  );
}

export interface Subject {
  readonly advertiserId: number;
  readonly name: string;
  readonly ads: number;
  /** Of one of its ads. */
  readonly hash: string;
}

export type Subjects = Awaited<ReturnType<typeof findSubjects>>;

/** The largest advertiser grows with the index; the others, of the imported ads, have the same ads at every size. */
export async function findSubjects(clickhouse: ClickHouse, ads: number) {
  const find = async (statement: string, parameters = {}): Promise<Subject> => {
    const [row] = await clickhouse.read<Subject>(statement, parameters);
    if (row === undefined) throw new Error('The index has no ads.');
    const [ad] = await clickhouse.read<{ hash: string }>(anAd, { advertiserId: row.advertiserId });
    return { ...row, hash: ad?.hash ?? '' };
  };
  return {
    largest: await find(largestOfAll),
    large: await find(originalWithAds, { ads }),
    middle: await find(originalWithAds, { ads: 200 }),
    small: await find(originalWithAds, { ads: 10 }),
  };
}

/** An imported one: copies, which are all ads of the largest, have no place, without which an ad is not found by its hash. */
const anAd = `SELECT hash FROM ads FINAL
WHERE advertiser_id = {advertiserId:UInt64} AND hash IN (SELECT hash FROM ad_places) ORDER BY hash LIMIT 1`;

const originalWithAds = `
  SELECT advertiser_id AS advertiserId, name, count() AS ads
  FROM original_ads INNER JOIN original_advertisers USING advertiser_id
  GROUP BY advertiser_id, name
  ORDER BY abs(toInt64(ads) - {ads:Int64}), advertiser_id
  LIMIT 1`;

const largestOfAll = `
  SELECT advertiser_id AS advertiserId, name, ads
  FROM advertiser_totals FINAL
  ORDER BY ads DESC, advertiser_id
  LIMIT 1`;

/** Names of advertisers with ads, the same ones in every run. */
export async function someNames(clickhouse: ClickHouse, limit: number): Promise<string[]> {
  const rows = await clickhouse.read<{ name: string }>(
    `SELECT name FROM advertiser_totals FINAL WHERE ads > 0 ORDER BY cityHash64(advertiser_id) LIMIT {limit:UInt32}`,
    { limit },
  );
  return rows.map(({ name }) => name);
}
