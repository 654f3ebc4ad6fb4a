import { platformTable } from '@magpie/contract/platforms';
import type { ClickHouse } from '@magpie/server/db/clickhouse/clickhouse';

/** As many as the demo has for this number of ads. */
export function countAdvertisers(ads: number): number {
  return Math.ceil(ads / 50);
}

/** Ads of two years with four of 150 tags, and eight countries. */
export async function fillTrending(clickhouse: ClickHouse, ads: number, today: string): Promise<void> {
  await clickhouse.write(
    `INSERT INTO trending_ads (day, hash, advertiser_id, platforms, rank_country, engagement, tag_ids, version)
     SELECT {today:Date32} - intHash32(number) % 730, lower(hex(MD5(toString(number)))), 1 + intHash64(number) % {advertisers:UInt32},
       arraySlice({platforms:Array(String)}, 1 + intHash32(number + 1) % 4, 1 + intHash32(number + 4) % 2),
       arrayElement(['US', 'DE', 'FR', 'GB', 'BR', 'JP', 'IN', NULL], 1 + intHash32(number + 2) % 8),
       intHash32(number + 3) % 10000,
       arrayDistinct(arrayMap(place -> toUInt32(1 + intHash32(number * 4 + place) % 150), range(4))), 1
     FROM numbers({ads:UInt32})`,
    { ads, today, advertisers: countAdvertisers(ads), platforms: platformTable.platforms },
  );
  await clickhouse.write('OPTIMIZE TABLE trending_ads FINAL');
}

/** As many categories, each of which has the same number of advertisers. */
export async function fillCategories(clickhouse: ClickHouse, advertisers: number, categories: number) {
  await clickhouse.write('TRUNCATE TABLE advertisers');
  await clickhouse.write(
    `INSERT INTO advertisers (advertiser_id, name_key, name, categories, version)
     SELECT number + 1, toString(number), toString(number), [concat('Category ', toString(number % {categories:UInt32}))], 1
     FROM numbers({advertisers:UInt32})`,
    { advertisers, categories },
  );
}
